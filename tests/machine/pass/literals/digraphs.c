// C11 6.4.6p3: digraphs are other spellings of punctuators
// skip: tcc 0.9.27 does not know digraphs
#include <stdio.h>

%:define S(x) %:x
int main(void) <%
    int d<:2:> = <%1, 2%>;
    printf("%d\n", d<:1:>);
    printf("%s %s\n", S(<:), "<:");
    return 0;
%>

-- What triage came to: a row for each finding that it worked out, or tried to.
CREATE TABLE triage (
    finding INTEGER PRIMARY KEY REFERENCES findings (id),
    bundle TEXT,                                    -- its directory in DIR/bundles
    duplicate_of INTEGER REFERENCES findings (id),  -- the finding of the same bug with the bundle
    why TEXT NOT NULL,                              -- why there is neither
    features TEXT NOT NULL,                         -- JSON: what duplicates are recognised by
    done_ms INTEGER NOT NULL
) STRICT;

-- One row for each start of a hunt in this directory.
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER,
    brinell TEXT NOT NULL,
    command TEXT NOT NULL,
    settings TEXT NOT NULL,
    compilers TEXT NOT NULL
) STRICT;

-- Seeds from `start` on: all below `below` are done, and those in seeds_ahead.
-- Seeds are 64-bit patterns: numbers from 2^63 on are negative here.
CREATE TABLE seed_ranges (
    start INTEGER PRIMARY KEY,
    below INTEGER NOT NULL,
    used_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE seeds_ahead (
    start INTEGER NOT NULL REFERENCES seed_ranges (start),
    seed INTEGER NOT NULL,
    PRIMARY KEY (start, seed)
) STRICT, WITHOUT ROWID;

-- What became of seeds: 'made', 'hopeless' (no fit program) or 'our-bug'.
CREATE TABLE programs (
    run INTEGER NOT NULL REFERENCES runs (id),
    what TEXT NOT NULL,
    count INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (run, what)
) STRICT, WITHOUT ROWID;

CREATE TABLE outcomes (
    run INTEGER NOT NULL REFERENCES runs (id),
    compiler TEXT NOT NULL,
    options TEXT NOT NULL,
    verdict TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (run, compiler, options, verdict)
) STRICT, WITHOUT ROWID;

-- CPU time by part: 'generate', 'machine', 'compile', 'run', 'ourselves'; of which compiler, where it is one's.
CREATE TABLE cpu (
    run INTEGER NOT NULL REFERENCES runs (id),
    part TEXT NOT NULL,
    compiler TEXT NOT NULL,
    micros INTEGER NOT NULL,
    PRIMARY KEY (run, part, compiler)
) STRICT, WITHOUT ROWID;

-- Where a run stood at a time, for plots.
CREATE TABLE samples (
    run INTEGER NOT NULL REFERENCES runs (id),
    at_ms INTEGER NOT NULL,
    programs INTEGER NOT NULL,
    findings INTEGER NOT NULL,
    cpu TEXT NOT NULL,
    PRIMARY KEY (run, at_ms)
) STRICT, WITHOUT ROWID;

-- Findings with the same key are probably one bug.
CREATE TABLE bugs (
    key TEXT PRIMARY KEY,
    times INTEGER NOT NULL,
    first_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    known INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE findings (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs (id),
    key TEXT NOT NULL REFERENCES bugs (key),
    seed INTEGER NOT NULL,
    sub_seed INTEGER NOT NULL,
    compiler TEXT NOT NULL,
    family TEXT NOT NULL,
    version TEXT NOT NULL,
    options TEXT NOT NULL,      -- JSON: the sets of options with this outcome, the cheapest first
    verdict TEXT NOT NULL,
    signature TEXT NOT NULL,
    expected TEXT NOT NULL,
    actual TEXT NOT NULL,
    said TEXT NOT NULL,         -- by the compiler
    opinions TEXT NOT NULL,     -- who agreed with whom
    generate TEXT NOT NULL,     -- commands
    build TEXT NOT NULL,
    execute TEXT NOT NULL,
    meta TEXT NOT NULL,         -- JSON
    found_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX findings_by_key ON findings (key);

-- The text of a finding's program, for the first findings of each key.
CREATE TABLE sources (
    finding INTEGER NOT NULL REFERENCES findings (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (finding, name)
) STRICT, WITHOUT ROWID;

"""The schema of a library's file, as the steps that made it; none is ever changed, only added."""

MARK = 0x5645524C
"""SQLite's application_id: "VERL" in ASCII, beside the cache's "VERA"."""

FIRST = (
    (
        "CREATE TABLE generation (id INTEGER PRIMARY KEY, manifest BLOB NOT NULL,"
        " current INTEGER NOT NULL, seal BLOB NOT NULL) STRICT"
    ),
    (
        "CREATE TABLE document (id INTEGER PRIMARY KEY, generation INTEGER NOT NULL,"
        " digest BLOB NOT NULL, media_type BLOB NOT NULL, reader INTEGER NOT NULL,"
        " title BLOB NOT NULL, pages INTEGER NOT NULL, chunks INTEGER NOT NULL,"
        " seal BLOB NOT NULL, checksum BLOB NOT NULL, record BLOB NOT NULL, units BLOB NOT NULL,"
        " UNIQUE (generation, digest, media_type)) STRICT"
    ),
    (
        "CREATE TABLE place (path BLOB PRIMARY KEY, digest BLOB NOT NULL, media_type BLOB NOT NULL,"
        " size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, vanished INTEGER NOT NULL,"
        " seal BLOB NOT NULL)"
        " STRICT, WITHOUT ROWID"
    ),
    "CREATE INDEX place_document ON place (digest, media_type)",
    (
        "CREATE TABLE chunk (id INTEGER PRIMARY KEY, document INTEGER NOT NULL,"
        " at INTEGER NOT NULL, name BLOB NOT NULL, first INTEGER NOT NULL,"
        " last INTEGER NOT NULL, pages BLOB NOT NULL, section BLOB NOT NULL,"
        " text BLOB NOT NULL, seal BLOB NOT NULL, UNIQUE (document, at)) STRICT"
    ),
    (
        "CREATE TABLE matrix (document INTEGER PRIMARY KEY, checksum BLOB NOT NULL,"
        " vectors BLOB NOT NULL) STRICT"
    ),
    (
        "CREATE VIRTUAL TABLE words USING fts5(text, title, tags, aliases,"
        " tokenize = \"ascii tokenchars '.,'''\")"
    ),
)
"""A document is one content read as one media type, in one generation; `place` says where its file
lies. `units` and `vectors` are float32 rows, of its units and of its chunks; a chunk's row in
`words` has its own id, and holds stems. A `seal` is the checksum of a row's small columns."""

SECOND = (
    (
        "CREATE TABLE about (document INTEGER NOT NULL, source TEXT NOT NULL,"
        " field TEXT NOT NULL, at INTEGER NOT NULL, used INTEGER NOT NULL, key TEXT NOT NULL,"
        " fold TEXT NOT NULL, number REAL, value BLOB NOT NULL, origin BLOB NOT NULL,"
        " seal BLOB NOT NULL, PRIMARY KEY (document, source, field, at)) STRICT"
    ),
    "CREATE INDEX about_key ON about (field, key)",
    "CREATE INDEX about_number ON about (field, number)",
    (
        "CREATE TABLE given (path BLOB NOT NULL, field TEXT NOT NULL, value BLOB NOT NULL,"
        " seal BLOB NOT NULL, PRIMARY KEY (path, field)) STRICT"
    ),
    (
        "CREATE TABLE bibliography (path BLOB PRIMARY KEY, digest BLOB NOT NULL,"
        " seal BLOB NOT NULL) STRICT"
    ),
    (
        "CREATE TABLE entry (id INTEGER PRIMARY KEY, bibliography BLOB NOT NULL,"
        " said BLOB NOT NULL, seal BLOB NOT NULL) STRICT"
    ),
    "CREATE INDEX entry_bibliography ON entry (bibliography)",
    (
        "CREATE TABLE entry_key (entry INTEGER NOT NULL, field TEXT NOT NULL, key TEXT NOT NULL,"
        " PRIMARY KEY (entry, field, key)) STRICT"
    ),
    "CREATE INDEX entry_key_key ON entry_key (field, key)",
)
"""Metadata. `about` has what each source says of a document, a row a value, those that count with
`used`; `key` is what two papers share that have the same, `fold` what a filter looks at, `number` a
year, or seconds since 1970. It can be made again: from the record of the document, from what was
`given` with a file, and from each `entry` of a bibliography (JSON), whose keys find its paper."""

THIRD = (
    (
        "CREATE TABLE link (document INTEGER NOT NULL, at INTEGER NOT NULL, sort TEXT NOT NULL,"
        " text BLOB NOT NULL, seal BLOB NOT NULL, keys_seal BLOB NOT NULL,"
        " PRIMARY KEY (document, at)) STRICT"
    ),
    (
        "CREATE TABLE link_key (document INTEGER NOT NULL, at INTEGER NOT NULL,"
        " field TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (document, at, field, key)) STRICT"
    ),
    "CREATE INDEX link_key_key ON link_key (field, key)",
    (
        "CREATE TABLE linked (document INTEGER PRIMARY KEY, version INTEGER NOT NULL,"
        " links INTEGER NOT NULL) STRICT"
    ),
    "CREATE TABLE stem (path BLOB PRIMARY KEY, key TEXT NOT NULL) STRICT",
    "CREATE INDEX stem_key ON stem (key)",
)
"""The graph. `link` has what a document cites, an entry of its references or a wikilink a row, as
it is written, with a seal of its keys; `link_key` what it can be found by, to be met by `key` of
`about` and of `stem`, which has what wikilinks call a file. `linked` says which documents were
looked through, by which version, and how many links they have. All can be made again from the
records and the places."""

FOURTH = (
    (
        "CREATE TABLE change (id INTEGER PRIMARY KEY, document INTEGER NOT NULL,"
        " gone INTEGER NOT NULL, mark BLOB NOT NULL, seal BLOB NOT NULL) STRICT"
    ),
    "INSERT INTO change (document, gone, mark, seal) VALUES (0, 1, randomblob(8), x'')",
)
"""A list of the documents that came and went, which no row ever leaves: what is made of the library
follows it. The first row gives the library a mark before any."""

MIGRATIONS = (FIRST, SECOND, THIRD, FOURTH)
"""The statements that lead from each version of the schema, from 0 on, to the next."""

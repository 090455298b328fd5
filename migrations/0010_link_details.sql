-- Title, notes, tags and the caller's own id of a link (docs/adr/0049). They are in tables of their own, so that a link
-- without them writes no further row. No visit reads these tables.
-- A worker that does not know these tables may delete a link, or take its alias again for a link with another id. Rows
-- of such a link stay. They count only while `links` has the code with that id, and not deleted.

-- The details of a link that was given any.
CREATE TABLE link_details (
  code        TEXT    PRIMARY KEY,                 -- of the link
  link_id     TEXT    NOT NULL,                    -- of the link: the details do not pass to a later link of the code
  account_id  TEXT    NOT NULL,                    -- of the link
  created_at  INTEGER NOT NULL,                    -- of the link: part of the keys of its rows in link_tags
  title       TEXT,
  notes       TEXT,
  external_id TEXT,                                -- the caller's own id
  tags        TEXT    NOT NULL DEFAULT '[]'        -- JSON: ids of tags, in the order given; ids of deleted tags stay
) WITHOUT ROWID;

-- Finds a link by the caller's own id, and keeps it unique in an account. Partial: other details cost nothing here.
CREATE UNIQUE INDEX link_details_by_external_id ON link_details (account_id, external_id) WHERE external_id IS NOT NULL;

-- The tags of an account. Links name a tag by its id, so a new name of the tag is one row.
CREATE TABLE tags (
  id          TEXT    PRIMARY KEY,                 -- random, never used again
  account_id  TEXT    NOT NULL,
  key         TEXT    NOT NULL,                    -- the name as it is compared: form NFC, lower case
  name        TEXT    NOT NULL,                    -- as first typed
  color       TEXT                                 -- one of packages/domain/tag-colors.ts; null: none was chosen
) WITHOUT ROWID;

-- Finds a tag by its name, lists the tags of an account, and keeps names unique in it.
CREATE UNIQUE INDEX tags_by_key ON tags (account_id, key);

-- Lists the links of a tag, newest first. The tags of a link are in link_details.
CREATE TABLE link_tags (
  tag_id      TEXT    NOT NULL,
  created_at  INTEGER NOT NULL,                    -- of the link
  code        TEXT    NOT NULL,                    -- of the link
  link_id     TEXT    NOT NULL,                    -- of the link
  PRIMARY KEY (tag_id, created_at, code)
) WITHOUT ROWID;

-- The links that were made with ifExists=return, by their destination, oldest first.
CREATE TABLE existing_links (
  account_id  TEXT    NOT NULL,
  url_hash    TEXT    NOT NULL,                    -- of the parsed destination, keyed with the pepper
  created_at  INTEGER NOT NULL,                    -- of the link
  code        TEXT    NOT NULL,                    -- of the link
  link_id     TEXT    NOT NULL,                    -- of the link
  PRIMARY KEY (account_id, url_hash, created_at, code)
) WITHOUT ROWID;

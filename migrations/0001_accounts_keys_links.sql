-- Accounts, keys and links. Times are epoch milliseconds, flags are 0 or 1.
-- D1 bills one written row for the table and one for each index that an insert touches, so every index says what it is
-- for.
-- WITHOUT ROWID makes the primary key the table itself: otherwise it would be a second, billed index.

-- An account owns keys and links, and has a plan.
CREATE TABLE accounts (
  id                TEXT    PRIMARY KEY,
  name              TEXT    NOT NULL,              -- need not be unique
  plan              TEXT    NOT NULL CHECK (plan IN ('FREE', 'HOBBY', 'INDIE', 'PRO')),
  suspended         INTEGER NOT NULL DEFAULT 0,    -- 1: its keys get 401, its links are 410
  reserved_override INTEGER NOT NULL DEFAULT 0,    -- 1: may use reserved aliases
  created_at        INTEGER NOT NULL
) WITHOUT ROWID;

-- The API keys. The KeyMeter object of a key is loaded from its row. The text of a key is never stored.
CREATE TABLE keys (
  id                 TEXT    PRIMARY KEY,          -- part of the key's text, and the name of its object
  account_id         TEXT    NOT NULL REFERENCES accounts (id),
  name               TEXT    NOT NULL,             -- printable ASCII, because a header carries it
  plan               TEXT    CHECK (plan IN ('FREE', 'HOBBY', 'INDIE', 'PRO')), -- null: the plan of its account
  status             TEXT    NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'revoked')),
  digest             TEXT    NOT NULL,             -- SHA-256 of the text, base64url
  previous_digest    TEXT,                         -- of the text before the last rotation
  previous_ends_at   INTEGER,                      -- when that text ends
  version            INTEGER NOT NULL DEFAULT 1,   -- grows with every change of the key or its account
  created_at         INTEGER NOT NULL
) WITHOUT ROWID;

-- Finds the keys of an account, to count its active ones and to send them a change of the account.
CREATE INDEX keys_by_account ON keys (account_id);

-- One row per code, for ever: a code never passes to another account, and a dead link keeps its row as a tombstone.
CREATE TABLE links (
  code        TEXT    PRIMARY KEY,                 -- lower case; the first insert owns it
  alias       TEXT,                                -- as typed; null: the code was generated
  id          TEXT    NOT NULL,                    -- new when the owner takes a dead code again
  account_id  TEXT    NOT NULL REFERENCES accounts (id),
  url         TEXT    NOT NULL,                    -- as sent, trimmed
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER,
  max_clicks  INTEGER,
  password    TEXT,                                -- '$pbkdf2-sha256$…', never the password itself
  gone        TEXT    CHECK (gone IN ('TIME', 'CLICKS', 'DELETED')), -- null: neither spent nor deleted
  blocked     TEXT,                                -- the operator's reason while blocked, else null
  threat      TEXT    CHECK (threat IN ('pending')), -- pending: the threat service has not judged it yet
  version     INTEGER NOT NULL DEFAULT 1,          -- grows with every change; objects and edge entries have it
  dirty       INTEGER NOT NULL DEFAULT 0,          -- 1: KV may lack the edge entry of this version
  put_at      INTEGER NOT NULL,                    -- when the latest put of the edge entry began
  quiet_at    INTEGER NOT NULL                     -- from then on no earlier put can land
) WITHOUT ROWID;

-- Lists an account's links, newest first, by keyset. It is the only index that an ordinary create writes to.
CREATE INDEX links_by_account ON links (account_id, created_at);

-- Finds the links that the cron puts again. Partial: a row that is not dirty costs nothing here.
CREATE INDEX links_dirty ON links (put_at) WHERE dirty = 1;

-- Finds the links that are still to be judged. Partial, as above.
CREATE INDEX links_pending ON links (created_at) WHERE threat = 'pending';

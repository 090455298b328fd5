-- The truth about accounts, keys and links. Moments are epoch milliseconds, flags are 0 or 1.
-- D1 bills a written row per table and per index an insert touches, so every index below says what it is for.
-- WITHOUT ROWID: the primary key is the table itself, not a second, billed index beside it.

-- Owns keys and links, and has a plan.
CREATE TABLE accounts (
  id                TEXT    PRIMARY KEY,
  name              TEXT    NOT NULL,              -- need not be unique
  plan              TEXT    NOT NULL CHECK (plan IN ('FREE', 'HOBBY', 'INDIE', 'PRO')),
  suspended         INTEGER NOT NULL DEFAULT 0,    -- 1: its keys answer 401, its links 410
  reserved_override INTEGER NOT NULL DEFAULT 0,    -- 1: may use reserved aliases
  created_at        INTEGER NOT NULL
) WITHOUT ROWID;

-- The copy of every API key that its KeyMeter object is loaded from. The text of a key is never stored.
CREATE TABLE keys (
  id                 TEXT    PRIMARY KEY,          -- stands in the key's text and names its object
  account_id         TEXT    NOT NULL REFERENCES accounts (id),
  name               TEXT    NOT NULL,             -- printable ASCII: it travels in a header
  plan               TEXT    CHECK (plan IN ('FREE', 'HOBBY', 'INDIE', 'PRO')), -- null: its account's plan
  status             TEXT    NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'revoked')),
  digest             TEXT    NOT NULL,             -- SHA-256 of the text, base64url
  previous_digest    TEXT,                         -- of the text before the last rotation …
  previous_ends_at   INTEGER,                      -- … which is valid until then
  version            INTEGER NOT NULL DEFAULT 1,   -- grows with every change of the key or its account
  created_at         INTEGER NOT NULL
) WITHOUT ROWID;

-- The keys of an account: the cap of active keys, and pushing an account's change to them.
CREATE INDEX keys_by_account ON keys (account_id);

-- One row per code, for ever: a code never passes to another account, and a dead link keeps its row as a tombstone.
CREATE TABLE links (
  code        TEXT    PRIMARY KEY,                 -- lower case; who inserts it first owns it
  alias       TEXT,                                -- as typed; null: the code was generated
  id          TEXT    NOT NULL,                    -- new when the owner takes a dead code again
  account_id  TEXT    NOT NULL REFERENCES accounts (id),
  url         TEXT    NOT NULL,                    -- as sent, trimmed
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER,
  max_clicks  INTEGER,
  password    TEXT,                                -- '$pbkdf2-sha256$…': never the password
  gone        TEXT    CHECK (gone IN ('TIME', 'CLICKS', 'DELETED')), -- null: alive, as far as the clock allows
  blocked     TEXT,                                -- the operator's reason, while blocked
  threat      TEXT    CHECK (threat IN ('pending')), -- pending: the threat service has still to be asked
  version     INTEGER NOT NULL DEFAULT 1,          -- grows with every change; objects and routes carry it
  dirty       INTEGER NOT NULL DEFAULT 0,          -- 1: KV may not yet hold this version of the route
  put_at      INTEGER NOT NULL,                    -- when the latest put of the route was begun
  quiet_at    INTEGER NOT NULL                     -- from when on no earlier put can still land
) WITHOUT ROWID;

-- An account's links, newest first, by keyset. The one index an ordinary create pays for.
CREATE INDEX links_by_account ON links (account_id, created_at);

-- What the minute's cron has to republish. Partial: a row that is not dirty costs nothing here.
CREATE INDEX links_dirty ON links (put_at) WHERE dirty = 1;

-- What has to be looked at again for threats. Partial, as above.
CREATE INDEX links_pending ON links (created_at) WHERE threat = 'pending';

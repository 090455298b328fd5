-- The developer console: who may come in, and what was asked there. No secret is stored, only digests (SHA-256, base64url).

-- When an account was deleted by its owner. The row stays, nameless, because codes stay with their account for ever.
ALTER TABLE accounts ADD COLUMN deleted_at INTEGER;

-- Deleted accounts whose links are still to become tombstones. A row goes when that is done.
CREATE TABLE deletions (
  account_id TEXT    PRIMARY KEY REFERENCES accounts (id),
  deleted_at INTEGER NOT NULL,
  up_to      INTEGER NOT NULL DEFAULT 0,           -- links made before this moment are tombstones already
  due_at     INTEGER NOT NULL                      -- when its next step may be taken: the longest due goes first
) WITHOUT ROWID;

-- A passkey (WebAuthn credential): it belongs to one account and one host name.
CREATE TABLE passkeys (
  id         TEXT    PRIMARY KEY,                  -- the credential's id, base64url
  account_id TEXT    NOT NULL REFERENCES accounts (id),
  name       TEXT    NOT NULL,                     -- what its owner calls it
  public_key TEXT    NOT NULL,                     -- COSE, base64url
  counter    INTEGER NOT NULL,                     -- signatures it has made, where it counts them
  transports TEXT    NOT NULL,                     -- JSON: how a browser reaches it
  created_at INTEGER NOT NULL,
  used_at    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- A browser that is signed in. The token is in its cookie and nowhere else.
CREATE TABLE sessions (
  digest     TEXT    PRIMARY KEY,
  id         TEXT    NOT NULL UNIQUE,              -- names it on a page, where its digest does not belong
  account_id TEXT    NOT NULL REFERENCES accounts (id),
  agent      TEXT    NOT NULL,                     -- browser and system, e.g. 'Firefox on Linux'
  created_at INTEGER NOT NULL,
  seen_at    INTEGER NOT NULL,                     -- to the hour
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- The operator's one-time links. Spending one deletes its row.
CREATE TABLE sign_in_links (
  digest     TEXT    PRIMARY KEY,
  account_id TEXT    NOT NULL REFERENCES accounts (id),
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id);
CREATE INDEX sign_in_links_by_end ON sign_in_links (expires_at);

-- WebAuthn challenges under way. Answering one deletes its row.
CREATE TABLE challenges (
  digest     TEXT    PRIMARY KEY,
  purpose    TEXT    NOT NULL CHECK (purpose IN ('sign-in', 'sign-up', 'passkey')),
  account_id TEXT    NOT NULL,                     -- whose passkey it will be; '' while that is not known
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX challenges_by_end ON challenges (expires_at);

-- A plan that was asked for, and the operator's answer.
CREATE TABLE upgrade_requests (
  id          TEXT    PRIMARY KEY,
  account_id  TEXT    NOT NULL REFERENCES accounts (id),
  plan        TEXT    NOT NULL CHECK (plan IN ('FREE', 'HOBBY', 'INDIE', 'PRO')),
  state       TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'declined')),
  message     TEXT,                                -- the operator's words
  created_at  INTEGER NOT NULL,
  answered_at INTEGER
) WITHOUT ROWID;
CREATE INDEX upgrade_requests_by_account ON upgrade_requests (account_id, created_at);

-- One open request per account, decided by the key and not by a look before the write.
CREATE UNIQUE INDEX upgrade_requests_open ON upgrade_requests (account_id) WHERE state = 'open';

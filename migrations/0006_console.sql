-- The developer console: sign-in and requests for plans. No secret is stored, only digests (SHA-256, base64url).

-- When the owner deleted the account. Its row stays without a name, because codes belong to their account for ever.
ALTER TABLE accounts ADD COLUMN deleted_at INTEGER;

-- Deleted accounts whose links are still to become tombstones. A row is deleted when all of them are.
CREATE TABLE deletions (
  account_id TEXT    PRIMARY KEY REFERENCES accounts (id),
  deleted_at INTEGER NOT NULL,
  up_to      INTEGER NOT NULL DEFAULT 0,           -- links made before this time are tombstones already
  due_at     INTEGER NOT NULL                      -- when its next step is due; the earliest comes first
) WITHOUT ROWID;

-- A passkey (WebAuthn credential): it belongs to one account and one host name.
CREATE TABLE passkeys (
  id         TEXT    PRIMARY KEY,                  -- the credential's id, base64url
  account_id TEXT    NOT NULL REFERENCES accounts (id),
  name       TEXT    NOT NULL,                     -- the owner's name for it
  public_key TEXT    NOT NULL,                     -- COSE, base64url
  counter    INTEGER NOT NULL,                     -- the authenticator's signature counter; 0 where it has none
  transports TEXT    NOT NULL,                     -- JSON: the transports by which a browser reaches it
  created_at INTEGER NOT NULL,
  used_at    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- A session: a browser that is signed in. Only its cookie holds the token.
CREATE TABLE sessions (
  digest     TEXT    PRIMARY KEY,
  id         TEXT    NOT NULL UNIQUE,              -- names the session on pages, which must not show its digest
  account_id TEXT    NOT NULL REFERENCES accounts (id),
  agent      TEXT    NOT NULL,                     -- browser and system, e.g. 'Firefox on Linux'
  created_at INTEGER NOT NULL,
  seen_at    INTEGER NOT NULL,                     -- to the hour
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- The operator's sign-in links. Using one deletes its row.
CREATE TABLE sign_in_links (
  digest     TEXT    PRIMARY KEY,
  account_id TEXT    NOT NULL REFERENCES accounts (id),
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id);
CREATE INDEX sign_in_links_by_end ON sign_in_links (expires_at);

-- Open WebAuthn challenges. The response to one deletes its row.
CREATE TABLE challenges (
  digest     TEXT    PRIMARY KEY,
  purpose    TEXT    NOT NULL CHECK (purpose IN ('sign-in', 'sign-up', 'passkey')),
  account_id TEXT    NOT NULL,                     -- the account of the passkey; '' while that is unknown
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX challenges_by_end ON challenges (expires_at);

-- A request for another plan, and the operator's decision.
CREATE TABLE upgrade_requests (
  id          TEXT    PRIMARY KEY,
  account_id  TEXT    NOT NULL REFERENCES accounts (id),
  plan        TEXT    NOT NULL CHECK (plan IN ('FREE', 'HOBBY', 'INDIE', 'PRO')),
  state       TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'declined')),
  message     TEXT,                                -- the operator's text
  created_at  INTEGER NOT NULL,
  answered_at INTEGER
) WITHOUT ROWID;
CREATE INDEX upgrade_requests_by_account ON upgrade_requests (account_id, created_at);

-- One open request per account. The unique index decides that, not a read before the write.
CREATE UNIQUE INDEX upgrade_requests_open ON upgrade_requests (account_id) WHERE state = 'open';

-- The tables of Swiftlet. Times are epoch milliseconds, flags are 0 or 1.
-- D1 bills one written row for the table and one for each index that an insert touches, so every index says what it is
-- for. A partial index costs nothing for a row that its condition leaves out.
-- WITHOUT ROWID makes the primary key the table itself: otherwise it would be a second, billed index.
-- No trigger stands here: wrangler sends the file to an endpoint that splits it at semicolons, also within BEGIN … END.
-- Until 1.0.0 a change of a format in KV or in a Durable Object adds one to this number, so that a folder or a database
-- with the former format is refused: 4.

-- An account owns keys and links, and has a plan.
CREATE TABLE accounts (
  id                TEXT    PRIMARY KEY,
  name              TEXT    NOT NULL,              -- need not be unique
  plan              TEXT    NOT NULL CHECK (plan IN ('FREE', 'HOBBY', 'INDIE', 'PRO')),
  suspended         INTEGER NOT NULL DEFAULT 0,    -- 1: its keys get 401, its links are 410
  reserved_override INTEGER NOT NULL DEFAULT 0,    -- 1: may use reserved aliases
  created_at        INTEGER NOT NULL,
  deleted_at        INTEGER                        -- by its owner: the row stays, because codes belong to it for ever
) WITHOUT ROWID;

-- Finds the accounts in the denylist.
CREATE INDEX accounts_suspended ON accounts (id) WHERE suspended = 1;

-- The account that owns links made without a key, where the deployment allows that.
INSERT INTO accounts (id, name, plan, created_at) VALUES ('legacy', 'legacy', 'FREE', 0);

-- The API keys. The KeyMeter object of a key is loaded from its row. The text of a key is never stored.
CREATE TABLE keys (
  id                 TEXT    PRIMARY KEY,          -- part of the key's text, and the name of its object
  account_id         TEXT    NOT NULL REFERENCES accounts (id),
  name               TEXT    NOT NULL,             -- printable ASCII, because a header carries it
  plan               TEXT    CHECK (plan IN ('FREE', 'HOBBY', 'INDIE', 'PRO')), -- null: the plan of its account
  status             TEXT    NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'revoked')),
  digest             TEXT    NOT NULL,             -- SHA-256 of the text, base64url
  last_four          TEXT    NOT NULL,             -- the last four random characters of the text; '' after a deletion
  previous_digest    TEXT,                         -- of the text before the last rotation
  previous_last_four TEXT,                         -- the same of that text
  previous_ends_at   INTEGER,                      -- when that text ends
  version            INTEGER NOT NULL DEFAULT 1,   -- grows with every change of the key or its account
  pushed_version     INTEGER NOT NULL DEFAULT 1,   -- the version that its object has; it loads version 1 by itself
  created_at         INTEGER NOT NULL,
  made_by            TEXT    NOT NULL CHECK (made_by IN ('operator', 'console')),
  scopes             TEXT,                         -- JSON; null: all, also those of later versions
  link_reach         TEXT    CHECK (link_reach IN ('own')), -- own: only links that it has made; null: all
  origins            TEXT,                         -- JSON: the origins whose pages may use it; null: no CORS headers
  per_minute         INTEGER,                      -- a limit of its own, in force where it is lower than its plan's
  per_month          INTEGER,                      -- the same
  expires_at         INTEGER,                      -- it is refused from then on; null: it never expires
  last_used_at       INTEGER,                      -- the beginning of the hour of the last call that was admitted
  self_revoked_at    INTEGER                       -- when a call with the key itself has revoked it
) WITHOUT ROWID;

-- Finds the keys of an account, to send them a change of the account.
CREATE INDEX keys_by_account ON keys (account_id);

-- Finds the keys whose objects lack a change.
CREATE INDEX keys_stale ON keys (account_id) WHERE version > pushed_version;

-- Counts the keys of an account that are not revoked, which have a limit; revoked keys have none.
CREATE INDEX keys_usable ON keys (account_id) WHERE status <> 'revoked';

-- Lists the revoked keys of an account, newest first, so that a page reads only the rows it shows.
CREATE INDEX keys_revoked ON keys (account_id, created_at) WHERE status = 'revoked';

-- One row per code, for ever: a code never passes to another account, and a dead link keeps its row as a tombstone.
CREATE TABLE links (
  code           TEXT    PRIMARY KEY,              -- lower case; the first insert owns it
  alias          TEXT,                             -- as typed; null: the code was generated
  id             TEXT    NOT NULL,                 -- new when the owner takes a dead code again
  account_id     TEXT    NOT NULL REFERENCES accounts (id),
  made_by        TEXT,                             -- the id of the key; null: the console or an import. No index: every
                                                   -- creation would pay for it
  url            TEXT    NOT NULL,                 -- as sent, trimmed
  created_at     INTEGER NOT NULL,
  expires_at     INTEGER,
  max_clicks     INTEGER,
  password       TEXT,                             -- '$pbkdf2-sha256$…', never the password itself
  gone           TEXT    CHECK (gone IN ('TIME', 'CLICKS', 'DELETED')), -- null: neither spent nor deleted
  blocked        TEXT,                             -- the operator's reason while blocked, else null
  accepted       INTEGER NOT NULL DEFAULT 0,       -- 1: the operator has unblocked this destination, and no check
                                                   -- blocks it again. 0 after another destination or a block by the
                                                   -- operator, and for a later link of the code
  url_changed    INTEGER NOT NULL DEFAULT 0,       -- 1: since the link was blocked, so the operator has reviewed
                                                   -- another destination
  threat         TEXT    CHECK (threat IN ('pending')), -- pending: the threat service has not checked it yet
  checked_at     INTEGER,                          -- of the last check after the creation; while pending, of the last
                                                   -- one without a verdict
  refused_checks INTEGER NOT NULL DEFAULT 0,       -- while pending: how often the service has refused to check it
  unjudgeable_at INTEGER,                          -- since when the operator has to review it, after too many refusals
  version        INTEGER NOT NULL DEFAULT 1,       -- grows with every change; objects and edge entries have it
  dirty          INTEGER NOT NULL DEFAULT 0,       -- 1: KV may lack the edge entry of this version
  put_at         INTEGER NOT NULL,                 -- when the latest put of the edge entry began
  quiet_at       INTEGER NOT NULL                  -- from then on no earlier put can land
) WITHOUT ROWID;

-- Lists an account's links, newest first, by keyset. It is the only index that an ordinary create writes to. It has
-- `gone` and `expires_at`, so that the links that are not deleted are counted, and those that end soon are found, without
-- a look at each.
CREATE INDEX links_by_account ON links (account_id, created_at, code, gone, expires_at);

-- Lists the links of an account that are used up or blocked, by their last change.
CREATE INDEX links_stopped ON links (account_id, put_at) WHERE gone = 'CLICKS' OR blocked IS NOT NULL;

-- Finds the links that the cron puts again.
CREATE INDEX links_dirty ON links (put_at) WHERE dirty = 1;

-- The pending links in the order of their last check: one that never gets a verdict must not delay the others.
CREATE INDEX links_pending ON links (coalesce(checked_at, created_at)) WHERE threat = 'pending';

-- Lists what GET /admin/threats returns, the oldest first.
CREATE INDEX links_unjudgeable ON links (unjudgeable_at) WHERE unjudgeable_at IS NOT NULL;

-- Title, notes, tags and the caller's own id of a link that was given any (docs/design/publishing-to-kv.md). They are
-- in a table of their own, so that a link without them writes no further row. No visit reads it.
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

-- Finds a link by the caller's own id, and keeps it unique in an account.
CREATE UNIQUE INDEX link_details_by_external_id ON link_details (account_id, external_id) WHERE external_id IS NOT NULL;

-- The tags of an account. Links name a tag by its id, so a new name of the tag is one row.
CREATE TABLE tags (
  id         TEXT PRIMARY KEY,                     -- random, never used again
  account_id TEXT NOT NULL,
  key        TEXT NOT NULL,                        -- the name as it is compared: form NFC, lower case
  name       TEXT NOT NULL,                        -- as first typed
  color      TEXT                                  -- one of packages/domain/tag-colors.ts; null: none was chosen
) WITHOUT ROWID;

-- Finds a tag by its name, lists the tags of an account, and keeps names unique in it.
CREATE UNIQUE INDEX tags_by_key ON tags (account_id, key);

-- Lists the links of a tag, newest first. The tags of a link are in link_details.
CREATE TABLE link_tags (
  tag_id     TEXT    NOT NULL,
  created_at INTEGER NOT NULL,                     -- of the link
  code       TEXT    NOT NULL,                     -- of the link
  link_id    TEXT    NOT NULL,                     -- of the link
  PRIMARY KEY (tag_id, created_at, code)
) WITHOUT ROWID;

-- The links that were made with ifExists=return, by their destination, oldest first.
CREATE TABLE existing_links (
  account_id TEXT    NOT NULL,
  url_hash   TEXT    NOT NULL,                     -- of the parsed destination, keyed with the pepper
  created_at INTEGER NOT NULL,                     -- of the link
  code       TEXT    NOT NULL,                     -- of the link
  link_id    TEXT    NOT NULL,                     -- of the link
  PRIMARY KEY (account_id, url_hash, created_at, code)
) WITHOUT ROWID;

-- Deletions and ends of links that the console carries out ten seconds later, or as much later as their owner asks, so
-- that they can be undone until then (docs/design/console-and-forms.md). The rows of one form have the same due time. A
-- deletion and an end of one link are two rows, so that the undo of one leaves the other.
CREATE TABLE scheduled_acts (
  account_id TEXT    NOT NULL,                     -- of the link
  code       TEXT    NOT NULL,                     -- of the link
  link_id    TEXT    NOT NULL,                     -- of the link: nothing happens to a later link of the code
  act        TEXT    NOT NULL,                     -- 'delete', or 'expire' for an end at that moment
  due_at     INTEGER NOT NULL,                     -- the first request or cron from then on carries it out
  extended   INTEGER NOT NULL DEFAULT 0,           -- how often its owner has asked for more time
  PRIMARY KEY (account_id, code, act)
) WITHOUT ROWID;

-- Finds the acts that are due.
CREATE INDEX scheduled_acts_by_due ON scheduled_acts (due_at, account_id);

-- The settings that the operator has changed at run time, as JSON by name. Without a row the worker's variable holds.
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Whether KV has the newest denylist (suspended accounts, blocked hosts). It has one row, and the columns mean the same
-- as in `links`.
CREATE TABLE denylist (
  only     INTEGER PRIMARY KEY CHECK (only = 1),
  version  INTEGER NOT NULL,
  dirty    INTEGER NOT NULL,
  put_at   INTEGER NOT NULL,
  quiet_at INTEGER NOT NULL
);
INSERT INTO denylist (only, version, dirty, put_at, quiet_at) VALUES (1, 1, 0, 0, 0);

-- Hosts that no link may lead to, old or new. Their subdomains are blocked too.
CREATE TABLE blocked_hosts (
  host TEXT PRIMARY KEY                            -- lower case, punycode
) WITHOUT ROWID;

-- One row: how far the repeated checks of all links have come, and the last result of the canary.
CREATE TABLE threat_watch (
  only          INTEGER PRIMARY KEY CHECK (only = 1),
  checked_up_to TEXT    NOT NULL DEFAULT '',       -- the last code checked; the next run goes on after it
  canary_at     INTEGER NOT NULL DEFAULT 0,
  canary        TEXT    NOT NULL DEFAULT 'none' CHECK (canary IN ('none', 'alive', 'dead'))
);
INSERT INTO threat_watch (only) VALUES (1);

-- Deleted accounts whose links are still to become tombstones. A row is deleted when all of them are.
CREATE TABLE deletions (
  account_id TEXT    PRIMARY KEY REFERENCES accounts (id),
  deleted_at INTEGER NOT NULL,
  up_to      INTEGER NOT NULL DEFAULT 0,           -- links made before this time are tombstones already
  due_at     INTEGER NOT NULL                      -- when its next step is due; the earliest comes first
) WITHOUT ROWID;

-- The developer console. No secret is stored, only digests (SHA-256, base64url).

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
  country    TEXT,                                 -- of the sign-in, like DE; null where Cloudflare does not name it
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
  reason      TEXT,                                -- what it needs the plan for, in the account's words, if it said
  state       TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'declined')),
  message     TEXT,                                -- the operator's text
  created_at  INTEGER NOT NULL,
  answered_at INTEGER
) WITHOUT ROWID;
CREATE INDEX upgrade_requests_by_account ON upgrade_requests (account_id, created_at);

-- One open request per account. The unique index decides that, not a read before the write.
CREATE UNIQUE INDEX upgrade_requests_open ON upgrade_requests (account_id) WHERE state = 'open';

-- How the QR codes of an account look in the console, and its logo. An account that has chosen nothing has no row.
CREATE TABLE qr_styles (
  account_id TEXT    PRIMARY KEY REFERENCES accounts (id),
  color      TEXT    NOT NULL,                     -- of the code, like 1b2f6b
  bg_color   TEXT    NOT NULL,                     -- of its background
  has_logo   INTEGER NOT NULL,                     -- 1: a code begins with the logo in the middle
  logo       TEXT                                  -- a PNG of our own, 512 px and 100,000 bytes at most; null: none
) WITHOUT ROWID;

-- The UTM templates of an account, with which the console fills the UTM fields of a destination. No link names one.
CREATE TABLE utm_templates (
  id         TEXT PRIMARY KEY,                     -- random
  account_id TEXT NOT NULL,
  key        TEXT NOT NULL,                        -- the name as it is compared: form NFC, lower case
  name       TEXT NOT NULL,
  query      TEXT NOT NULL                         -- the parameters, like utm_source=news&utm_medium=email
) WITHOUT ROWID;

-- Lists the templates of an account, and keeps their names unique in it.
CREATE UNIQUE INDEX utm_templates_by_key ON utm_templates (account_id, key);

-- What happened to an account: who signed in, which keys and passkeys were made or ended, which links were deleted
-- (docs/design/console-and-forms.md). A row has no address, no destination and no secret. It is deleted after 90 days,
-- and with its account.
CREATE TABLE account_events (
  account_id TEXT    NOT NULL,
  number     INTEGER NOT NULL,                     -- counts the events of the account; grows while any row is left
  at         INTEGER NOT NULL,
  kind       TEXT    NOT NULL,                     -- like key.made (packages/domain/account-events.ts)
  actor      TEXT    NOT NULL,                     -- owner, key or operator
  actor_id   TEXT,                                 -- of the owner: the session; of a key: the key
  actor_name TEXT,                                 -- of the owner: the browser, like Firefox on Linux; of a key: its name
  subject    TEXT,                                 -- what it happened to: the id of a key, the code of a link
  name       TEXT,                                 -- the name that the subject had then
  detail     TEXT,                                 -- JSON; of key.changed the new values (KeyDetail), of session.begun the country
  PRIMARY KEY (account_id, number)
) WITHOUT ROWID;

-- Finds the rows that are older than 90 days.
CREATE INDEX account_events_by_time ON account_events (at);

-- Which text made these tables: the SHA-256 of this file without its last line. Until 1.0.0 the file may be edited, and
-- every command refuses a database that another text of it has made (packages/domain/tables-digest.ts).
CREATE TABLE made_from (
  sha256 TEXT PRIMARY KEY
) WITHOUT ROWID;
INSERT INTO made_from (sha256) VALUES ('153a139aa04d50c33d2138030fc3b43a42136c3f297200ab80129f8194381270');

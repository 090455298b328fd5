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

-- Finds the accounts in the denylist. Partial: an account that is not suspended costs nothing here.
CREATE INDEX accounts_suspended ON accounts (id) WHERE suspended = 1;

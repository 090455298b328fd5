-- Whether KV holds the newest denylist (suspended accounts, blocked hosts). One row; the columns mean what they mean in
-- `links`.
CREATE TABLE denylist (
  only     INTEGER PRIMARY KEY CHECK (only = 1),
  version  INTEGER NOT NULL,
  dirty    INTEGER NOT NULL,
  put_at   INTEGER NOT NULL,
  quiet_at INTEGER NOT NULL
);
INSERT INTO denylist (only, version, dirty, put_at, quiet_at) VALUES (1, 1, 0, 0, 0);

-- What stands in the denylist. Partial: an account in good standing costs nothing here.
CREATE INDEX accounts_suspended ON accounts (id) WHERE suspended = 1;

-- What happened to an account: who signed in, which keys and passkeys were made or ended, which links were deleted
-- (docs/adr/0062). A row has no address, no destination and no secret. It is deleted after 90 days, and with its account.
-- A worker that does not know this table writes no rows; the cron of a later one deletes them.

CREATE TABLE account_events (
  account_id  TEXT    NOT NULL,
  number      INTEGER NOT NULL,                    -- counts the events of the account; grows while any row is left
  at          INTEGER NOT NULL,
  kind        TEXT    NOT NULL,                    -- like key.made (packages/domain/account-events.ts)
  actor       TEXT    NOT NULL,                    -- owner, key or operator
  actor_id    TEXT,                                -- of the owner: the session; of a key: the key
  actor_name  TEXT,                                -- of the owner: the browser, like Firefox on Linux; of a key: its name
  subject     TEXT,                                -- what it happened to: the id of a key, the code of a link
  name        TEXT,                                -- the name that the subject had then
  PRIMARY KEY (account_id, number)
) WITHOUT ROWID;

-- Finds the rows that are older than 90 days.
CREATE INDEX account_events_by_time ON account_events (at);

-- What an account needs the requested plan for, in its own words. NULL: it did not say, or asked before this column.
ALTER TABLE upgrade_requests ADD COLUMN reason TEXT;

-- Deletions of links that the console carries out ten seconds later, so that they can be undone until then
-- (docs/adr/0060). Rows whose form was sent at once have the same due time: they are one deletion.
-- A worker that does not know this table leaves its rows, and the next one that does carries them out.

CREATE TABLE scheduled_deletions (
  account_id  TEXT    NOT NULL,                    -- of the link
  code        TEXT    NOT NULL,                    -- of the link
  link_id     TEXT    NOT NULL,                    -- of the link: a later link of the code is not deleted
  due_at      INTEGER NOT NULL,                    -- the link is deleted by the first request or cron from then on
  PRIMARY KEY (account_id, code)
) WITHOUT ROWID;

-- Finds the deletions that are due.
CREATE INDEX scheduled_deletions_by_due ON scheduled_deletions (due_at, account_id);

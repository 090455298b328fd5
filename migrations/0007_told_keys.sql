-- Which KeyMeter objects still need a change of their key, so that it can be sent in portions, and any worker can finish
-- that.

-- The version of the row that the key's object is known to have. For a new key it is 1, which the object loads by itself
-- at its first call.
ALTER TABLE keys ADD COLUMN told_version INTEGER NOT NULL DEFAULT 1;

-- Existing objects have got every change. Only the keys of accounts that are being deleted are sent once more.
UPDATE keys SET told_version = version WHERE account_id NOT IN (SELECT account_id FROM deletions);

-- Finds the keys whose objects lack a change. Partial: any other key costs nothing here.
CREATE INDEX keys_untold ON keys (account_id) WHERE version > told_version;

-- Counts the keys of an account that are not revoked, which have a limit; revoked keys have none.
CREATE INDEX keys_usable ON keys (account_id) WHERE status <> 'revoked';

-- Lists the revoked keys of an account, newest first, so that a page reads only the rows it shows.
CREATE INDEX keys_revoked ON keys (account_id, created_at) WHERE status = 'revoked';

-- Which objects of keys have still to be told of a change, so that telling them can go in portions and be finished by anybody.

-- The version of its record that the key's object is known to have. Of a new key it is the first one, which the object
-- loads by itself at its first call.
ALTER TABLE keys ADD COLUMN told_version INTEGER NOT NULL DEFAULT 1;

-- What is there was told when it was changed; keys of accounts whose deletion is under way are told once more.
UPDATE keys SET told_version = version WHERE account_id NOT IN (SELECT account_id FROM deletions);

-- The keys whose objects have still to be told. Partial: a key that was told costs nothing here.
CREATE INDEX keys_untold ON keys (account_id) WHERE version > told_version;

-- The keys of an account that can be used or switched on, which are capped: revoked ones may be any number.
CREATE INDEX keys_usable ON keys (account_id) WHERE status <> 'revoked';

-- The revoked keys of an account, newest first: a page shows so many of them and reads no more.
CREATE INDEX keys_revoked ON keys (account_id, created_at) WHERE status = 'revoked';

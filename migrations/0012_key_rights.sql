-- Keys that can be given away. Every column is null for a key without restrictions, and for one that an earlier worker
-- makes. An earlier worker knows none of them, so a key is restricted only once every worker has this version.

-- JSON: the scopes of the key; null: all, also those of later versions.
ALTER TABLE keys ADD COLUMN scopes TEXT;

-- The key is refused from this time on; null: it never expires.
ALTER TABLE keys ADD COLUMN expires_at INTEGER;

-- own: the key reaches only the links that it has made; null: all links of its account.
ALTER TABLE keys ADD COLUMN link_reach TEXT CHECK (link_reach IN ('own'));

-- JSON: the origins whose pages may use the key; null: the key sends no CORS headers.
ALTER TABLE keys ADD COLUMN origins TEXT;

-- Limits of the key's own, in force where they are lower than those of its plan; null: those of its plan.
ALTER TABLE keys ADD COLUMN per_minute INTEGER;
ALTER TABLE keys ADD COLUMN per_month INTEGER;

-- The beginning of the hour of the last call that was admitted; null: none is known.
ALTER TABLE keys ADD COLUMN last_used_at INTEGER;

-- Who has made the key; null: a version before 0.16 did.
ALTER TABLE keys ADD COLUMN made_by TEXT CHECK (made_by IN ('operator', 'console'));

-- When a call with the key itself has revoked it; null: none has.
ALTER TABLE keys ADD COLUMN self_revoked_at INTEGER;

-- The id of the key that has made the link; null: the console, an import or an earlier worker did. It has no index,
-- because every creation would pay for that.
ALTER TABLE links ADD COLUMN made_by TEXT;

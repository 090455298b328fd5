-- When a link was last looked at again; null: not since it was made. While it is pending, when the service last failed to say.
ALTER TABLE links ADD COLUMN looked_at INTEGER;

-- The pending ones in the order of their turn: one that the service never answers for must not keep others waiting.
DROP INDEX links_pending;
CREATE INDEX links_pending ON links (coalesce(looked_at, created_at)) WHERE threat = 'pending';

-- Hosts that no link may lead to, old or new; their subdomains are meant too.
CREATE TABLE blocked_hosts (
  host TEXT PRIMARY KEY                            -- lower case, punycode
) WITHOUT ROWID;

-- One row: how far the second look has come, and what the canary last saw.
CREATE TABLE threat_watch (
  only         INTEGER PRIMARY KEY CHECK (only = 1),
  looked_up_to TEXT    NOT NULL DEFAULT '',        -- the code after which the next run goes on
  canary_at    INTEGER NOT NULL DEFAULT 0,
  canary       TEXT    NOT NULL DEFAULT 'none' CHECK (canary IN ('none', 'alive', 'dead'))
);
INSERT INTO threat_watch (only) VALUES (1);

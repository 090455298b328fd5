-- When a link was last judged again; null: not since it was made. While it is pending: when the service last failed to
-- judge it.
ALTER TABLE links ADD COLUMN looked_at INTEGER;

-- The pending links in the order of their last try: one that the service never judges must not delay the others.
DROP INDEX links_pending;
CREATE INDEX links_pending ON links (coalesce(looked_at, created_at)) WHERE threat = 'pending';

-- Hosts that no link may lead to, old or new. Their subdomains are blocked too.
CREATE TABLE blocked_hosts (
  host TEXT PRIMARY KEY                            -- lower case, punycode
) WITHOUT ROWID;

-- One row: how far the repeated judging of all links has come, and the last result of the canary.
CREATE TABLE threat_watch (
  only         INTEGER PRIMARY KEY CHECK (only = 1),
  looked_up_to TEXT    NOT NULL DEFAULT '',        -- the last code judged; the next run goes on after it
  canary_at    INTEGER NOT NULL DEFAULT 0,
  canary       TEXT    NOT NULL DEFAULT 'none' CHECK (canary IN ('none', 'alive', 'dead'))
);
INSERT INTO threat_watch (only) VALUES (1);

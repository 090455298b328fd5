-- What looks at a link may come to besides safe and unsafe, and the operator's last word.

-- 1: the operator has unblocked the link with this destination, and no look blocks it again. 0 again with another destination,
-- a block by the operator, and when the code is taken again.
ALTER TABLE links ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0;

-- While pending: the looks at which the threat service refused to judge the destination.
ALTER TABLE links ADD COLUMN refused_looks INTEGER NOT NULL DEFAULT 0;

-- Since when it is the operator's to judge, because the service refused too often; null: it is not.
ALTER TABLE links ADD COLUMN unjudgeable_at INTEGER;

-- 1: its owner has changed the destination while it was blocked, so that who unblocks it has judged another one.
ALTER TABLE links ADD COLUMN swapped INTEGER NOT NULL DEFAULT 0;

-- What GET /admin/threats shows, the oldest first. Partial: any other row costs nothing here.
CREATE INDEX links_unjudgeable ON links (unjudgeable_at) WHERE unjudgeable_at IS NOT NULL;

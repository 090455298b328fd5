-- Verdicts beside safe and unsafe, and the operator's decision, which overrides them.

-- 1: the operator has unblocked the link with this destination, and no verdict blocks it again. It is 0 again after
-- another destination, a block by the operator, or another link under the code.
ALTER TABLE links ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0;

-- While pending: how often the threat service has refused to judge the destination.
ALTER TABLE links ADD COLUMN refused_looks INTEGER NOT NULL DEFAULT 0;

-- Since when the operator has to judge it, because the service has refused too often; null: the operator need not.
ALTER TABLE links ADD COLUMN unjudgeable_at INTEGER;

-- 1: the owner changed the destination while the link was blocked, so the operator has judged another one.
ALTER TABLE links ADD COLUMN swapped INTEGER NOT NULL DEFAULT 0;

-- Lists what GET /admin/threats returns, the oldest first. Partial: any other row costs nothing here.
CREATE INDEX links_unjudgeable ON links (unjudgeable_at) WHERE unjudgeable_at IS NOT NULL;

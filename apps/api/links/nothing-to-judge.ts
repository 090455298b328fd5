/** The SET clause of a link whose destination no look is to judge any more: somebody has decided, or nobody can follow it. */
export const NOTHING_TO_JUDGE = 'threat = NULL, refused_looks = 0, unjudgeable_at = NULL';

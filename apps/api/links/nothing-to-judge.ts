/** What is set of a link whose destination no look is to judge any more: somebody has decided, or nobody can follow it. */
export const NOTHING_TO_JUDGE = { threat: null, refusedLooks: 0, unjudgeableAt: null };

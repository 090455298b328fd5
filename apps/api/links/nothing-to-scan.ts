/** What is set of a link whose destination is not to be scanned any more: somebody has decided, or nobody can follow it. */
export const NOTHING_TO_SCAN = { threat: null, refusedLooks: 0, unjudgeableAt: null };

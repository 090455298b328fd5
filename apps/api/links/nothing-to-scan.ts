/** The columns of a link whose destination needs no more scans: it was judged, or no visitor is redirected to it. */
export const NOTHING_TO_SCAN = { threat: null, refusedLooks: 0, unjudgeableAt: null };

/** The columns of a link that needs no more threat scans: it has a verdict, or it redirects no visitors. */
export const NOTHING_TO_SCAN = { threat: null, refusedScans: 0, unjudgeableAt: null };

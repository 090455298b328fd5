/** Meters and tables. */
export const TABLES = `
progress{display:block;width:100%;height:.5rem;margin:.375rem 0;appearance:none;border:0;border-radius:1rem;overflow:hidden;background:var(--wash)}
progress::-webkit-progress-bar{background:var(--wash)}
progress::-webkit-progress-value{background:var(--bar);border-radius:1rem}
progress::-moz-progress-bar{background:var(--bar)}
progress.full::-webkit-progress-value{background:var(--wrong)}
progress.full::-moz-progress-bar{background:var(--wrong)}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.5rem .75rem .5rem 0;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-size:.8125rem;font-weight:600}
th[scope=row]{font-weight:500}
td.end,th.end{padding-right:0;text-align:right}
.wide{overflow-x:auto}
`;

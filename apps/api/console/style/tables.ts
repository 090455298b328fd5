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
.swatches{padding:0}
.swatches legend{margin-bottom:.3125rem}
.swatches .line{gap:.25rem;min-height:2.75rem}
.swatches label{position:relative;display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:50%;cursor:pointer}
.swatches input{position:absolute;inset:0;width:100%;height:100%;min-height:0;margin:0;opacity:0;cursor:pointer}
.swatches .dot{width:1.5rem;height:1.5rem}
.swatches label:hover{background:var(--wash)}
.swatches label:has(:checked){box-shadow:inset 0 0 0 2px var(--ink)}
.swatches label:has(:focus-visible){outline:3px solid var(--deed);outline-offset:2px}
.tinted .tag{align-self:center;flex:none;max-width:40%}
.head:has(.tinted){position:relative}
.head .tinted{inset:calc(100% + .5rem) 0 auto auto;width:min(100%,26rem)}
h1 .dot{display:inline-block;width:.4em;height:.4em;margin-right:.375em;vertical-align:.05em}
.head summary.button{min-height:2.25rem;padding:.25rem .875rem;font-size:.875rem}
@media(pointer:coarse){.head summary.button{min-height:2.75rem}}
.tinted:has([value=red]:checked) .tag{--hue:var(--red)}.tinted:has([value=orange]:checked) .tag{--hue:var(--orange)}.tinted:has([value=yellow]:checked) .tag{--hue:var(--yellow)}.tinted:has([value=green]:checked) .tag{--hue:var(--green)}.tinted:has([value=teal]:checked) .tag{--hue:var(--teal)}.tinted:has([value=blue]:checked) .tag{--hue:var(--blue)}.tinted:has([value=violet]:checked) .tag{--hue:var(--violet)}.tinted:has([value=pink]:checked) .tag{--hue:var(--pink)}
.dot{flex:none;width:.75rem;height:.75rem;border-radius:50%;background:var(--vivid,none);box-shadow:inset 0 0 0 1.5px var(--vivid,var(--edge))}
.dot[class*=" "],progress[class]{--vivid:oklch(from var(--hue) max(l,.58) calc(c*1.3) h)}
`;

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
.of-tags{table-layout:fixed;margin:-.5rem 0}
.of-tags th,.of-tags td{height:3.5rem;padding:0;vertical-align:middle}
.of-tags thead th{height:2.25rem}
.of-tags thead a{display:inline-flex;align-items:center;gap:.375rem;min-height:2.25rem;color:var(--soft);text-decoration:none}
.of-tags thead a:hover,.of-tags [aria-sort] a{color:var(--ink)}
.of-tags thead a::after{content:"↕";font-weight:400}
.of-tags thead .end a{flex-direction:row-reverse}
.of-tags [aria-sort] a::after{content:"↓"}
.of-tags [aria-sort=ascending] a::after{content:"↑"}
.of-tags .end{width:5rem}
.of-tags tbody tr{position:relative}
.of-tags tbody tr:hover{background:var(--wash)}
.of-tags tbody a{display:flex;align-items:center;gap:.75rem;min-width:0;color:inherit;text-decoration:none}
.of-tags tbody a::after{content:"";position:absolute;inset:0}
.of-tags bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
:is(.of-tags,.of-keys) td:last-child::after{content:"";display:inline-block;width:.4375rem;height:.4375rem;margin:0 .125rem 0 1rem;border:solid var(--soft);border-width:2px 2px 0 0;transform:rotate(45deg)}
.of-tags .end:last-child{width:6.5rem}
.of-tags thead .end:last-child{padding-right:1.5625rem}
.of-tags progress{display:none}
@media(min-width:40rem){.of-tags th,.of-tags td{height:3rem}.of-tags .end:last-child{width:52%}.of-tags progress{display:block;float:left;width:calc(100% - 11rem);margin:.5rem 0 0 3rem}}
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
h1 .dot{display:inline-block;margin-right:.375em;vertical-align:.125em}
.head summary.button{min-height:2.25rem;padding:.25rem .875rem;font-size:.875rem}
@media(pointer:coarse){.head summary.button{min-height:2.75rem}}
.tinted:has([value=red]:checked) .tag{--hue:var(--red)}.tinted:has([value=orange]:checked) .tag{--hue:var(--orange)}.tinted:has([value=yellow]:checked) .tag{--hue:var(--yellow)}.tinted:has([value=green]:checked) .tag{--hue:var(--green)}.tinted:has([value=teal]:checked) .tag{--hue:var(--teal)}.tinted:has([value=blue]:checked) .tag{--hue:var(--blue)}.tinted:has([value=violet]:checked) .tag{--hue:var(--violet)}.tinted:has([value=pink]:checked) .tag{--hue:var(--pink)}
.dot{flex:none;width:.75rem;height:.75rem;border-radius:50%;box-shadow:inset 0 0 0 1.5px var(--hue,var(--edge));background:var(--hue,none)}
`;

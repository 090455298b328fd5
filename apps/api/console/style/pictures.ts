/** Pictures of clicks, and rankings. */
export const PICTURES = `
.days{display:grid;gap:.75rem;margin:0}
.plot{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.375rem .625rem}
.plot .picture{height:11rem}
.ticks{display:flex;flex-direction:column;justify-content:space-between;margin:-.5rem 0;text-align:right;color:var(--soft);font-size:.75rem;line-height:1rem;font-variant-numeric:tabular-nums}
.ends{grid-column:2;display:flex;justify-content:space-between;color:var(--soft);font-size:.75rem}
.picture{width:100%;overflow:visible}
.picture path{vector-effect:non-scaling-stroke}
.picture .grid{stroke:var(--line)}
.picture .area{fill:var(--deed-wash)}
.picture .curve{fill:none;stroke:var(--bar);stroke-width:2;stroke-linejoin:round}
.picture .bar{fill:var(--bar)}
.picture .track{fill:var(--wash)}
.ranking th,.ranking td{border:0;padding:.3125rem .75rem .3125rem 0;vertical-align:top}
.ranking td{padding-right:0}
.ranking .picture{height:.3125rem;margin-top:.25rem}
.choice{display:flex;flex-wrap:wrap;gap:.25rem}
.choice a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .6875rem;border:1px solid var(--line);border-radius:2rem;color:inherit;font-size:.875rem;text-decoration:none}
.choice a:hover{background:var(--wash)}
.choice a[aria-current]{background:var(--deed-wash);border-color:var(--deed);color:var(--deed);font-weight:600}
blockquote{margin:0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft);white-space:pre-line}
`;

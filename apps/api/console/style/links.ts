/** Links and tags, as many pages show them. */
export const LINKS = `
.tags{display:flex;flex-wrap:wrap;gap:.3125rem;margin-top:.375rem;min-width:0}
dd>.tags{margin:0}
.tags.in-line{flex-wrap:nowrap}
.in-line li:has(.small){flex:none}
.in-line .small{color:var(--soft)}
.tags li{min-width:0;max-width:100%}
.tags a{display:flex;color:inherit;text-decoration:none}
.tags a:hover bdi{text-decoration:underline}
.tag{display:inline-flex;min-width:0;max-width:100%;padding:.0625rem .5rem;border-radius:.375rem;background:color-mix(in srgb,var(--hue,var(--edge)) 13%,var(--card));color:var(--hue,var(--ink));font-size:.8125rem;font-weight:500}
.tag bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.red{--hue:var(--red)}.orange{--hue:var(--orange)}.yellow{--hue:var(--yellow)}.green{--hue:var(--green)}.teal{--hue:var(--teal)}.blue{--hue:var(--blue)}.violet{--hue:var(--violet)}.pink{--hue:var(--pink)}
.pills{display:flex;flex-wrap:wrap;gap:.375rem;padding:0}
.pills legend{margin-bottom:.375rem}
.pills label{position:relative;display:inline-flex;align-items:center;gap:.5rem;min-width:0;max-width:100%;min-height:2.25rem;padding:.25rem .8125rem;border:1px solid var(--line);border-radius:2rem;font-size:.875rem;font-weight:400;cursor:pointer}
.pills label:hover{border-color:var(--deed)}
.pills label:has(:checked){border-color:var(--deed);background:var(--deed-wash);color:var(--deed);font-weight:600}
.pills label:focus-within{outline:3px solid var(--deed);outline-offset:2px}
.pills label>input{position:absolute;inset:0;width:100%;height:100%;min-height:0;margin:0;opacity:0;cursor:pointer}
.pills .tag{padding:0;background:none;color:var(--hue,inherit);font:inherit}
.pills>details{flex:1 0 100%}
@media(pointer:coarse){.pills label{min-height:2.75rem}}
.gist{min-width:0;display:grid;grid-template-columns:minmax(0,1fr);gap:.125rem}
.address{display:inline-flex;align-items:center;gap:.25rem;min-width:0;max-width:100%}
.address .name{color:var(--ink);text-decoration:none}
.address .name .soft{font-weight:400}
.address .name:hover{color:var(--deed);text-decoration:underline}
.copy{display:none;flex:none;min-height:2rem;width:2rem;padding:.375rem;border:0;background:none;color:var(--soft)}
[data-clipboard] .copy{display:inline-flex}
.copy:hover{background:var(--wash);color:var(--deed);filter:none}
.copy svg{width:1.125rem;height:1.125rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.copy .tick,.copy[data-copied] path{display:none}
.copy[data-copied]{color:var(--good)}
.copy[data-copied] .tick{display:block}
.recent{display:flex;align-items:center;gap:.3125rem;min-height:2rem}
.recent b{color:var(--ink);font-variant-numeric:tabular-nums}
.clicks+.age::before{content:"· "}
.brief .recent{gap:.75rem}
form.alert span{font-weight:400;font-variant-numeric:tabular-nums}
.panel{z-index:2;position:absolute;display:grid;gap:1rem;padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:var(--round);box-shadow:0 .5rem 1.5rem rgb(0 0 0/.16)}
`;

/** The list of links: rows, tags, filters and the selection. */
export const LINKS = `
.tags{display:flex;flex-wrap:wrap;gap:.3125rem;margin-top:.375rem;min-width:0}
dd>.tags{margin:0}
.tags li{min-width:0;max-width:100%}
.tags a{display:flex;color:inherit;text-decoration:none}
.tags a:hover bdi{text-decoration:underline}
.tag{display:inline-flex;min-width:0;max-width:100%;padding:.0625rem .5rem;border-radius:.375rem;background:color-mix(in srgb,var(--hue,var(--edge)) 13%,var(--card));color:var(--hue,var(--ink));font-size:.8125rem;font-weight:500}
.tag bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.red{--hue:var(--red)}.orange{--hue:var(--orange)}.yellow{--hue:var(--yellow)}.green{--hue:var(--green)}.teal{--hue:var(--teal)}.blue{--hue:var(--blue)}.violet{--hue:var(--violet)}.pink{--hue:var(--pink)}
.pills{display:flex;flex-wrap:wrap;gap:.25rem .75rem;padding:0}
.pills label{display:inline-flex;align-items:center;gap:.5rem;min-width:0;max-width:100%;min-height:2.25rem;font-weight:400}
.pills input{width:1.125rem;min-height:1.125rem;height:1.125rem}
.pills label:has(:checked){color:var(--deed)}
.filter{gap:0}
.seek{display:grid;grid-template-columns:minmax(0,1fr) auto auto;gap:.5rem}
.seek input{grid-area:1/1;padding-right:2.75rem}
.seek .key{grid-area:1/1;place-self:center end;margin-right:.75rem;padding:0 .4375rem;border:1px solid var(--line);border-radius:.3125rem;color:var(--soft);font:.8125rem/1.5 var(--mono);pointer-events:none}
.seek input:focus~.key,.seek input:not(:placeholder-shown)~.key{display:none}
.seek select{width:auto}
@media(max-width:34rem){.seek{grid-template-columns:minmax(0,1fr) auto}.seek select{width:100%}[data-search=on] .seek select{grid-column:1/-1}.seek input,.seek .key{grid-column:1/-1}}
@media(hover:none){.seek .key{display:none}}
:root:not([data-keys=on]) .seek .key{display:none}
[data-search=on] .seek{grid-template-columns:minmax(0,1fr) auto}
[data-search=on] .seek button{display:none}
[data-search][aria-busy=true] .seek input{border-color:var(--deed)}
[data-says]:not(:empty){margin-top:.375rem}
.narrow{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;padding-bottom:.75rem}
.narrow .pills{gap:.375rem}
.narrow label{position:relative;min-height:2.25rem;padding:.25rem .8125rem;border:1px solid var(--line);border-radius:2rem;background:var(--card);font-size:.875rem;cursor:pointer}
.narrow label:hover{border-color:var(--deed)}
.narrow label:has(:checked){border-color:var(--deed);background:var(--deed-wash);color:var(--deed);font-weight:600}
.narrow label:focus-within{outline:3px solid var(--deed);outline-offset:2px}
.narrow label>input{position:absolute;inset:0;width:100%;height:100%;min-height:0;margin:0;opacity:0;cursor:pointer}
.narrow .tag{padding:0;background:none;font-size:inherit;font-weight:inherit}
.found{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
.many{display:grid;gap:1rem}
.above{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 1rem;min-height:1.5rem;margin-bottom:-.5rem}
.above .check{margin-left:.125rem}
.rows>li.pickable{grid-template-columns:auto minmax(0,1fr);column-gap:.625rem}
.pickable>*{grid-column:2}
.pickable>.pick{grid-column:1;grid-row:1/4}
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
.destination{color:var(--ink)}
.recent{display:flex;align-items:center;gap:.625rem}
.recent b{display:inline-block;min-width:2.25rem;text-align:right;color:var(--ink);font-variant-numeric:tabular-nums}
@media(max-width:47.99rem){.pickable:has(.recent) .age{grid-area:auto/2;justify-self:end;margin-top:-2rem;line-height:1.75rem}}
@media(min-width:48rem){
.rows>li.pickable{grid-template-columns:auto minmax(0,1fr) auto 6.5rem;align-items:center}
.pickable>*,.pickable>.pick{grid-column:auto;grid-row:auto}
.pickable>.age{grid-column:4;text-align:right}
}
.pick{display:flex;align-items:center;justify-content:center;min-width:2rem;min-height:2rem;margin-left:-.375rem;align-self:start}
.leaving .name,.leaving .clip{text-decoration:line-through}
form.alert{justify-content:space-between}
.deeds{position:sticky;bottom:4.75rem;z-index:1;box-shadow:0 .5rem 1.5rem rgb(0 0 0/.16)}
.card.deeds{gap:.375rem;padding:.75rem 1rem}
.deeds .fields{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:end}
.deeds .field{flex:1 1 9rem}
.deeds .fields>.field>label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.for-end,.for-tags{flex:1 1 12rem}
@media(min-width:56rem){.deeds{bottom:1rem}}
@supports selector(:has(*)){
.many:not(:has([name=codes]:checked)) .deeds{display:none}
.deeds:not(:has([value=extend]:checked)) .for-end,.deeds:not(:has([value=tag]:checked,[value=untag]:checked)) .for-tags{display:none}
}
`;

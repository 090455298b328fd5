/** The list of links: tags, filters and the selection. */
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
.filter{display:grid;gap:.25rem}
.filter details>*+*{margin-top:.75rem}
.many{display:grid;gap:1rem}
.rows>li.pickable{grid-template-columns:auto minmax(0,1fr)}
.pickable>:last-child{grid-column:2}
@media(min-width:40rem){.rows>li.pickable{grid-template-columns:auto minmax(0,1fr) auto}.pickable>:last-child{grid-column:auto}}
.pick{display:flex;align-items:center;justify-content:center;min-width:2rem;min-height:2.75rem;margin-left:-.375rem;align-self:start}
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

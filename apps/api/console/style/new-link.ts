/** The page of a new link: the form beside the preview of the link. */
export const NEW_LINK = `
.making [type=url]{min-height:3.25rem;padding-inline:1rem;font-size:1.0625rem}
.making .prefixed>*{padding-block:.75rem;font-size:1.0625rem}
@media(max-width:30rem){.making .prefixed>span{font-size:.875rem;line-height:1.7}.making .prefixed>input{padding-inline:.625rem;font-size:1rem}}
.making .tagging{gap:.5rem}
.making .ends{display:flex;gap:.5rem}
@media(max-width:30rem){.making .ends>*{flex:1;width:auto}}
.making{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;align-items:start}
.preview{display:none}
@media(min-height:40rem){
html:has(.making){scroll-padding-bottom:9.5rem}
.making .ends{position:sticky;z-index:1;bottom:3.875rem;margin:0 -1.25rem -1.25rem;padding:.75rem 1.25rem;border-top:1px solid var(--line);border-radius:0 0 var(--round) var(--round);background:var(--card)}
}
@media(min-height:40rem) and (min-width:56rem){
html:has(.making){scroll-padding-bottom:5.5rem}
.making .ends{bottom:0;margin:0 calc(-1*var(--s5)) calc(-1*var(--s5));padding:1rem var(--s5)}
}
.chip{min-height:2.25rem;padding:.25rem .75rem;border-radius:2rem;font-size:.875rem;font-weight:500}
.making .apart{padding-top:1.25rem}
@media(min-width:62.5rem){
.making{grid-template-columns:minmax(0,1fr) minmax(0,20rem);gap:var(--s5)}
.preview{display:grid;position:sticky;top:2.5rem}
}
.later{display:grid;place-items:center;align-content:center;gap:.625rem;width:9.5rem;aspect-ratio:1;margin:.25rem auto;padding:1rem;border:1px dashed var(--edge);border-radius:.625rem;color:var(--soft);text-align:center}
.later svg{width:2.25rem;fill:var(--trail)}
.preview[data-rest] .ghost,.preview:not([data-rest]) .later{display:none}
.ghost{width:9.5rem;margin:.25rem auto;border:1px solid var(--line);border-radius:.625rem;fill:var(--trail)}
.ring{fill:none;stroke:var(--trail)}
.will{text-align:center;font:600 1.125rem/1.4 var(--serif)}
.will .soft{font-weight:400}
.will b{display:inline-block;max-width:100%;overflow-wrap:anywhere}
.will [data-refused]{color:var(--soft);text-decoration:line-through}
.preview:has(.will [data-refused]) .ghost{opacity:.45}
@media(max-width:29.99rem){.free .soft{flex-basis:100%}}
.preview dl{display:grid;gap:.625rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.875rem}
.preview dl>div{display:flex;justify-content:space-between;gap:1rem}
.preview dt{flex:none;color:var(--soft)}
.preview dd{min-width:0;text-align:right}
.preview dd b{font-weight:500}
`;

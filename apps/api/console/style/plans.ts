/** The plans side by side, lists of what is granted or withheld, and the request for another plan. */
export const PLANS = `
.usage{display:grid;gap:1.25rem 2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr))}
.between{display:flex;justify-content:space-between;gap:1rem}
.usage progress{background:var(--meter);--meter:light-dark(var(--wash),#363d4b)}
.usage progress::-webkit-progress-bar{background:var(--meter)}
.plans{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));grid-auto-flow:dense}
.plans>[aria-label]{display:flex;flex-direction:column;padding:1.25rem}
.plans>[aria-label]>:is(.button,.standing){margin-top:auto}
.plans>#request{grid-column:1/-1}
.plans .number{display:block}
.plans :is(.mine,.chosen){border-color:var(--deed);box-shadow:inset 0 0 0 1px var(--deed)}
.of-plan{display:grid;gap:1rem}
.standing{display:grid;place-items:center;min-height:2.75rem;padding:.5rem;border-radius:.5rem;background:var(--wash);color:var(--soft);font-weight:600;line-height:1.25;text-align:center}
.standing.asked{background:var(--deed-wash);color:var(--deed)}
.standing.wait{background:var(--wait-wash);color:var(--wait)}
.standing.lower{background:none;font-weight:400;font-size:.875rem}
.folded{display:none}
@media(max-width:33.99rem){
.plans .mine{order:-1}
.plans .unfolded,.standing.lower{display:none}
.folded{display:block;margin-top:-.5rem}
.of-plan:has(~.folded){grid-template-columns:1fr auto;text-align:start}
.of-plan:has(~.folded)>p{text-align:right}
.of-plan:has(~.folded) .number{font-size:1.25rem}
}
.request>div>.soft{margin-top:.25rem}
.quote figcaption{margin-bottom:.375rem}
.quote blockquote{color:var(--ink)}
.plans>[aria-label]>p.soft{margin:0 0 -.5rem}
:is(.unfolded,.folded)>p{margin-bottom:.5rem}
@media(min-width:40rem){
.request{grid-template-columns:minmax(0,1fr) auto}
.request>:is(form,.button){grid-area:1/2;align-self:start}
.usage>div:not(:has(progress))>p:last-child{margin-top:1.25rem}
.request>.quote{grid-column:1/-1}
}
.grants{display:grid;gap:.5rem;padding-bottom:.5rem;font-size:.875rem;line-height:1.5rem}
.grants li{display:grid;grid-template-columns:.875rem minmax(0,1fr);gap:.625rem}
.grants li::before{content:"";width:.375rem;height:.625rem;margin:.25rem 0 0 .1875rem;border:solid var(--good);border-width:0 2px 2px 0;transform:rotate(45deg)}
.grants .no{color:var(--soft)}
.grants .no::before{width:.625rem;height:0;margin:.6875rem 0 0;border-color:var(--edge);border-width:2px 0 0;transform:none}
`;

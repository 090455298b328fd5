/** Cards, facts, rows, badges, alerts and empty states. */
export const BLOCKS = `
.head{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.75rem 1.5rem}
.head>div:first-child{min-width:0;flex:1 1 16rem}
.back{display:flex;width:fit-content;align-items:center;gap:.5rem;min-height:1.75rem;color:var(--soft);text-decoration:none}
.back:hover{color:var(--deed)}
.back::before{content:"";flex:none;margin-left:.1875rem;width:.4375rem;height:.4375rem;border:solid currentColor;border-width:0 0 2px 2px;transform:rotate(45deg)}
.head.tight>div:first-child{flex-basis:4rem}
.tight:has(.back){display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1.5rem}
.tight:has(.back)>div{display:contents}
.tight>div>:is(.back,p){grid-column:1/-1}
.tight:has(.back)>:last-child{grid-area:2/2}
.head .back{margin-bottom:.625rem}
.head p{margin-top:.375rem;color:var(--soft)}
.card{padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:var(--round);box-shadow:var(--lift);display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:1rem}
.card.grave{position:relative;align-items:center;gap:.75rem 1.5rem;padding-block:.75rem;margin-top:var(--s5);background:none;border-color:color-mix(in srgb,var(--wrong) 35%,var(--line));box-shadow:none}
.grave h2{margin-bottom:.25rem}
.grave details>summary~*{margin-top:1rem}
.grave>[open]{padding-bottom:.75rem}
@media(min-width:40rem){.card.grave{grid-template-columns:minmax(0,1fr) auto}.grave>[open]{grid-column:1/-1}.grave>[open]>summary{position:absolute;top:1.25rem;right:1.5rem}.grave:has(>[open])>div{padding-right:11rem}}
@media(max-width:39.99rem){.card.grave{padding-block:1rem}}
@media(min-width:56rem){.card{padding:var(--s5)}}
.card>.soft{margin-top:-.625rem}
.duo{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr))}
.facts{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,9rem),1fr))}
.facts dt{color:var(--soft);font-size:.875rem}
.facts .whole{grid-column:1/-1}
.rows{display:grid;margin:-.25rem 0}
.rows>li{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem 1rem;padding:1rem 0;border-top:1px solid var(--line)}
.rows>li:first-child{border-top:0;padding-top:.25rem}
.rows>li:last-child{padding-bottom:.25rem}
@media(min-width:40rem){.rows>li.row{grid-template-columns:minmax(0,1fr) auto;align-items:center}.row>[open]{grid-column:1/-1}}
.line{display:flex;flex-wrap:wrap;align-items:center;gap:.375rem .75rem}
.clip{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.clip:has(>.soft){color:var(--soft)}
.name{font-weight:600}
.few{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.details{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.details dt{color:var(--soft);font-size:.875rem;margin-bottom:.25rem}
.written{white-space:pre-wrap}
.badge{display:inline-block;justify-self:start;align-self:center;padding:.0625rem .5625rem;border-radius:1rem;background:var(--wash);color:var(--soft);font-size:.8125rem;font-weight:600;white-space:nowrap}
.badge.good{background:var(--good-wash);color:var(--good)}
.badge.wait{background:var(--wait-wash);color:var(--wait)}
.badge.wrong{background:var(--wrong-wash);color:var(--wrong)}
.alert{--of-alert:var(--good);display:grid;grid-template-columns:auto minmax(0,1fr);gap:.75rem;padding:.75rem 1rem;border-radius:.625rem;background:var(--good-wash);color:var(--ink)}
.alert.wait{--of-alert:var(--wait);background:var(--wait-wash)}
.alert.wrong{--of-alert:var(--wrong);border:1px solid color-mix(in srgb,var(--wrong) 45%,transparent);background:var(--wrong-wash)}
.alert.wrong:focus{outline:0}
.alert>svg{width:1.25rem;height:1.25rem;margin-top:.125rem;fill:none;stroke:var(--of-alert);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.alert>:is(p,div){align-self:center}
.alert>:is(button,.button){grid-column:2}
@media(min-width:40rem){.alert>:is(button,.button){grid-area:1/3;align-self:center;min-height:2.25rem;margin-block:-.375rem;padding-inline:.875rem}}
.alert b{font-weight:600}
.alert a:not(.button){color:inherit}
.alert ul{margin-top:.375rem;gap:.25rem 1.25rem}
@media(max-width:39.99rem){.alert ul{display:grid}}
.empty{padding:var(--s6) 1.25rem;overflow:clip;text-align:center;border:1px dashed color-mix(in srgb,var(--edge) 55%,transparent);border-radius:var(--round);display:grid;gap:.75rem;justify-items:center;align-content:center}
.empty p{max-width:28rem;color:var(--soft)}
.empty .line{justify-content:center}
.empty .button,.empty button{justify-self:center;margin-top:.25rem}
`;

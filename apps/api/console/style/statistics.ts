/** Statistics: the choice of days, figures, charts and rankings. */
export const STATISTICS = `
.live{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
.range{--seg:19%;display:grid;grid-template-columns:minmax(0,1fr)}
.range>*{grid-area:1/1}
.ranges{z-index:1;display:grid;grid-template-columns:repeat(4,1fr);width:calc(4*var(--seg));height:2.75rem}
.ranges a,.own>summary{display:flex;align-items:center;justify-content:center;height:2.75rem;min-height:0;border:1px solid var(--edge);border-width:1px 0 1px 1px;background:var(--card);color:inherit;font-size:clamp(.6875rem,3.3vw,.875rem);font-weight:400;text-decoration:none;white-space:nowrap}
.ranges a+a,.own>summary{border-left-color:var(--line)}
.ranges a:first-child{border-radius:.5rem 0 0 .5rem}
.own>summary{margin-left:calc(4*var(--seg));border-right-width:1px;border-radius:0 .5rem .5rem 0}
.own>summary::before{content:none}
.ranges a:hover,.own>summary:hover{background:var(--wash)}
.ranges a:focus-visible,.own>summary:focus-visible{outline-offset:-3px}
.ranges a[aria-current],.own>.is-own{background:var(--deed-wash);color:var(--deed);font-weight:600}
@media(min-width:40rem){.range{--seg:5.25rem}.own>summary{width:6rem}}
@media(min-width:40rem) and (pointer:fine){.ranges,.ranges a,.own>summary{height:2.25rem}}
.own-forms{display:flex;flex-wrap:wrap;gap:1rem 2.5rem;padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:var(--round)}
.own-forms form{display:flex;flex-wrap:wrap;align-items:flex-start;gap:.75rem}
.own-forms .field{flex:1 1 9rem;grid-template-columns:minmax(0,1fr)}
.own-zone button{margin-top:1.75rem}
@media(min-width:40rem){.own-days button{margin-top:1.75rem}}
.own-zone .field{flex-basis:13rem}
.figures{display:grid;gap:1.25rem 1rem;grid-template-columns:repeat(2,minmax(0,1fr))}
.figures>:first-child{grid-column:1/-1}
.figures dt{color:var(--soft);font-size:.875rem}
.figures .number{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .625rem;font-size:1.375rem}
.figures>:first-child .number{margin-bottom:.375rem;font-size:2.75rem}
@media(min-width:40rem){.figures{grid-template-columns:repeat(4,minmax(0,1fr))}}
@media(min-width:72rem){.figures{grid-template-columns:1.75fr;grid-auto-columns:1fr;grid-auto-flow:column}.figures>:first-child{grid-column:auto}.figures>:not(:first-child) .number{padding-top:.375rem;line-height:3.3rem}}
.delta{padding:.0625rem .5rem;border-radius:1rem;background:var(--wash);color:var(--soft);font:600 .875rem/1.5 var(--sans);font-variant-numeric:tabular-nums;letter-spacing:0}
.delta.up{background:var(--good-wash);color:var(--good)}
.chart{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem;margin:0}
.live .chart{padding-top:1.25rem;border-top:1px solid var(--line)}
.chart figcaption{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;min-height:2rem}
@media(max-width:39.99rem){.chart figcaption>.csv{margin-left:auto}.chart :is([data-readout],.legends){order:1}.chart figcaption::after{content:"";flex-basis:100%}[data-readout].on~.legends,.before,.was{display:none!important}}
.chart [data-readout]{font-variant-numeric:tabular-nums}
.chart [data-readout].on{color:var(--ink);font-weight:600}
.plot{margin-top:.75rem;display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem .625rem;border-radius:.375rem}
.ticks{display:flex;flex-direction:column;justify-content:space-between;margin:-.5rem 0;text-align:right;color:var(--soft);font-size:.75rem;line-height:1rem;font-variant-numeric:tabular-nums}
.bars{--bar-width:min(74%,5rem);width:100%;height:13rem;touch-action:pan-y}
.bars .grid{stroke:var(--line)}
.bars .reach{fill:transparent}
.bars pattern rect{fill:var(--card)}
.bars .bar:not(.open){fill:var(--bar)}
.bars .open{stroke:var(--bar)}
.bars .hatch{stroke:var(--bar);stroke-width:5}
.slot.on .reach,.slot:hover .reach{fill:var(--edge);fill-opacity:.13}
.slot.on .bar:not(.open),.slot:hover .bar:not(.open){fill:var(--deed)}
.slot :is(.bar,.before){width:var(--bar-width);x:calc(50% - var(--bar-width)/2)}
.before{fill:var(--ink);stroke:var(--card);stroke-width:2;paint-order:stroke}
.axis{grid-column:2;width:100%;height:1.5rem;overflow:visible}
.axis line{stroke:var(--edge)}
.axis text{fill:var(--soft);font-size:.75rem;text-anchor:middle}
.axis .end{text-anchor:end}
.legends{display:flex;flex-wrap:wrap;gap:0 1rem;margin-left:auto}
.legend{display:flex;align-items:center;gap:.5rem}
.legend::before{content:"";width:.75rem;height:2px;background:var(--ink)}
.legend.open::before{height:.75rem;border:1px solid var(--bar);background:repeating-linear-gradient(-45deg,var(--bar) 0 2px,transparent 2px 4px)}
.foot{justify-content:space-between}
.foot,.rest{margin-bottom:-.625rem}
.foot>details{min-width:0}
.foot>details[open]{flex:1 0 100%}
.foot summary,.rest summary{font-weight:500}
.card>.all-time{margin:0;padding-top:1rem;border-top:1px solid var(--line)}
.part{display:flex;flex-wrap:wrap;align-items:center;gap:.375rem 1rem;min-height:2rem}
.part h2{flex:1 0 auto;max-width:100%}
.part h2 .soft{margin-left:.125em;font-weight:400}
.csv{display:grid;place-items:center;width:2rem;height:2rem;margin:0 -.4375rem 0 .0625rem;border-radius:.375rem;color:var(--soft)}
.csv:hover{background:var(--wash);color:var(--deed)}
.csv svg{width:1.125rem;height:1.125rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.rankings{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
@media(min-width:48rem){.rankings{grid-template-columns:repeat(2,minmax(0,1fr))}.rankings>.wide{grid-column:1/-1}}
.panes{display:flex;flex-wrap:wrap;gap:0 .875rem}
@media(max-width:63.99rem){.part .panes{order:1;flex-basis:100%}}
.panes a{display:inline-flex;align-items:center;min-height:2rem;color:var(--soft);font-size:.875rem;text-decoration:none;border-bottom:2px solid transparent}
.panes a:hover{color:var(--ink)}
.panes a[aria-current]{color:var(--deed);border-color:var(--deed);font-weight:600}
.beside{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem 2.5rem;align-items:start}
@media(max-width:47.99rem){.beside>:has(.world){display:none}}
@media(min-width:48rem){.beside:has(.world){grid-template-columns:1fr 1fr}}
@media(min-width:72rem){.beside:has(.world){grid-template-columns:1.6fr 1fr}}
.world{width:100%;margin-bottom:-.25rem}
.world use{fill:none;stroke:var(--land);stroke-width:7}
.world pattern path{stroke:#fff;stroke-width:5.8;stroke-linecap:round}
.beside .w1{stroke:color-mix(in oklab,var(--bar) 64%,var(--card))}
.beside .w2{stroke:color-mix(in oklab,var(--bar) 76%,var(--card))}
.beside .w3{stroke:color-mix(in oklab,var(--bar) 88%,var(--card))}
.beside .w4{stroke:var(--bar)}
.beside .w5{stroke:color-mix(in oklab,var(--deed) 50%,var(--bar))}
.beside .w6{stroke:var(--deed-hover)}
.ramp{display:flex;align-items:center;gap:.5rem}
.ramp svg{width:4.5rem;height:.75rem;stroke-width:9;stroke-linecap:round}
.world [class]:hover{stroke:var(--dawn)}
.ranking{margin:-.5rem 0 -.25rem;border-collapse:separate;border-spacing:0 .25rem}
.ranking tr{position:relative}
.ranking th,.ranking td{border:0;padding:.25rem 0 .25rem .625rem;vertical-align:middle;line-height:1.5rem}
.ranking th{width:100%}
.ranking th>svg{position:absolute;inset:0;width:100%;height:100%}
.ranking rect{fill:var(--deed-wash)}
.card>.soft+.ranking{width:calc(100% + 1.25rem);margin-inline:-.625rem}
.ranking th:has(.to){max-width:0}
.ranking :is(bdi,.to,td){position:relative}
.to{display:flex;align-items:center;gap:.25rem .75rem}
.to:not(:has(.address)){flex-wrap:wrap;height:1.5rem;overflow:hidden}
.to>*{min-width:0}
.to>:first-child{max-width:100%}
.to>bdi{flex:1 1 4rem}
.to a{overflow:hidden;color:inherit;font-weight:600;text-overflow:ellipsis;text-decoration:none;white-space:nowrap}
.to>a:focus-visible{outline-offset:-2px}
.to a:hover{color:var(--deed);text-decoration:underline}
.to bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:.875rem;font-weight:400}
@media(max-width:47.99rem){.to,.to:not(:has(.address)){display:grid;height:auto;padding-block:.125rem;gap:0}.to .name .soft{display:none}}
@media(min-width:64rem){.to>.address{flex:0 0 45%}}
.ranking td{min-width:3.25rem;padding-left:.75rem;white-space:nowrap}
.ranking td:last-child{padding-right:.625rem}
`;

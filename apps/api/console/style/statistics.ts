/** Statistics: the choice of days, figures, charts and rankings. */
export const STATISTICS = `
.live{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
.range{display:flex;flex-wrap:wrap;align-items:flex-start;justify-content:space-between;gap:.25rem 1rem}
.own{min-width:0}
.own[open]{flex:1 1 100%}
.own>summary{font-size:.875rem;font-weight:500}
.own>.is-own{font-weight:700}
.own-forms{display:flex;flex-wrap:wrap;gap:1rem 2.5rem;padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:var(--round)}
.own-forms form{display:flex;flex-wrap:wrap;align-items:flex-start;gap:.75rem}
.own-forms button{margin-top:1.75rem}
.own-forms .field{flex:1 1 9rem}
.own-zone .field{flex-basis:13rem}
.figures{display:grid;gap:1.25rem 1rem;grid-template-columns:repeat(2,minmax(0,1fr))}
.figures>:first-child{grid-column:1/-1}
.figures dt{color:var(--soft);font-size:.875rem}
.figures .number{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .625rem;font-size:1.375rem}
.figures>:first-child .number{font-size:2.75rem}
@media(min-width:40rem){.figures{grid-template-columns:repeat(4,minmax(0,1fr))}}
@media(min-width:72rem){.figures{grid-template-columns:1.75fr;grid-auto-columns:1fr;grid-auto-flow:column}.figures>:first-child{grid-column:auto}.figures>:not(:first-child) .number{padding-top:.375rem;margin-bottom:-.375rem;line-height:3.3rem}}
.delta{padding:.0625rem .5rem;border-radius:1rem;background:var(--wash);color:var(--soft);font-size:.875rem;line-height:1.5;letter-spacing:0}
.delta.up{background:var(--good-wash);color:var(--good)}
.chart{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem;margin:0}
.live .chart{padding-top:1.25rem;border-top:1px solid var(--line)}
.chart figcaption{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;min-height:2rem}
@media(max-width:39.99rem){.chart [data-readout]{order:1;flex-basis:100%}}
.chart [data-readout]{font-variant-numeric:tabular-nums}
.chart [data-readout].on{color:var(--ink);font-weight:600}
.plot{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem .625rem;border-radius:.375rem}
.ticks{display:flex;flex-direction:column;justify-content:space-between;margin:-.5rem 0;text-align:right;color:var(--soft);font-size:.75rem;line-height:1rem;font-variant-numeric:tabular-nums}
.bars{width:100%;height:13rem;touch-action:pan-y}
.bars .grid{stroke:var(--line)}
.bars .reach{fill:transparent}
.bars .bar:not(.open){fill:var(--bar)}
.bars .open{stroke:var(--bar)}
.bars .hatch{stroke:var(--bar);stroke-width:5}
.slot.on .reach,.slot:hover .reach{fill:var(--wash)}
.slot.on .bar:not(.open),.slot:hover .bar:not(.open){fill:var(--deed)}
.before{pointer-events:none;overflow:visible}
.before path{fill:none;stroke:var(--soft);vector-effect:non-scaling-stroke}
.axis{grid-column:2;width:100%;height:1.5rem;overflow:visible}
.axis line{stroke:var(--edge)}
.axis text{fill:var(--soft);font-size:.75rem;text-anchor:middle}
.axis .end{text-anchor:end}
.legends{display:flex;gap:1rem;margin-left:auto}
.legend{display:flex;align-items:center;gap:.5rem;min-height:2.75rem}
.legend::before{content:"";width:1rem;border-top:1px solid var(--soft)}
.legend.open::before{height:.75rem;border:1px solid var(--bar);background:repeating-linear-gradient(-45deg,var(--bar) 0 2px,transparent 2px 4px)}
.foot{align-items:flex-start}
.foot,.rest{margin-bottom:-.625rem}
.foot>details{flex:1 1 auto;min-width:0}
.foot>details[open]{flex-basis:100%}
.foot summary,.rest summary{font-weight:500}
.card>.all-time{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem;margin:0;padding-top:1rem;border-top:1px solid var(--line)}
.part{display:flex;flex-wrap:wrap;align-items:center;gap:.375rem 1rem;min-height:2rem}
.part h2{flex:1}
.csv{display:inline-flex;align-items:center;gap:.25rem;min-height:2rem;margin-left:auto;color:var(--soft);text-decoration:none}
.csv:hover{color:var(--deed)}
.csv svg{width:1.125rem;height:1.125rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.rankings{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
@media(min-width:48rem){.rankings{grid-template-columns:repeat(2,minmax(0,1fr))}.rankings>.wide{grid-column:1/-1}}
.panes{display:flex;flex-wrap:wrap;gap:0 .875rem}
@media(max-width:63.99rem){.part .panes{order:1;flex-basis:100%}}
.panes a{display:inline-flex;align-items:center;min-height:2rem;color:var(--soft);font-size:.875rem;text-decoration:none;border-bottom:2px solid transparent}
.panes a:hover{color:var(--ink)}
.panes a[aria-current]{color:var(--deed);border-color:var(--deed);font-weight:600}
.beside{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem 2.5rem;align-items:start}
@media(min-width:48rem){.beside:has(.world){grid-template-columns:minmax(0,1.2fr) minmax(0,1fr)}}
.beside>:has(.world){align-self:center;gap:.25rem}
.world{display:block;width:100%}
.world use{fill:none;stroke:var(--land);stroke-width:7}
.world pattern path{stroke:#fff;stroke-width:5.8;stroke-linecap:round}
.beside .w1{stroke:color-mix(in oklab,var(--bar) 50%,var(--card))}
.beside .w2{stroke:color-mix(in oklab,var(--bar) 70%,var(--card))}
.beside .w3{stroke:color-mix(in oklab,var(--bar) 90%,var(--card))}
.beside .w4{stroke:color-mix(in oklab,var(--deed) 35%,var(--bar))}
.beside .w5{stroke:color-mix(in oklab,var(--deed) 70%,var(--bar))}
.beside .w6{stroke:var(--deed-hover)}
.ramp{display:flex;align-items:center;gap:.5rem}
.ramp svg{width:4.5rem;height:.75rem;stroke-width:9;stroke-linecap:round}
.world [class]:hover{stroke:var(--dawn)}
.ranking{margin-top:-.5rem}
.ranking tr{position:relative}
.ranking th,.ranking td{border:0;padding:.5rem 0 .625rem}
.ranking th{width:100%}
.ranking svg{position:absolute;inset:auto 0 0;width:100%;height:.1875rem;border-radius:.125rem;background:var(--wash)}
.ranking rect{fill:var(--bar)}
.ranking th:has(.to){max-width:0}
.to{display:grid;grid-template-columns:minmax(0,1fr)}
.to a{justify-self:start;color:inherit;text-decoration:none}
.to a:hover{color:var(--deed);text-decoration:underline}
.to bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:400}
.ranking td{padding-left:.75rem;min-width:3.5rem;white-space:nowrap}
`;

/** The pages of keys, which have this sheet of their own: the table, the forms, and the picture of calls. */
export const KEYS = `
.corner{position:relative}
.corner>details:not([open]),.corner>[open]>summary{position:absolute;top:-.125rem;right:0}
.card.corner>details:not([open]),.card.corner>[open]>summary{top:.875rem;right:1.25rem}
.corner>[open]>summary:not(:focus-visible){opacity:0;pointer-events:none}
.corner>details>summary~*{margin-top:1.25rem}
.card.corner>details>summary~*{margin:0;max-width:none}
.card.corner:has(>[open])>.facts,.card.corner:has(>[open]) .rows form,.corner:has(>[open])>.leak{display:none}
.corner>.leak{margin-top:1.25rem}
.alert.leak{display:flex;flex-wrap:wrap;align-items:flex-start;gap:.75rem;border:1px solid color-mix(in srgb,var(--wrong) 45%,transparent)}
.leak>div{flex:1 1 14rem}
.leak>.button{align-self:center}
.leak p+p{color:var(--ink)}
.leak svg{flex:none;width:1.25rem;height:1.25rem;margin-top:.125rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
@media(max-width:39.99rem){.corner .head p{margin-top:.75rem}.leak>.button{margin-left:2rem}}
@media(min-width:56rem){.corner>details:not([open]),.corner>[open]>summary{top:.25rem}.card.corner>details:not([open]),.card.corner>[open]>summary{right:1.5rem;top:1.25rem}.main{min-height:2.75rem;padding:.5rem 1.125rem;font-size:1rem}}
.sided{display:grid;grid-template-columns:minmax(0,1fr);gap:2rem 1.5rem}
.aside{display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:.75rem}
.aside ul{display:grid;gap:.5rem}
.aside pre{padding:.75rem;border-radius:.625rem;background:var(--wash);font:.8125rem/1.7 var(--mono);overflow-x:auto}
@media(min-width:72rem){.sided{grid-template-columns:minmax(0,1fr) 24rem}.aside{position:sticky;top:1.5rem;align-self:start;padding-left:1.5rem;border-left:1px solid var(--line)}}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.5rem;padding:0}
nav.tiles{grid-template-columns:1fr 1fr}
@media(scripting:none){nav.tiles{display:none}}
.tiles>:is(p,legend){grid-column:1/-1;margin-bottom:.25rem}
.tiles>:is(a,label){display:grid;align-content:center;min-height:3rem;padding:.5rem .75rem;border:1px solid color-mix(in srgb,var(--edge) 60%,transparent);border-radius:.5rem;color:inherit;font-size:.9375rem;font-weight:400;text-decoration:none;cursor:pointer}
.tiles>label{grid-template-columns:auto minmax(0,1fr);gap:.75rem;padding:.75rem}
.tiles b{font-weight:600}
.tiles>a>span,.tiles label span>span{display:block;color:var(--soft);font-size:.8125rem}
.tiles:has(>.bad)>label{border-color:var(--wrong)}
.tiles>label:has(:focus-visible){outline:3px solid var(--deed);outline-offset:2px}
.tiles>label :focus-visible{outline:0}
.tiles>:hover{border-color:var(--deed)}
.tiles>:is([aria-current],:has(:checked)){border-color:var(--deed);background:var(--deed-wash)}
.tiles>[aria-current] b{color:var(--deed)}
.radios{gap:0;padding:0}
.radios label{display:flex;align-items:center;gap:.625rem;min-height:2.5rem;font-weight:400}
.rotation :is(legend,.pills legend){font-size:.9375rem}
.rotation:has([name=older]):not(:has([value=older]:checked)) .pills{display:none}
.pills>p{flex:1 0 100%}
:is(.parts-of,.rotation) .pills label:not(:hover,:has(:checked)){border-color:color-mix(in srgb,var(--edge) 60%,transparent)}
.parts-of{border-bottom:1px solid var(--line)}
.parts-of>details{border-top:1px solid var(--line)}
.parts-of>[open]{padding-bottom:1.25rem}
.parts-of summary{display:flex;min-height:3rem;color:inherit}
.parts-of summary .soft{min-width:0;margin-left:auto;padding-left:1rem;font-weight:400}
.parts-of [open]>summary .soft{display:none}
.scopes{gap:.5rem 1rem;padding-left:1.875rem}
.scopes code{display:block;font-size:.8125rem;line-height:1.3}
.stack:has([name=access][value=all]:checked):not(:has(.bad))>.scopes,.pills:not(:has([value=date]:checked))+.until:not(:has(.bad)){display:none}
.until input{max-width:12.5rem}
.of-keys{table-layout:fixed;margin:-.5rem 0}
.of-keys td{font-size:.875rem}
.of-keys tbody tr{position:relative}
.of-keys tbody tr:hover{background:linear-gradient(var(--wash),var(--wash)) -.75rem/calc(100% + 1.5rem) no-repeat}
.of-keys .name{color:inherit;text-decoration:none}
.of-keys .name::after{content:"";position:absolute;inset:0}
.of-keys .roomy{font-size:.8125rem;font-weight:400}
.of-keys progress{height:.1875rem;margin:.375rem 0 0 auto;width:5rem}
.of-keys td:last-child::after{content:"";display:inline-block;width:.4375rem;height:.4375rem;margin:0 .125rem 0 1rem;border:solid var(--soft);border-width:2px 2px 0 0;transform:rotate(45deg)}
@media(min-width:72rem){
.of-keys :is(td,tbody th){padding-block:.75rem;vertical-align:middle}
.of-keys th:first-child{padding-right:1.5rem}
.of-keys th:nth-child(2){width:8.75rem}.of-keys th:nth-child(3){width:14rem}.of-keys th:nth-child(4){width:7rem}.of-keys th:nth-child(5){width:8.5rem}
.of-keys thead th:last-child{padding-right:1.5625rem}
.of-keys .told{display:none}
.of-keys td:last-child::first-letter{text-transform:uppercase}
}
@media(max-width:71.99rem){
.of-keys{margin:-1rem 0}
.of-keys :is(thead,progress,.roomy){display:none}
.of-keys,.of-keys :is(tbody,th,td){display:block;padding:0;border:0;text-align:left}
.of-keys tr{display:grid;grid-template-columns:auto minmax(0,auto) auto;justify-content:start;padding:.75rem 1.5rem .75rem 0;border-top:1px solid var(--line)}
.of-keys tr:first-child{border:0}
.of-keys th{contain:inline-size;grid-column:1/-1;padding-right:6rem}
.of-keys td{color:var(--soft);font-size:.8125rem}
.of-keys td:nth-child(4){position:absolute;top:.75rem;right:1.5rem;color:inherit}
.of-keys td:is(:nth-child(3),:nth-child(5)){display:flex;white-space:pre}
.of-keys td:is(:nth-child(3),:nth-child(5))::before{content:" · "}
.of-keys td:last-child::after{position:absolute;top:calc(50% - .25rem);right:0}
}
.of-key .head{align-items:flex-start}
.of-key h1 .line{align-items:baseline}
.of-key .badge{font-family:var(--sans);letter-spacing:0}
.of-key .long{font-size:1.375rem;line-height:1.35}
.acts{gap:.5rem}
.of-key:has(.rename[open]) .head{gap:.5rem 1rem}
.of-key:has(.rename[open]) :is(.head>div,.acts){display:contents}
.of-key:has(.rename[open]) :is(.acts>form,.rename>summary){display:none}
.of-key:has(.rename[open]) h1{position:absolute;clip-path:inset(50%);white-space:nowrap;width:1px;overflow:hidden}
.of-key:has(.rename[open]) :is(.back,.head p,.rename){flex:1 0 100%}
.of-key:has(.rename[open]) :is(.back,.rename){order:-1}
.rename form{max-width:40rem;margin:0}
.rename input{font:600 1.5rem/1.2 var(--serif)}
.rename .line{margin:0}
@media(min-width:48rem){.acts{padding-top:2.625rem}.of-key .long{font-size:1.75rem}.rights{grid-template-columns:repeat(3,minmax(0,1fr))}}
.rights .limit{grid-column:1}
.rights .tags{margin-top:.25rem}
@media(max-width:47.99rem){.rights{gap:.75rem;grid-template-columns:minmax(0,1fr)}.rights>div{display:grid;grid-template-columns:8.5rem minmax(0,1fr);gap:1rem}.rights .tags{margin:0}.rights>.whole,.rights>div:has(p){grid-template-columns:minmax(0,1fr);gap:.25rem}.rights li{font-size:.875rem}.of-key .head p{font-size:.875rem}}
.secret textarea{min-height:2.75rem;resize:none;field-sizing:content;border-color:var(--line);background:var(--wash);font:.9375rem/1.6 var(--mono);word-break:break-all}
@media(max-width:39.99rem){.secret{display:grid}.secret textarea{min-height:4.25rem}.secret button{justify-self:stretch}}
.figures.of-key label{font:inherit}
.figures.of-key .number time{display:block}
:is(.told-of,.figures.of-key time)::first-letter{text-transform:uppercase}
.figures.of-key progress{height:.25rem;max-width:14rem}
@media(min-width:48rem){.figures.of-key{grid-auto-flow:row;grid-template-columns:repeat(3,minmax(0,1fr));gap:1.25rem}.figures.of-key>:first-child{grid-column:auto}}
.calls .bars{height:10rem}
.refused{grid-column:2;width:100%;height:.625rem;fill:var(--dawn)}
.refused .month{fill:var(--wrong)}
.legend:is(.window,.month)::before{height:.75rem;border-radius:.1875rem;background:var(--dawn)}
.legend.month::before{background:var(--wrong)}
`;

/** The overview: the field to shorten an address, the clicks of thirty days, and the first steps. Only it loads them. */
export const OVERVIEW = `
.shorten{display:grid;gap:.75rem;padding:1.25rem;border-radius:var(--round);background:var(--deed-wash)}
.shorten label{font:600 1.1875rem/1.35 var(--serif)}
.shorten form{gap:.5rem}
.shorten input{min-height:3.25rem;padding-inline:1rem;font-size:1.0625rem}
.shorten button{min-height:3.25rem;padding-inline:1.5rem}
@media(max-width:30rem){.shorten .join{display:grid}.shorten button{justify-self:stretch}}
@media(min-width:56rem){.shorten{padding:var(--s5)}}
@media(scripting:none){.scripted{display:none}}
.steps>.line,.left{justify-content:space-between}
.left{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem;padding-block:.75rem}
.morning .bars{height:10rem}
.card.morning{gap:.375rem}
.morning .plot{margin-top:1rem}
@media(min-width:40rem){.morning [data-readout]{margin-left:auto}.morning .legends{margin-left:.75rem}}
.morning .number{font-size:2.5rem;line-height:1.15}
.pair>:not(:has(li:nth-child(3))){align-self:start}
.pair{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}
@media(min-width:56rem){.pair{gap:var(--s5)}}
.rows>li.brief{grid-template-columns:minmax(0,1fr) auto;align-items:center;padding:.75rem 0}
.shelf{container-type:inline-size}
@container(max-width:30rem){.brief .name .soft{display:none}}
@container(min-width:42rem){.rows>li.brief{grid-template-columns:minmax(0,1fr) 10.5rem}.rows>li.brief:has(>.age){grid-template-columns:minmax(0,1fr) 7rem}.brief .gist{grid-template-columns:repeat(2,minmax(0,1fr));align-items:center;gap:1.5rem}}
.brief .recent{--spark-width:5rem;justify-content:flex-end}
.brief .age{text-align:right}
@media(max-width:39.99rem){.brief .spark{display:none}}
.brief .recent p{min-width:4.25rem;text-align:right}
.steps{position:relative;overflow:hidden}
.steps ol{display:grid;gap:1.25rem 2rem;counter-reset:step}
.steps li{display:grid;align-content:start;grid-template-columns:2rem minmax(0,1fr);gap:.25rem .875rem;counter-increment:step}
.steps .stack{grid-column:2;gap:.625rem}
.steps .button{min-height:2.25rem;padding:.25rem .875rem;font-size:.9375rem}
@media(pointer:coarse){.steps .button{min-height:2.75rem}}
.steps li::before{content:counter(step);grid-row:1/3;display:grid;place-items:center;width:2rem;height:2rem;border:1px solid var(--edge);border-radius:50%;color:var(--soft);font-size:.875rem;font-weight:600}
.steps li[aria-current]::before{border-color:var(--dawn);background:var(--dawn-wash);color:var(--dawn-ink)}
.steps li.done::before{content:"✓";border-color:transparent;background:var(--good-wash);color:var(--good)}
.steps li.done h3{color:var(--soft);font-weight:500}
.steps h3{line-height:2rem}
@media(min-width:72rem){
.steps ol{grid-template:repeat(3,auto)/repeat(4,minmax(0,1fr));row-gap:.25rem}
.steps li{grid-row:span 3;grid-template:subgrid/minmax(0,1fr);row-gap:inherit}
.steps li::before{grid-row:1}
.steps h3{margin-top:.25rem;line-height:1.35}
.steps .stack{grid-column:1;grid-template-rows:1fr auto}
}
.loop{display:none;position:absolute;left:0;top:0;width:3.25rem;height:3.25rem;fill:var(--deed);pointer-events:none}
@media(prefers-reduced-motion:no-preference){
[data-flies] .loop{display:block;offset-path:path("M-60 380C60 420 190 340 250 220 310 100 220 50 180 120 140 200 260 270 400 180 540 90 760 40 1400-60");offset-rotate:auto 90deg;animation:loop 3.4s cubic-bezier(.4,.1,.5,.95) both}
}
@keyframes loop{from{offset-distance:0%}to{offset-distance:100%}}
`;

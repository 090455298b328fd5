/** The list of links and the table of tags: filters, rows and the selection. Only their pages load it. */
export const LIST = `
.filter{gap:0}
.seek{display:grid;grid-template-columns:minmax(0,1fr) auto 8rem 5.5rem;gap:.5rem;align-items:start}
.seek :is([type=search],.key,select,button){position:relative;z-index:1}
.seek input[type=search]{grid-area:1/1;padding-right:2.75rem}
.seek .key{grid-area:1/1;justify-self:end;margin:.5625rem .75rem 0 0;padding:0 .4375rem;border:1px solid var(--line);border-radius:.3125rem;color:var(--soft);font:.8125rem/1.5rem var(--mono);pointer-events:none}
.seek input:focus~.key,.seek input:not(:placeholder-shown)~.key{display:none}
.seek>select{grid-area:1/2;width:auto}
.seek>button{grid-area:1/4;width:100%;padding-inline:0}
.seek>details{grid-area:1/1/auto/-1}
.seek>details>summary{display:flex;width:8rem;margin:0 6rem 0 auto;padding:.5625rem .75rem;border:1px solid var(--edge);border-radius:.5rem;color:var(--ink);font-weight:400}
.seek>details>summary:hover,.seek>[open]>summary{border-color:var(--deed)}
.seek>details>summary::before{content:none}
.seek summary b{margin-left:.375rem;padding:0 .4375rem;border-radius:1rem;background:var(--deed);color:var(--on-deed);font-size:.8125rem}
[data-search=on] .seek{grid-template-columns:minmax(0,1fr) auto 8rem}
[data-search=on] .seek>button{display:none}
[data-search=on] .seek>details>summary{margin-right:0}
@media(max-width:55.99rem){.seek .key{display:none}}
@media(max-width:34rem){.seek{grid-template-columns:minmax(0,1fr) 7.5rem 4.75rem}[data-search=on] .seek{grid-template-columns:minmax(0,1fr) 7.5rem}.seek input[type=search]{grid-column:1/-1}.seek>select{grid-area:2/1;width:100%;padding-right:2rem}.seek>details{grid-row:2}.seek>details>summary{width:7.5rem;margin-right:5.25rem;padding-right:2rem}.seek>button{grid-area:2/3}}
:root:not([data-keys=on]) .seek .key{display:none}
[data-search][aria-busy=true] .seek input{border-color:var(--deed)}
[data-says]:not(:empty){margin-top:.375rem}
.narrow{display:flex;flex-wrap:wrap;gap:.875rem 2rem;padding:1rem 1.25rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:var(--round)}
.narrow>:nth-child(3){flex-basis:100%}
.match{flex:0 0 100%;margin-bottom:.25rem}
.narrow .pills>details:not([open]){flex:none}
.narrow .pills>details>summary{min-height:2.25rem;padding-inline:.5rem}
@media(max-width:39.99rem){.narrow{display:grid;grid-template-columns:minmax(0,1fr) 6rem;gap:.875rem .75rem;padding:.875rem 1rem 1rem}.narrow>:nth-child(3){grid-column:1/-1}}
search:has([open])+.found>.chips{justify-content:end;margin:-1.25rem 0 -1rem}
search:has([open])+.found>.chips>:not(:last-child){display:none}
.chips{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;margin-top:-.5rem}
.chips li{display:flex;align-items:center;gap:.5rem;min-width:0}
.chips a{display:flex;align-items:center;gap:.5rem;min-width:0;min-height:2.25rem;padding:0 .75rem;border:1px solid var(--deed);border-radius:2rem;background:var(--deed-wash);color:var(--deed);font-size:.875rem;font-weight:600;text-decoration:none}
.chips a:hover{background:none}
.chips .tag{padding:0;background:none;color:inherit;font:inherit}
.chips .all{border:0;background:none;padding-inline:.25rem;font-weight:500;text-decoration:underline}
.found{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
.many{display:grid;gap:1rem}
.listed{--pad:1.25rem;container-type:inline-size}
@media(min-width:56rem){.listed{--pad:1.5rem}}
.many .listed{gap:.25rem;padding-bottom:.25rem;overflow:clip}
.above{display:flex;align-items:center;justify-content:space-between;gap:0 1rem;margin-top:-.5rem;min-height:2.75rem}
.above .check{gap:1rem;white-space:nowrap}
.above .heads{display:none}
.many .rows>li:first-child{border-top:1px solid var(--line)}
.rows>li.pickable{grid-template-columns:auto minmax(0,1fr);gap:.25rem .625rem;align-items:start;padding:.875rem 0}
.pickable:has(:checked){border-color:color-mix(in srgb,var(--deed) 20%,transparent);background:var(--deed-wash);box-shadow:calc(-1*var(--pad)) 0 var(--deed-wash),var(--pad) 0 var(--deed-wash)}
.pickable:has(:checked) :is(.tag,.badge){background:var(--card)}
.pickable>*{grid-column:2}
.pickable>.pick{grid-column:1;grid-row:1/3}
.pickable .recent p{white-space:nowrap}
.pickable .badge{flex:none}
.goal{display:flex}
.goal>bdi{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.goal>bdi:not(.soft){max-width:65%;flex:none}
.goal>bdi+.soft::before{content:"·";margin-inline:.375rem}
.pickable .spark{--spark-width:3.5rem;order:1;min-width:0;margin-left:auto}
.pick{display:flex;align-items:center;justify-content:center;min-width:2rem;min-height:2rem;margin-left:-.375rem;align-self:start}
@container(max-width:30rem){.pickable .name .soft{display:none}}
@container(max-width:42.99rem){
.pickable .line{position:relative;padding-right:2.25rem}
.pickable .copy{position:absolute;top:-.375rem;right:-.8125rem;width:2.75rem;min-height:2.75rem;padding:.8125rem}
}
@container(min-width:43rem){
.rows>li.pickable{grid-template-columns:auto minmax(0,1fr) auto;column-gap:1rem;align-items:center}
.pickable>*,.pickable>.pick{grid-column:auto;grid-row:auto}
.pickable .line{flex-wrap:nowrap}
.pickable .copy{margin-block:-.25rem}
.in-line{max-width:55%}
.pickable .pick{align-self:center;margin-right:-.375rem}
.above{justify-content:flex-start}
.above .heads,.pickable .recent{display:grid;grid-template-columns:7.5rem 5.5rem 6.5rem;column-gap:1rem;margin-left:auto;text-align:right}
.above .heads span:first-child{grid-column:1/3}
.pickable .spark{--spark-width:7.5rem;order:0;grid-column:1}
.pickable .clicks{grid-column:2}
.pickable .age{grid-column:3}
.clicks+.age::before{content:none}
}
.leaving .pick{opacity:.6}
.leaving .name,.leaving .goal>bdi{text-decoration:line-through}
.deeds{position:sticky;bottom:4.75rem;z-index:2}
.card.deeds{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding:.75rem 1rem}
.deeds>p{font-weight:600}
.deeds>p:empty,.deeds summary::before{display:none}
.deeds>button,.deeds summary{padding-inline:.75rem}
.deeds>.text{margin-right:.5rem;padding-inline:0}
.deeds>.danger{margin-left:auto}
.deeds>[open]>summary{border-color:var(--deed);background:var(--deed-wash);color:var(--deed)}
.deeds .panel{inset:auto auto calc(100% + .5rem) 0;width:min(100%,32rem)}
.panel .pills{max-height:12rem;padding-bottom:1.5rem;overflow-y:auto;mask:linear-gradient(#000 calc(100% - 1.5rem),transparent)}
@media(max-width:39.99rem){
.card.deeds{display:grid;grid-template-columns:1fr 1fr}
.deeds>:is(button,details),.deeds summary{width:100%;margin:0}
.deeds>.text{justify-self:end;width:auto}
.deeds>details+details{grid-area:2/2}
.deeds>details+button{grid-area:3/1}
.deeds>.danger{grid-area:3/2}
.deeds>[open]{position:fixed;z-index:1;inset:auto 0 0;max-height:85svh;padding:.25rem 1.25rem max(1.25rem,env(safe-area-inset-bottom));overflow-y:auto;border-radius:var(--round) var(--round) 0 0;background:var(--overlay);box-shadow:0 0 0 100vmax var(--scrim)}
.deeds>[open]>summary{justify-content:space-between;padding:0;border:0;background:none;color:var(--ink);font-size:1.0625rem}
.deeds>[open]>summary:active{transform:none}
.deeds>[open]>summary::before{content:"";display:block;position:fixed;z-index:-1;inset:0;width:auto;height:auto;border:0;transform:none}
.deeds>[open]>summary::after{content:"×";color:var(--soft);font-size:1.5rem;font-weight:400}
.deeds [open] .panel{position:static;width:auto;padding:0;border:0;background:none;box-shadow:none}
}
@media(min-width:56rem){.deeds{bottom:1rem}}
@media(min-width:72rem){.deeds>details{position:relative}.deeds .panel{bottom:calc(100% + 1.3125rem);width:27rem}}
@supports selector(:has(*)){
.many:not(:has([name=codes]:checked)) .deeds{display:none}
}
`;

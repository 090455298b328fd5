/** The stylesheet of the console: custom properties, then elements, then components. */

export const STYLE = `
:root{color-scheme:light dark;--paper:#f6f7fa;--card:#fff;--ink:#171c28;--soft:#566074;--line:#dde1ea;--edge:#7d8699;--wash:#eceff6;--deed:#2f4a94;--on-deed:#fff;--deed-wash:#e6ebf8;--good:#1a6b46;--good-wash:#e0f2e8;--wait:#7a5200;--wait-wash:#fbf0d6;--wrong:#a3241d;--wrong-wash:#fbe7e5;--bar:#5b78c7;--red:#a3241d;--orange:#97410a;--yellow:#7a5200;--green:#1a6b46;--teal:#0b6374;--blue:#2f4a94;--violet:#6a3aa0;--pink:#9a2463;--round:.75rem;--serif:ui-serif,"Iowan Old Style",Charter,"Palatino Linotype",Palatino,Georgia,serif;--mono:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
@media(prefers-color-scheme:dark){:root{--paper:#12151d;--card:#191d27;--ink:#e9ecf3;--soft:#a3acbe;--line:#2b313e;--edge:#6f7990;--wash:#222835;--deed:#adbeff;--on-deed:#12151d;--deed-wash:#252d47;--good:#7fd6a8;--good-wash:#17322a;--wait:#f0c671;--wait-wash:#352b15;--wrong:#ff9c91;--wrong-wash:#3a1f20;--bar:#7f98e6;--red:#ff9c91;--orange:#ffb27d;--yellow:#f0c671;--green:#7fd6a8;--teal:#74d3e0;--blue:#adbeff;--violet:#cdb0ff;--pink:#ffa6cf}}
*{box-sizing:border-box;margin:0}
html{font:100%/1.55 -apple-system,"Segoe UI",Roboto,Ubuntu,"Noto Sans","Helvetica Neue",Arial,sans-serif;background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%}
body{min-height:100vh;min-height:100svh;overflow-wrap:anywhere}
h1{font:600 clamp(1.625rem,1.35rem + 1.2vw,2.125rem)/1.2 var(--serif);letter-spacing:-.01em;text-wrap:balance}
h1 bdi{letter-spacing:0}
h1 .long{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;font-size:1.375rem;line-height:1.4}
h2{font-size:1.0625rem;font-weight:650;line-height:1.35}
h3{font-size:1rem;font-weight:600}
p{text-wrap:pretty}
a{color:var(--deed);text-underline-offset:.2em}
ul,ol,dl{padding:0;list-style:none}
dd{margin:0}
svg{display:block}
code,.code{font-family:var(--mono);font-size:.9375em}
time,.number,td,progress+*{font-variant-numeric:tabular-nums}
:focus-visible{outline:3px solid var(--deed);outline-offset:2px;border-radius:.25rem}
[hidden]{display:none!important}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.number{font-size:1.75rem;font-weight:600;line-height:1.2;letter-spacing:-.01em}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-4rem;z-index:3;padding:.5rem 1rem;background:var(--card);border-radius:.5rem}
.skip:focus{top:1rem}

.brand{display:flex;align-items:center;gap:.625rem;color:inherit;font:600 1.1875rem/1.2 var(--serif);text-decoration:none;white-space:nowrap;flex:none}
.brand svg{width:1.75rem;height:1.75rem;fill:var(--deed);flex:none}
.frame{padding-bottom:5.5rem}
.side{padding:.875rem 1.25rem 0;display:flex;justify-content:space-between;align-items:center;gap:1rem}
.who{display:flex;align-items:center;gap:.75rem;min-width:0;font-size:.875rem;color:var(--soft)}
.who span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.who form{flex:none}
.tabs{position:fixed;z-index:2;inset:auto 0 0;display:flex;justify-content:space-around;padding:.25rem .25rem max(.25rem,env(safe-area-inset-bottom));background:var(--card);border-top:1px solid var(--line)}
.tabs a{flex:1;min-width:0;display:flex;flex-direction:column;align-items:center;gap:.125rem;padding:.375rem 0;border-radius:.5rem;color:var(--soft);font-size:.6875rem;text-decoration:none}
.tabs svg{width:1.375rem;height:1.375rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.tabs a[aria-current]{color:var(--deed);font-weight:600}
main{padding:1.5rem 1.25rem 2.5rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;align-content:start}
@media(min-width:56rem){
.frame{display:grid;grid-template-columns:15rem minmax(0,1fr);min-height:100vh;padding:0}
.rail{position:sticky;top:0;height:100vh;display:grid;grid-template-rows:auto 1fr;border-right:1px solid var(--line);background:var(--card)}
.side{display:contents}
.side .brand{grid-row:1;padding:1.5rem 1.5rem 1.75rem}
.who{grid-row:3;display:grid;gap:.5rem;padding:1rem 1.5rem 1.5rem;border-top:1px solid var(--line)}
.tabs{position:static;grid-row:2;flex-direction:column;justify-content:flex-start;gap:.125rem;padding:0 .75rem;background:none;border:0}
.tabs a{flex:none;flex-direction:row;gap:.75rem;padding:.5625rem .75rem;font-size:.9375rem}
.tabs a:hover{background:var(--wash)}
.tabs a[aria-current]{background:var(--deed-wash)}
main{width:100%;max-width:60rem;margin:0 auto;padding:2.5rem 2.5rem 4rem;gap:1.5rem}
}
.alone{max-width:30rem;min-height:100vh;min-height:100svh;margin:0 auto;padding:clamp(1.5rem,10vh,6rem) 1.25rem 2rem}
.alone main{padding:2rem 0;max-width:none}

.head{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.75rem 1.5rem}
.head>div{min-width:0;flex:1 1 16rem}
.head p{margin-top:.375rem;color:var(--soft)}
.card{padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:var(--round);display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:1rem}
@media(min-width:56rem){.card{padding:1.5rem}}
.card>.soft{margin-top:-.625rem}
.duo{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr))}
.facts{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,9rem),1fr))}
.facts dt{color:var(--soft);font-size:.875rem}
.facts .whole{grid-column:1/-1}
.columns{display:grid;gap:0 1.25rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr))}
.rows{display:grid;margin:-.25rem 0}
.rows>li{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem 1rem;padding:1rem 0;border-top:1px solid var(--line)}
.rows>li:first-child{border-top:0;padding-top:.25rem}
.rows>li:last-child{padding-bottom:.25rem}
@media(min-width:40rem){.rows>li.row{grid-template-columns:minmax(0,1fr) auto;align-items:center}}
.aside{display:flex;flex-wrap:wrap;gap:0 .75rem}
.aside b{color:var(--ink);font-weight:600}
@media(min-width:40rem){.aside{display:grid;justify-items:end}}
.line{display:flex;flex-wrap:wrap;align-items:center;gap:.375rem .75rem}
.clip{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.name{font-weight:600}
.few{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
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
.details{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.details dt{color:var(--soft);font-size:.875rem;margin-bottom:.25rem}
.written{white-space:pre-wrap}
.badge{display:inline-block;padding:.0625rem .5625rem;border-radius:1rem;background:var(--wash);color:var(--soft);font-size:.8125rem;font-weight:600;white-space:nowrap}
.badge.good{background:var(--good-wash);color:var(--good)}
.badge.wait{background:var(--wait-wash);color:var(--wait)}
.badge.wrong{background:var(--wrong-wash);color:var(--wrong)}
.alert{padding:.75rem 1rem;border-radius:.625rem;background:var(--good-wash);color:var(--good)}
.alert.wrong{background:var(--wrong-wash);color:var(--wrong)}
.alert.wait{background:var(--wait-wash);color:var(--wait)}
.alert a{color:inherit}
.alert ul{margin-top:.375rem;padding-left:1.125rem;list-style:disc;display:grid;gap:.25rem}
.empty{padding:2rem 1.25rem;text-align:center;border:1px dashed var(--edge);border-radius:var(--round);display:grid;gap:.75rem;justify-items:center}
.empty p{max-width:28rem;color:var(--soft)}

form{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
form.line{display:flex}
form.plain{display:block}
.fields{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));align-items:start}
.field{display:grid;align-content:start;gap:.3125rem;min-width:0}
.stack{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.apart{border-top:1px solid var(--line);padding-top:1.25rem}
.card .field{max-width:36rem}
.card .broad .field,.card>.field{max-width:none}
form>[role=status]:empty{margin-top:-1rem}
fieldset{display:grid;gap:1rem;min-width:0;padding:1.25rem 0 0;border:0}
legend{float:left;width:100%;font-weight:650}
legend+*{clear:both}
label,.label{font-weight:600;font-size:.9375rem}
label.soft{font-weight:400;font-size:.875rem}
.hint{color:var(--soft);font-size:.875rem}
.bad{color:var(--wrong);font-size:.875rem}
input,select,textarea{width:100%;min-height:2.75rem;padding:.5625rem .75rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
textarea{min-height:5.5rem;resize:vertical}
input[type=color]{padding:.25rem;width:3.5rem}
input[type=checkbox],input[type=radio]{width:1.25rem;min-height:1.25rem;height:1.25rem;accent-color:var(--deed);flex:none}
label.check{display:flex;gap:.625rem;align-items:center;font-weight:400;min-height:2.75rem}
input[aria-invalid],select[aria-invalid],textarea[aria-invalid]{border-color:var(--wrong);box-shadow:inset 0 0 0 1px var(--wrong)}
input[readonly]{background:var(--wash);border-color:var(--line);font-family:var(--mono);font-size:.9375rem}
.join{display:flex;gap:.5rem}
.join input{min-width:0}
button,.button{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:2.75rem;padding:.5rem 1.125rem;border:1px solid transparent;border-radius:.5rem;background:var(--deed);color:var(--on-deed);font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer;justify-self:start;flex:none}
button:hover,.button:hover{filter:brightness(1.1)}
.quiet{background:none;border-color:var(--edge);color:var(--ink)}
.quiet:hover{background:var(--wash);filter:none}
.text{background:none;border:0;padding:.5rem 0;color:var(--deed);font-weight:500;text-decoration:underline;text-underline-offset:.2em}
.danger{background:none;border-color:var(--wrong);color:var(--wrong)}
.danger:hover{background:var(--wrong-wash);filter:none}
button[disabled]{opacity:.6;cursor:default}
details>summary{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--deed);font-weight:600;cursor:pointer;list-style:none}
details>summary::-webkit-details-marker{display:none}
details>summary::before{content:"";width:.4375rem;height:.4375rem;margin-right:.625rem;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(-45deg)}
details[open]>summary::before{transform:rotate(45deg)}
details.grave>summary{color:var(--wrong)}
details>summary~*{margin-top:.5rem}
details>form{max-width:34rem}

progress{display:block;width:100%;height:.5rem;margin:.375rem 0;appearance:none;border:0;border-radius:1rem;overflow:hidden;background:var(--wash)}
progress::-webkit-progress-bar{background:var(--wash)}
progress::-webkit-progress-value{background:var(--bar);border-radius:1rem}
progress::-moz-progress-bar{background:var(--bar)}
progress.full::-webkit-progress-value{background:var(--wrong)}
progress.full::-moz-progress-bar{background:var(--wrong)}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.5rem .75rem .5rem 0;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-size:.8125rem;font-weight:600}
th[scope=row]{font-weight:500}
td.end,th.end{padding-right:0;text-align:right}
.wide{overflow-x:auto}
.plans{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr))}
.plans .card{align-content:start;padding:1.25rem}
.plans button{justify-self:stretch;padding-inline:.5rem;white-space:nowrap}
.plans .mine{border-color:var(--deed);box-shadow:inset 0 0 0 1px var(--deed)}
.plans li{padding:.25rem 0;font-size:.9375rem}
.plans li.no{color:var(--soft)}
.days{display:grid;gap:.75rem;margin:0}
.plot{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.375rem .625rem}
.plot .picture{height:11rem}
.ticks{display:flex;flex-direction:column;justify-content:space-between;margin:-.5rem 0;text-align:right;color:var(--soft);font-size:.75rem;line-height:1rem;font-variant-numeric:tabular-nums}
.ends{grid-column:2;display:flex;justify-content:space-between;color:var(--soft);font-size:.75rem}
.picture{width:100%;overflow:visible}
.picture path{vector-effect:non-scaling-stroke}
.picture .grid{stroke:var(--line)}
.picture .area{fill:var(--deed-wash)}
.picture .curve{fill:none;stroke:var(--bar);stroke-width:2;stroke-linejoin:round}
.picture .bar{fill:var(--bar)}
.picture .track{fill:var(--wash)}
.ranking th,.ranking td{border:0;padding:.3125rem .75rem .3125rem 0;vertical-align:top}
.ranking td{padding-right:0}
.ranking .picture{height:.3125rem;margin-top:.25rem}
.choice{display:flex;flex-wrap:wrap;gap:.25rem}
.choice a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .6875rem;border:1px solid var(--line);border-radius:2rem;color:inherit;font-size:.875rem;text-decoration:none}
.choice a:hover{background:var(--wash)}
.choice a[aria-current]{background:var(--deed-wash);border-color:var(--deed);color:var(--deed);font-weight:600}
blockquote{margin:0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft);white-space:pre-line}
.qr{width:11rem;height:11rem;padding:.5rem;background:#fff;border:1px solid var(--line);border-radius:.5rem}
@media(prefers-reduced-motion:no-preference){button,.button,.tabs a{transition:background-color .12s,filter .12s}}
`;

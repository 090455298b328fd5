/** The page of a link: the short address, and the facts with their forms. */
export const LINK = `
.titled{position:relative;margin-bottom:-.5rem}
.eyebrow{padding-right:4.5rem;font:600 1.1875rem/1.4 var(--serif)}
.remainder,.remainder[open]::details-content{display:inline}
.remainder>summary{min-height:0;padding:0 .25rem;border-radius:.25rem;color:inherit}
.remainder>summary:hover{background:var(--wash)}
.remainder>summary::before,.change>summary::before,.menu>summary::before{content:none}
.remainder[open]>summary:not(:focus-visible){position:absolute;opacity:0;pointer-events:none}
.remainder>summary~*{margin:0}
.clamped:not(:has(+[open])){display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.short{margin-bottom:.25rem;font-size:clamp(1.75rem,1.3rem + 2.2vw,2.75rem);line-height:1.15;user-select:all}
.short.long{font-size:clamp(1.5rem,1.3rem + .9vw,2rem);line-height:1.25}
.short span{color:var(--soft);font-weight:400}
.short b{display:inline-block;max-width:100%;font-weight:600}
.target{display:flex;gap:.625rem;margin-top:-.5rem}
.target>div{min-width:0}
.glimpse{display:none}
.glimpse img{display:block;width:9rem;height:9rem;margin-bottom:.375rem;border:1px solid var(--line);border-radius:.625rem}
.glimpse:hover img{border-color:var(--deed)}
@media(min-width:56rem){.hero.alive{grid-template-columns:minmax(0,1fr) auto;align-items:start;gap:2rem}.glimpse{display:block;font-weight:600;text-align:center;text-decoration:none}.glimpse:hover{text-decoration:underline}}
.hero{position:relative}
@media(min-width:40rem){.menu{position:relative}}
.menu>summary{padding-inline:.875rem;font-size:1.25rem;line-height:1}
.menu>summary:hover,.menu[open]>summary{background:var(--wash)}
.menu .panel{right:1.25rem;gap:0;width:max-content;min-width:11rem;margin-top:.375rem;padding:.375rem}
@media(min-width:40rem){.menu .panel{right:auto}}
@media(max-width:29.99rem){.acts{gap:.5rem}.acts>*,.menu>summary{padding-inline:.75rem}.acts>.menu{padding:0}}
.menu li :is(a,button){display:flex;justify-content:flex-start;align-items:center;width:100%;min-height:2.75rem;padding:.25rem .875rem;border:0;border-radius:.5rem;background:none;color:inherit;font-size:.9375rem;font-weight:500;text-decoration:none}
.menu li :is(a,button):hover{background:var(--wash)}
.menu .grave{color:var(--wrong)}
#delete{scroll-margin-top:6rem}
.about{margin-block:-.875rem}
.about:not(:last-child){margin-bottom:-1rem}
.about>div{position:relative;padding:.875rem 0}
.about>div+div,.adds{border-top:1px solid var(--line)}
.about dt{padding-right:5rem;color:var(--soft);font-size:.875rem}
.about dd{margin-top:.125rem}
@media(min-width:40rem){
.about>div{display:grid;grid-template-columns:8.75rem minmax(0,1fr)}
.about dt{padding:0;line-height:1.5rem}
.about dd{margin:0;padding-right:5rem}
}
.leads{color:inherit;text-decoration:none}
.leads:hover{text-decoration:underline}
.whole>summary{min-height:2rem;font:500 .875rem/1.5 var(--sans)}
.change>summary{min-height:2rem;font-size:.875rem}
.about .change>summary,.titled .change>summary{position:absolute;top:.625rem;right:0}
.titled .change>summary{top:-.1875rem}
.about .change[open]>summary:not(:focus-visible),.titled .change[open]>summary:not(:focus-visible){opacity:0}
.change>form{margin:.75rem 0 .25rem}
.adds{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding-top:1rem}
.adds .change>summary{min-height:2.25rem;padding:.25rem .875rem;border:1px solid var(--edge);border-radius:2rem;color:var(--ink);font-weight:500}
.adds .change>summary:hover{background:var(--wash)}
.adds .change[open]{flex:1 0 100%;order:1}
@supports selector(::details-content){.adds .change[open]{display:contents}.adds .change::details-content{flex:1 0 100%;order:1}}
.adds .change[open]>summary{border-color:var(--deed);background:var(--deed-wash);color:var(--deed)}
`;

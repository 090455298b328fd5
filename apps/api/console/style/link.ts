/** The page of a link: the short address, and the facts with their forms. */
export const LINK = `
.eyebrow{min-width:0;font:600 1.1875rem/1.35 var(--serif)}
.clamped:not(:has(+[open])){display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.titled{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;margin-bottom:-.5rem}
.titled .change{flex:1 1 auto}
.titled .change[open]{flex-basis:100%}
.short{margin-bottom:.25rem;font-size:clamp(1.75rem,1.3rem + 2.2vw,2.75rem);line-height:1.15;user-select:all}
.short span{color:var(--soft);font-weight:400}
.short b{display:inline-block;max-width:100%;font-weight:600}
.glimpse{display:none}
.glimpse img{display:block;width:10rem;height:10rem;border:1px solid var(--line);border-radius:.625rem}
.glimpse:hover img{border-color:var(--deed)}
@media(min-width:44rem){.hero.alive{grid-template-columns:minmax(0,1fr) auto;align-items:start;gap:2rem}.glimpse{display:block}}
.about{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,max(22rem,40%)),1fr));gap:0 2.5rem;margin-block:-.75rem;clip-path:inset(1px -1.5rem -1.5rem)}
.about:not(:last-child){margin-bottom:-.875rem}
.about>div{position:relative;margin-top:-1px;padding:.875rem 0;border-top:1px solid var(--line)}
@media(min-width:72rem){.about>:last-child:nth-child(odd)::after{content:"";position:absolute;top:-1px;left:calc(100% + 2.5rem);width:100%;border-top:1px solid var(--line)}}
.about dt{padding-right:5rem;color:var(--soft);font-size:.875rem}
.about dd{margin-top:.125rem}
.leads{color:inherit;text-decoration:none}
.leads:hover{text-decoration:underline}
.whole>summary{min-height:2rem;font:500 .875rem/1.5 var(--sans)}
.change>summary{min-height:2rem;font-size:.875rem}
.change>summary::before{content:none}
.about .change>summary{position:absolute;top:.5rem;right:0}
.about .change[open]>summary:not(:focus-visible),.titled .change[open]>summary:not(:focus-visible){opacity:0}
.change>form{margin:.75rem 0 .25rem}
.adds{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding-top:1rem;border-top:1px solid var(--line)}
.adds .change>summary{min-height:2.25rem;padding:.25rem .875rem;border:1px solid var(--edge);border-radius:2rem;color:var(--ink);font-weight:500}
.adds .change>summary:hover{background:var(--wash)}
.adds .change[open]{flex:1 0 100%;order:1}
@supports selector(::details-content){.adds .change[open]{display:contents}.adds .change::details-content{flex:1 0 100%;order:1}}
.adds .change[open]>summary{border-color:var(--deed);background:var(--deed-wash);color:var(--deed)}
`;

/** The frame of a page: the brand, the navigation and the main element. */
export const FRAME = `
.brand{display:flex;align-items:center;gap:.625rem;color:inherit;font:600 1.1875rem/1.2 var(--serif);text-decoration:none;white-space:nowrap;flex:none}
.brand svg{width:1.75rem;height:1.75rem;fill:var(--deed);flex:none}
html{scroll-padding-bottom:5.5rem}
.frame{padding-bottom:5.5rem}
.side{padding:.875rem 1.25rem 0;display:flex;justify-content:space-between;align-items:center;gap:1rem}
.who{display:none;font-size:.875rem;color:var(--soft)}
.who>span{flex:1 0 100%;width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.who form{flex:none}
.tabs{position:fixed;z-index:2;inset:auto 0 0;display:flex;justify-content:space-around;padding:.25rem .25rem max(.25rem,env(safe-area-inset-bottom));background:var(--card);border-top:1px solid var(--line)}
.tabs a{flex:1;min-width:0;display:flex;flex-direction:column;align-items:center;gap:.125rem;padding:.375rem 0;border-radius:.5rem;color:var(--soft);font-size:.6875rem;text-decoration:none}
.tabs svg{width:1.375rem;height:1.375rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.tabs a[aria-current]{color:var(--deed);font-weight:600}
.tabs a:hover{color:var(--ink)}
.tabs a[aria-current]:hover{color:var(--deed)}
.tabs .new{position:absolute;width:.5rem;height:.5rem;margin:-.125rem 0 0 1.5rem;border-radius:50%;background:var(--dawn)}
main{padding:var(--s5) 1.25rem var(--s6);display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;align-content:start}
@media(min-width:56rem){
html{scroll-padding-bottom:0}
.frame{display:grid;grid-template-columns:15rem minmax(0,1fr);min-height:100vh;padding:0}
.rail{position:relative;z-index:1;border-right:1px solid var(--line);background:var(--card)}
.rail>div{position:sticky;top:0;height:100vh;display:grid;grid-template-rows:auto 1fr}
.side{display:contents}
.side .brand{grid-row:1;padding:1.5rem 1.5rem 1.75rem}
.who{grid-row:3;display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;min-width:0;gap:.5rem;padding:1rem 1.25rem 1.25rem 1.5rem;border-top:1px solid var(--line)}
.tabs{position:static;grid-row:2;flex-direction:column;justify-content:flex-start;gap:.125rem;padding:0 .75rem;background:none;border:0}
.tabs a{flex:none;flex-direction:row;gap:.75rem;padding:.5625rem .75rem;font-size:.9375rem}
.tabs a:hover{background:var(--wash)}
.tabs .new{position:static;margin:0 0 0 auto}
.tabs a[aria-current]{position:relative;background:var(--deed-wash)}
.tabs a[aria-current]::before{content:"";position:absolute;inset:.5rem auto .5rem 0;width:.1875rem;border-radius:.125rem;background:var(--dawn)}
main .on-phone{display:none}
main{width:100%;max-width:80rem;margin:0 auto;padding:var(--s6) var(--s6) var(--s7);gap:var(--s5)}
}
.alone{display:flex;flex-direction:column;max-width:33rem;min-height:100vh;min-height:100svh;margin:0 auto;padding:2rem 1.5rem 1.25rem}
.alone main{flex:1;padding:var(--s5) 0 var(--s6);max-width:none}
.alone main>:is(form,p)>:is(button,.button){width:100%}
.alone footer{display:flex;justify-content:space-between;align-items:center;padding-top:var(--s4);border-top:1px solid var(--line)}
.keyed{position:relative}
.keyed .icon{position:absolute;top:.75rem;left:.75rem;pointer-events:none}
.keyed input{padding-left:2.625rem}
.even{text-wrap:balance}
.whose{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.625rem;background:var(--card)}
`;

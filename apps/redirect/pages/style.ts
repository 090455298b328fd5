/** The stylesheet of all pages. Pages inline it, and their policy names its hash, so that no other style applies. */

/** The stylesheet. A change needs a new STYLE_HASH, which the failing pages.test.ts shows. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#f6f7fa;--ink:#171c28;--soft:#566074;--line:#e1e5ed;--trail:#a3b1d6;--edge:#7d8699;--field:#fff;--deed:#2f4a94;--on-deed:#fff;--wrong:#a3241d;--wash:#fbe7e5}
@media(prefers-color-scheme:dark){:root{--paper:#12151d;--ink:#e9ecf3;--soft:#a3acbe;--line:#2b313e;--trail:#48567d;--edge:#6f7990;--field:#191d27;--deed:#adbeff;--on-deed:#12151d;--wrong:#ff9c91;--wash:#3a1f20}}
*{box-sizing:border-box;margin:0}
html{font:100%/1.6 -apple-system,"Segoe UI",system-ui,sans-serif;background:var(--paper);color:var(--ink)}
body{max-width:33rem;min-height:100svh;margin:0 auto;padding:18vh 1.5rem 1.25rem;display:flex;flex-direction:column;overflow-wrap:anywhere}
svg{flex:none;overflow:visible;fill:var(--deed)}
body>svg{width:100%;height:6rem}
.trail{fill:none;stroke:var(--trail);stroke-width:2;stroke-linecap:round;stroke-dasharray:.1 9}
.gone path+path{opacity:.6}
main{flex:1;padding:2.25rem 0 3rem}
main>*+*{margin-top:1.5rem}
h1{font-size:2rem;line-height:1.25;letter-spacing:-.02em;text-wrap:balance}
.long{font-size:1.625rem}
small{display:block;margin-bottom:.25rem;font-size:1rem;font-weight:400;line-height:1.6;letter-spacing:0;color:var(--soft)}
span{display:inline-block;max-width:100%}
p{color:var(--soft);text-wrap:balance;white-space:pre-line}
code,.whole{color:var(--soft);font:.9375rem/1.6 ui-monospace,Menlo,Consolas,monospace}
code{display:block;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
small code{display:inline-block;max-width:100%;overflow:clip}
main>code{margin-top:.5rem}
code+p{margin-top:1rem}
a{color:var(--deed);text-underline-offset:.2em}
label{display:block;font-weight:600}
input{display:block;width:100%;margin-top:.375rem;padding:.6875rem .875rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--edge);border-radius:.5rem}
:focus-visible{outline:2px solid var(--deed);outline-offset:2px}
input:focus-visible{outline-offset:-1px}
.reveal{display:flex;align-items:center;gap:.5rem;width:fit-content;margin-top:.5rem;padding:.25rem 0;font-weight:400}
.reveal input{width:1.125rem;height:1.125rem;margin:0;accent-color:var(--deed)}
form:not(:has(#reveal:checked)) #password{-webkit-text-security:disc}
[aria-invalid]{border-color:var(--wrong);outline-color:var(--wrong)}
.wrong,.turned :is(h1,.whole b),.warn b{color:var(--wrong)}
.turned svg{fill:var(--wrong)}
.turned p,.warn{color:var(--ink)}
.warn{padding:.75rem 1rem;border-radius:.625rem;background:var(--wash)}
.wrong{margin-top:.5rem;font-size:.9375rem}
.deed{display:block;width:100%;padding:.6875rem 1.5rem;border:1px solid transparent;border-radius:.5rem;background:var(--deed);color:var(--on-deed);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.deed:hover{filter:brightness(.85)}
form .deed{margin-top:1.25rem}
.whole{padding:1rem;background:var(--field);border:1px solid var(--line);border-radius:.5rem}
.whole b{display:inline-block}
.long~.whole b{display:block;text-wrap:balance}
.whole+p{margin-top:.5rem;font-size:.875rem}
.turned code b{color:inherit;font-weight:400}
b{color:var(--ink);font-weight:600}
summary{width:fit-content;padding:.75rem 0 .25rem;color:var(--deed);font-family:system-ui,sans-serif;font-weight:600;list-style:none;cursor:pointer}
summary::before{content:"";display:inline-block;width:.4375rem;height:.4375rem;margin:0 .625rem .125rem 0;border:solid;border-width:0 2px 2px 0;transform:rotate(-45deg)}
[open]>summary::before{transform:rotate(45deg)}
footer{padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.9375rem}
@media(max-width:30rem){body{padding-top:11vh}h1{font-size:1.625rem}.long{font-size:1.375rem}}
`;

export const STYLE_HASH = 'sha256-j0F5tzyV+o0BiWdPOCBW2k0fCaGqeXre0M43JMkEJeI=';

/** The stylesheet of all pages. Pages inline it, and their policy names its hash, so that no other style applies. */

/** The stylesheet. A change needs a new STYLE_HASH, which the failing pages.test.ts shows. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#f6f7fa;--ink:#171c28;--soft:#566074;--line:#e1e5ed;--trail:#a3b1d6;--edge:#7d8699;--field:#fff;--deed:#2f4a94;--hover:#243b7c;--on-deed:#fff;--wrong:#a3241d}
@media(prefers-color-scheme:dark){:root{--paper:#12151d;--ink:#e9ecf3;--soft:#a3acbe;--line:#2b313e;--trail:#48567d;--edge:#6f7990;--field:#191d27;--deed:#adbeff;--hover:#c6d2ff;--on-deed:#12151d;--wrong:#ff9c91}}
*{box-sizing:border-box;margin:0}
html{--sans:-apple-system,"Segoe UI",system-ui,Roboto,"Helvetica Neue",Arial,sans-serif;font:100%/1.6 var(--sans);background:var(--paper);color:var(--ink)}
body{max-width:33rem;min-height:100vh;min-height:100svh;margin:0 auto;padding:clamp(1.5rem,11vh,7rem) 1.5rem 1.25rem;display:flex;flex-direction:column;overflow-wrap:anywhere}
svg{flex:none;width:100%;height:6rem;overflow:visible;fill:var(--deed)}
.trail{fill:none;stroke:var(--trail);stroke-width:2;stroke-linecap:round;stroke-dasharray:.1 9}
main{flex:1;padding:2.25rem 0 3rem}
main>*+*{margin-top:1.5rem}
h1{font:600 clamp(1.75rem,1.3rem + 2vw,2.25rem)/1.2 Literata,ui-serif,"Iowan Old Style",Charter,"Palatino Linotype",Palatino,Georgia,"Noto Serif",serif;letter-spacing:-.015em;text-wrap:balance}
small{display:block;margin-bottom:.25rem;font:1.0625rem/1.6 var(--sans);letter-spacing:0;color:var(--soft)}
main span{display:inline-block;max-width:100%}
p{max-width:30rem;color:var(--soft);text-wrap:pretty}
h1+p{margin-top:.75rem}
a{color:var(--deed);text-underline-offset:.2em}
label{display:block;font-weight:600}
input{display:block;width:100%;margin-top:.375rem;padding:.6875rem .875rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--edge);border-radius:.5rem}
:focus-visible{outline:2px solid var(--deed);outline-offset:2px}
input:focus-visible{outline-offset:-1px}
[aria-invalid]{border-color:var(--wrong);outline-color:var(--wrong)}
.wrong,i{color:var(--wrong)}
.warn{padding:.75rem 1rem;border-left:.25rem solid var(--wrong);border-radius:.25rem;background:color-mix(in srgb,var(--wrong) 8%,transparent)}
input+.wrong{margin-top:.5rem}
.deed{display:inline-block;padding:.6875rem 1.5rem;border:1px solid transparent;border-radius:.5rem;background:var(--deed);color:var(--on-deed);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.deed:hover{background:var(--hover)}
form .deed{width:100%;margin-top:1.25rem}
.mild{border-color:var(--edge);background:none;color:var(--deed)}
.mild:hover{background:var(--line)}
.whole{padding:1rem 1.125rem;background:var(--field);border:1px solid var(--line);border-radius:.5rem}
.whole div{color:var(--soft);font:.9375rem/1.6 ui-monospace,Menlo,Consolas,monospace}
.whole:has(details:not([open])) div{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden}
i{font-style:normal}
i+b{display:block}
b{color:var(--ink)}
summary{width:fit-content;margin-top:.75rem;color:var(--deed);font-size:.9375rem;font-weight:600;cursor:pointer}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.9375rem}
@media(max-width:30rem){.deed{display:block;width:100%}}
`;

export const STYLE_HASH = 'sha256-563a6i02k6DazIAIfL65lCC/a3Rh2Nz2IiImXVJIAFA=';

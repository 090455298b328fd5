/** The stylesheet of all pages. Pages inline it, and their policy names its hash, so that no other style applies. */

/** The stylesheet. A change needs a new STYLE_HASH, which the failing pages.test.ts shows. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#f6f7fa;--ink:#171c28;--soft:#586176;--line:#dadfe8;--trail:#a3b1d6;--edge:#7d8699;--field:#fff;--deed:#2f4a94;--on-deed:#fff;--wrong:#a3241d}
@media(prefers-color-scheme:dark){:root{--paper:#12151d;--ink:#e9ecf3;--soft:#9fa8bb;--line:#2b313e;--trail:#48567d;--edge:#6f7990;--field:#191d27;--deed:#adbeff;--on-deed:#12151d;--wrong:#ff9c91}}
*{box-sizing:border-box;margin:0}
html{font:100%/1.6 -apple-system,"Segoe UI",system-ui,Roboto,"Helvetica Neue",Arial,sans-serif;background:var(--paper);color:var(--ink)}
body{max-width:33rem;min-height:100vh;min-height:100svh;margin:0 auto;padding:clamp(1.5rem,8vh,5rem) 1.5rem 1.25rem;display:flex;flex-direction:column;overflow-wrap:anywhere}
svg{flex:none;width:100%;height:6rem;overflow:visible;fill:var(--deed)}
.trail{fill:none;stroke:var(--trail);stroke-width:2;stroke-linecap:round;stroke-dasharray:.1 9}
main{flex:1;padding:clamp(1.5rem,5vh,2.75rem) 0 3rem}
h1 span{display:inline-block;max-width:100%}
h1{font:600 clamp(1.75rem,1.3rem + 2vw,2.25rem)/1.2 ui-serif,Georgia,serif;text-wrap:balance}
p{margin-top:1rem;max-width:30rem}
.soft{color:var(--soft)}
a{color:var(--deed);text-underline-offset:.2em}
form{margin-top:1.75rem}
label{display:block;font-weight:600}
input{display:block;width:100%;margin-top:.375rem;padding:.6875rem .875rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--edge);border-radius:.5rem}
input[aria-invalid]{border-color:var(--wrong);box-shadow:inset 0 0 0 1px var(--wrong)}
.wrong{margin-top:.5rem;color:var(--wrong)}
.deed{display:inline-block;margin-top:1.25rem;padding:.6875rem 1.5rem;border:1px solid transparent;border-radius:.5rem;background:var(--deed);color:var(--on-deed);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid var(--deed);outline-offset:2px}
.whole{margin-top:1.5rem;padding:1rem 1.125rem;background:var(--field);border:1px solid var(--line);border-radius:.5rem;color:var(--soft);font:.9375rem/1.6 ui-monospace,monospace}
.whole b{color:var(--ink)}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.9375rem}
@media(max-width:30rem){.deed{display:block;width:100%}}
`;

export const STYLE_HASH = 'sha256-ytSseBjXOqrXc0kiswMJyyQRGau9VKKTdXrwM957TpA=';

/** Elements and small classes that any page uses. */
export const ELEMENTS = `
*{box-sizing:border-box;margin:0}
html{font:100%/1.55 var(--sans);background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%}
body{min-height:100vh;min-height:100svh;overflow-wrap:anywhere}
h1{font:600 clamp(1.625rem,1.35rem + 1.2vw,2.25rem)/1.2 var(--serif);letter-spacing:-.015em;text-wrap:balance}
h1 bdi{letter-spacing:0}
h1 bdi:dir(rtl){display:inline-block;max-width:100%;font-family:var(--sans);font-weight:700;line-height:1.75}
h2{font:600 1.1875rem/1.35 var(--serif);letter-spacing:-.005em}
h3{font-size:1rem;font-weight:600}
p{text-wrap:pretty}
a{color:var(--deed);text-underline-offset:.2em}
ul,ol,dl{padding:0;list-style:none}
dd{margin:0}
svg{display:block}
.icon{width:1.25rem;height:1.25rem;flex:none;fill:none;stroke:var(--soft);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
code,.code{font-family:var(--mono);font-size:.9375em}
time,.number,td,progress+*{font-variant-numeric:tabular-nums}
:focus-visible{outline:3px solid var(--deed);outline-offset:2px;border-radius:.25rem}
[hidden]{display:none!important}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.number{font:600 1.875rem/1.2 var(--serif);letter-spacing:-.01em}
.unseen,.head .flow label{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-4rem;z-index:3;padding:.5rem 1rem;background:var(--card);border-radius:.5rem}
.skip:focus{top:1rem}
@media(prefers-reduced-motion:no-preference){a,summary,.rows>li{transition:color .12s,background-color .12s,border-color .12s}}
`;

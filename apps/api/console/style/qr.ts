/** The QR studio: the picture beside its options. On a narrow window the picture is small, and stays in view. */
export const QR = `
.studio{display:grid;gap:1.25rem;align-items:start}
.about-picture{display:grid;gap:.375rem}
.takes{display:grid;grid-template-columns:1fr 1fr;gap:.5rem;justify-self:stretch}
.takes>*{width:100%;padding-inline:.5rem}
.qr{width:100%;max-width:26rem;height:auto;aspect-ratio:1;border:1px solid var(--line);border-radius:.5rem}
.qr.none{border-style:dashed;border-color:var(--edge)}
.seen .alert{justify-self:stretch}
.studio .heading{font:600 1.1875rem/1.35 var(--serif)}
.swatch{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:start;gap:.5rem}
.swatch [type=color]{width:3rem;margin-top:1.7656rem}
.swatch [type=text]{font-family:var(--mono)}
.presets{display:grid;gap:.5rem}
@media(min-width:30rem){.presets{grid-template-columns:repeat(3,minmax(0,1fr))}}
.presets a,.pairs a{display:grid;align-content:start;padding:.625rem .75rem;border:1px solid var(--line);border-radius:.625rem;color:inherit;font-size:.9375rem;text-decoration:none}
.presets span{color:var(--soft);font-size:.8125rem}
:is(.presets,.pairs) a:hover{background:var(--wash)}
:is(.presets,.pairs) a[aria-current]{border-color:var(--deed);box-shadow:inset 0 0 0 1px var(--deed);background:var(--deed-wash)}
.pairs{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.5rem,1fr));gap:.5rem}
@media(min-width:30rem){.pairs{grid-template-columns:repeat(3,minmax(0,1fr))}}
.pairs a{display:flex;align-items:center;gap:.5rem;min-height:2.5rem;padding:.25rem .75rem .25rem .5rem;font-size:.875rem}
.pairs svg{width:1.5rem;height:1.5rem;border:1px solid var(--edge);border-radius:50%}
.studio legend{padding:0}
.studio .fields{grid-template-columns:repeat(auto-fit,minmax(min(100%,9.5rem),1fr))}
.studio fieldset{border-top:1px solid var(--line)}
@media(min-width:64rem){
.studio{grid-template-columns:minmax(0,1fr) minmax(0,27rem)}
.seen{grid-column:2;grid-row:1;position:sticky;top:2.5rem;justify-items:center;text-align:center}
.takes>:first-child,.takes>:last-child:nth-child(2),.takes:has([hidden])>:nth-child(2){grid-column:1/-1}
}
@media(max-width:63.99rem){
.studio{display:block}
.studio>*+*{margin-top:1.25rem}
.seen{grid-template-columns:7rem minmax(0,1fr);gap:.75rem 1rem;padding:.875rem}
.seen .qr{grid-row:1/3}
.seen .takes{grid-column:1/-1;grid-row:3}
.takes [data-copy-picture]{display:none}
.seen .alert{align-self:start;padding:0;background:none;border:0;font-size:.8125rem;line-height:1.4}
.seen .code{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.about-picture{align-self:end}
}
@media(max-width:63.99rem) and (min-height:36rem){.seen{position:sticky;top:.5rem;z-index:1;box-shadow:var(--lift),0 .5rem 1.5rem light-dark(rgb(23 28 40/.12),rgb(0 0 0/.4))}}
`;

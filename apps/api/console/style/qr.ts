/** The QR studio: the picture beside its options. On a narrow window the picture is small, and stays in view. */
export const QR = `
.studio{display:grid;gap:1.25rem;align-items:start}
.ground{display:grid;justify-items:center;justify-self:stretch;padding:.5rem;border-radius:.625rem;background:var(--paper)}
.about-picture{display:grid;gap:.125rem;font-size:.875rem;line-height:1.5}
.about-picture>:first-child{font-weight:500}
.verdict{display:flex;align-items:center;gap:.375rem;color:var(--good)}
.verdict svg{flex:none;width:1rem;height:1rem;fill:none;stroke:currentColor;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
.takes{display:grid;grid-template-columns:1fr 1fr;gap:.5rem;justify-self:stretch}
.takes>*{width:100%;padding-inline:.5rem}
.qr{width:100%;max-width:24rem;height:auto;aspect-ratio:1;border:1px solid var(--line);border-radius:.375rem}
.qr.none{border:1px dashed var(--edge)}
.counting .hint{margin:-.625rem 0 0 1.875rem}
.seen .alert{justify-self:stretch}
.studio .heading{font:600 1.1875rem/1.35 var(--serif)}
.swatch{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:start;gap:.5rem}
.swatch [type=color]{width:3rem;margin-top:1.7656rem}
.swatch [type=text]{font-family:var(--mono)}
.presets{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.5rem}
.presets a,.pairs a{display:grid;align-content:start;padding:.625rem .75rem;border:1px solid var(--line);border-radius:.625rem;color:inherit;font-size:.9375rem;text-decoration:none}
.presets span{color:var(--soft);font-size:.8125rem}
:is(.presets,.pairs) a:hover{background:var(--wash)}
:is(.presets,.pairs) a[aria-current]{border-color:var(--deed);box-shadow:inset 0 0 0 1px var(--deed);background:var(--deed-wash)}
.pairs{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.5rem,1fr));gap:.5rem}
@media(min-width:30rem){.pairs{grid-template-columns:repeat(3,minmax(0,1fr))}}
.pairs a{display:flex;align-items:center;gap:.5rem;min-height:2.5rem;padding:.25rem .75rem .25rem .5rem;font-size:.875rem}
.pairs svg{width:1.5rem;height:1.5rem;border:1px solid var(--edge);border-radius:50%}
.studio legend{padding:0}
.studio .fields{grid-template-columns:repeat(auto-fit,minmax(min(100%,8.5rem),1fr))}
@media(max-width:29.99rem){
.presets{position:relative;gap:0;padding:.1875rem;border-radius:.625rem;background:var(--wash)}
.presets:has([aria-current]){margin-bottom:1.5rem}
.presets a{padding:.5625rem .25rem;border:0;border-radius:.5rem;color:var(--soft);text-align:center}
.presets a[aria-current]{background:var(--card);color:var(--ink)}
.presets span{display:none}
.presets [aria-current] span{display:block;position:absolute;top:calc(100% + .375rem);left:0;font-size:.875rem}
.presets span::first-letter{text-transform:uppercase}
.studio .fields{gap:1rem .75rem}
.swatch{gap:.25rem}
.swatch [type=color]{width:2.5rem}
.swatch [type=text]{padding-inline:.5rem;font-size:.875rem}
}
.studio fieldset{border-top:1px solid var(--line)}
@media(min-width:64rem){
.studio{grid-template-columns:minmax(0,1fr) minmax(0,27rem)}
.seen{grid-column:2;grid-row:1;position:sticky;top:2.5rem;justify-items:center;text-align:center}
.verdict{justify-content:center}
.takes>:first-child,.takes>:last-child:nth-child(2),.takes:has([hidden])>:nth-child(2){grid-column:1/-1}
}
@media(max-width:63.99rem){
.studio{display:block}
.studio>*+*{margin-top:1.25rem}
.seen{grid-template-columns:7rem calc(50% - 7rem) 50%;gap:.75rem 0}
.ground{grid-row:1/3;padding:0;background:none}
.about-picture,.ground+.alert{grid-column:2/-1;grid-row:1/3;align-self:center;margin-left:1rem;font-size:.8125rem}
.about-picture bdi{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.about-picture+.alert{grid-column:1/-1}
.seen .alert{padding:.5rem .75rem;font-size:.875rem;line-height:1.4}
.takes{display:contents}
.takes>*{grid-column:1/3;width:calc(100% - .25rem)}
.takes>:nth-child(2){grid-column:3;justify-self:end}
.takes [data-copy-picture]{grid-area:2/2/auto/-1;align-self:start;justify-content:flex-start;width:auto;min-height:0;margin-left:1rem;padding:0;border:0;color:var(--deed);font-size:.8125rem}
.seen:has([data-copy-picture]:not([hidden])) .about-picture{grid-row:1;align-self:end;margin-bottom:-.5rem}
}
@media(max-width:63.99rem) and (min-height:36rem){.seen{position:sticky;top:.5rem;z-index:1;box-shadow:var(--lift),0 .5rem 1.5rem light-dark(rgb(23 28 40/.12),rgb(0 0 0/.4))}}
`;

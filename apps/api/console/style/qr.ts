/** The QR studio: the picture beside its options. */
export const QR = `
.studio{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;align-items:start}
.seen{justify-items:center;text-align:center}
.about-picture{display:grid;gap:.5rem}
.takes{display:grid;grid-template-columns:1fr 1fr;gap:.5rem;justify-self:stretch}
.takes>*{width:100%;padding-inline:.5rem}
.takes>:first-child,.takes>:last-child:nth-child(2),.takes:has([hidden])>:nth-child(2){grid-column:1/-1}
.swatch{display:grid;grid-template-columns:auto auto;align-items:end;gap:.625rem}
.swatch code{line-height:2.75rem}
.studio .heading{font:600 1.1875rem/1.35 var(--serif)}
.seen .alert{justify-self:stretch}
.qr{width:100%;max-width:26rem;height:auto;aspect-ratio:1;border:1px solid var(--line);border-radius:.5rem}
.qr.none{border-style:dashed;border-color:var(--edge)}
.colours{display:flex;flex-wrap:wrap;gap:1rem 2rem}
.colours input{width:5.5rem}
.presets{display:grid;gap:.5rem}
@media(min-width:30rem){.presets{grid-template-columns:repeat(3,minmax(0,1fr))}}
.presets a{display:grid;align-content:start;padding:.625rem .75rem;border:1px solid var(--line);border-radius:.625rem;color:inherit;font-size:.9375rem;text-decoration:none}
.presets span{color:var(--soft);font-size:.8125rem}
.presets a:hover{background:var(--wash)}
.presets a[aria-current]{border-color:var(--deed);box-shadow:inset 0 0 0 1px var(--deed);background:var(--deed-wash)}
.studio legend{padding:0}
.studio .fields{grid-template-columns:repeat(auto-fit,minmax(min(100%,9.5rem),1fr))}
.studio fieldset+fieldset{border-top:1px solid var(--line)}
.studio fieldset:first-of-type{padding-top:0}
@media(min-width:64rem){
.studio{grid-template-columns:minmax(0,1fr) minmax(0,27rem)}
.seen{grid-column:2;grid-row:1;position:sticky;top:2.5rem}
}
`;

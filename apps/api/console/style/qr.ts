/** The QR studio: the picture beside its options. */
export const QR = `
.studio{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;align-items:start}
.seen{justify-items:center;text-align:center}
.seen .line{justify-content:center}
.seen .alert{justify-self:stretch}
.qr{width:100%;max-width:26rem;height:auto;aspect-ratio:1;border:1px solid var(--line);border-radius:.5rem}
.qr.none{border-style:dashed;border-color:var(--edge)}
.colours{display:flex;flex-wrap:wrap;gap:1rem 2rem}
.colours input{width:5.5rem}
.presets{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,7.25rem),1fr));gap:.5rem}
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

/** The pages of keys, which have this sheet of their own: the list, the parts of their form, and the picture of calls. */
export const KEYS = `
.corner{position:relative}
.corner>details:not([open]),.corner>[open]>summary{position:absolute;top:-.375rem;right:0}
.card.corner>details:not([open]),.card.corner>[open]>summary{top:.6875rem;right:1.25rem}
.corner>[open]>summary>:first-child,.corner>:not([open])>summary>:last-child{display:none}
.corner>[open]>summary.button{border-color:var(--edge);background:none;color:var(--ink)}
.corner>details>summary~*{margin-top:1.5rem}
.card.corner>details>summary~*{margin:0;max-width:none}
.corner>details>summary::before,.head summary::before{content:none}
.card.corner:has(>[open])>.facts{display:none}
.head{position:relative}
.head .panel{inset:calc(100% + .5rem) 0 auto auto;z-index:2;width:min(100%,26rem)}
.head .panel button{margin:0}
.radios{gap:0;padding:0}
.radios label{display:flex;align-items:center;gap:.5rem;min-height:2.25rem;font-weight:400}
.radios input{width:1.125rem;min-height:1.125rem;height:1.125rem}
.radios legend{margin-bottom:.25rem;font-size:.9375rem}
.rotation:has([name=older]):not(:has([value=older]:checked)) .radios:has([name=grace]){display:none}
.parts-of{max-width:36rem;border-bottom:1px solid var(--line)}
.scopes{gap:0 1rem}
.parts-of [open]:has(option[value=all]:checked):not(:has([aria-invalid])) .scopes{display:none}
.card:has(>form .parts-of){max-width:44rem}
.card.corner:has(>[open]) .rows form{display:none}
.corner>.alert{margin-top:1.25rem}
@media(max-width:39.99rem){.head .panel{position:static;width:100%}}
.parts-of>details{border-top:1px solid var(--line)}
.parts-of>[open]{padding-bottom:1.25rem}
.parts-of summary{display:flex;min-height:3rem;color:inherit}
.parts-of summary .soft{min-width:0;margin-left:auto;padding-left:1rem;font-weight:400}
.parts-of [open]>summary .soft{display:none}
.of-keys{table-layout:fixed;margin:-.5rem 0}
.of-keys td{font-size:.875rem}
.of-keys .line{flex-wrap:nowrap}
.of-keys .name{text-decoration:none}
.of-keys tr:hover .name{text-decoration:underline}
.of-keys .age{display:inline}
.of-keys tr{position:relative}
.of-keys .name::after{content:"";position:absolute;inset:0}
@media(min-width:72rem){
.of-keys :is(td,tbody th){padding-block:.875rem;vertical-align:baseline}
.of-keys th:first-child{padding-right:1.5rem}
.of-keys th:nth-child(2){width:9.75rem}.of-keys th:nth-child(4){width:7.5rem}.of-keys th:nth-child(5){width:9.5rem}.of-keys :is(th,td):nth-child(5){padding-left:1.5rem}
.of-keys .told{display:none}
.of-keys .age{display:block}
.of-keys .age::first-letter{text-transform:uppercase}
}
@media(max-width:71.99rem){
.of-keys{margin:-1rem 0}
.of-keys thead{display:none}
.of-keys,.of-keys :is(tbody,tr,th,td){display:block;padding:0;border:0;text-align:left}
.of-keys tr{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem;padding:1rem 0;border-top:1px solid var(--line)}
.of-keys tr:first-child{border:0}
.of-keys :is(th,td:nth-child(-n+3)){grid-column:1/-1}
.of-keys td:nth-child(5)::before{content:"· "}
}
@media(min-width:56rem){.corner>details:not([open]),.corner>[open]>summary{top:.25rem}.card.corner>details:not([open]),.card.corner>[open]>summary{right:1.5rem;top:.9375rem}}
@media(min-width:48rem){.rights{grid-template-columns:repeat(3,minmax(0,1fr))}}
.calls{display:grid;gap:.625rem;margin:0;padding-top:.25rem}
.calls .edges{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem}
.calls svg{width:100%;height:6rem}
.calls path.admitted{fill:var(--bar)}
.calls path.window{fill:var(--dawn)}
.calls path.month{fill:var(--wrong)}
.calls .base{stroke:var(--line);vector-effect:non-scaling-stroke}
.calls .key{gap:.25rem 1.25rem;color:var(--soft)}
.calls .key b{color:var(--ink)}
.calls .key li::before{content:"";display:inline-block;width:.625rem;height:.625rem;margin-right:.4375rem;border-radius:.1875rem;background:var(--bar)}
.calls .key li.window::before{background:var(--dawn)}
.calls .key li.month::before{background:var(--wrong)}
`;

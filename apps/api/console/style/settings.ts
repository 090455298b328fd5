/** The settings of the account: groups of cards, whose rows have a control at the right, or below on a phone. */
export const SETTINGS = `
.group{display:grid;grid-template-columns:minmax(0,1fr);gap:.625rem}
.group+.group{margin-top:1rem}
.group>h2{font:600 .8125rem/1.5 var(--sans);color:var(--soft)}
.group>.final{margin-top:1.375rem;border-color:color-mix(in srgb,var(--wrong) 35%,var(--line))}
.settings{gap:0;padding-block:0}
.setting{display:grid;grid-template-columns:minmax(0,1fr);gap:.875rem 1.5rem;padding:1.25rem 0}
.setting:not(:first-child){border-top:1px solid var(--line)}
.setting>div>p{margin-top:.125rem}
.setting kbd{position:relative;top:-.0625rem;border-color:var(--edge)}
.setting .join,.naming .join{flex-wrap:wrap}
.setting>[open]>.swap+*{margin-top:1rem}
.setting .segments{flex:1;display:grid;grid-template-columns:repeat(3,1fr)}
.setting .segments label{justify-content:center;min-height:2.75rem;font-size:.9375rem;white-space:nowrap}
.folds{position:relative}
.rename:not(:focus-within,:hover) button{border-color:var(--line);color:var(--soft)}
.doors{margin-bottom:-.5rem}
.doors>li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem .875rem;align-items:center;padding:.75rem 0;border-top:1px solid var(--line)}
.doors>li>.icon{align-self:start;margin-top:.125rem}
.doors>li>:is(form,details){grid-column:2}
.doors>li>details>summary{min-height:2.25rem;font-size:.9375rem}
.doors summary::before{content:none}
.doors summary::after{content:"";width:.4375rem;height:.4375rem;margin:-.25rem .125rem 0 .625rem;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg)}
.doors [open]>summary::after{margin-top:.25rem;transform:rotate(225deg)}
.doors .small>span{display:inline-block}
.doors .text{text-decoration:none;font-weight:600;font-size:.9375rem}
.doors .text:hover{text-decoration:underline}
@media(max-width:39.99rem){
#single-keys{display:none}
.setting :is(button,.button):not(.text){width:100%}
}
@media(min-width:40rem){
.setting{grid-template-columns:minmax(0,1fr) auto;align-items:center}
.setting>:is(.doors,.naming,.alert,[open]){grid-column:1/-1}
.setting>[open]>.swap+*{margin-top:.125rem}
.setting .segments label{min-height:2.25rem;padding-inline:.875rem;font-size:.875rem}
.setting .join{flex-wrap:nowrap}
.setting .join>input{flex:1}
.rename{width:25rem}
.naming{max-width:34rem}
.folds>details:not([open]),.setting:has(.doors)>form{align-self:start}
.folds>[open]>summary{position:absolute;top:1.25rem;right:0}
.folds:has(>[open])>div{padding-right:11rem}
.doors>li{grid-template-columns:auto minmax(0,1fr) auto}
.doors>li>:is(form,details){grid-column:3}
.doors>li>[open]{grid-column:2/-1}
.doors>li>[open]>summary{top:.8125rem}
}
@media(min-width:72rem){.doors .naming+form{width:fit-content;margin:-2.75rem 0 0 auto}}
`;

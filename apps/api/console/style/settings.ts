/** The settings of the account: groups of cards, whose rows have a control at the right, or below on a phone. */
export const SETTINGS = `
.group{display:grid;grid-template-columns:minmax(0,1fr);gap:.625rem}
.group+.group{margin-top:1rem}
.group>h2{font:600 .8125rem/1.5 var(--sans);color:var(--soft)}
.group>.grave{margin-top:.875rem}
.settings{gap:0;padding-block:0}
.setting{display:grid;grid-template-columns:minmax(0,1fr);gap:.875rem 1.5rem;padding:1.25rem 0}
.setting:not(:first-child){border-top:1px solid var(--line)}
.setting>div>p{margin-top:.125rem}
.setting kbd{position:relative;top:-.0625rem;border-color:var(--edge)}
.setting .join,.naming .join{flex-wrap:wrap}
.setting .join>input,.setting>:is(.button,form,details),.setting>form>button,.setting summary.button,.setting .join>button{width:100%}
.setting>.on-phone{margin-top:.5rem}
.folds{position:relative}
.folds>[open]>summary.button>:first-child,.folds>:not([open])>summary.button>:last-child{display:none}
.rename:not(:focus-within,:hover) button{border-color:var(--line);color:var(--soft)}
.doors{margin-bottom:-.5rem}
.doors>li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem .875rem;align-items:center;padding:.75rem 0;border-top:1px solid var(--line)}
.doors>li>.icon{align-self:start;margin-top:.125rem}
.doors>li>:is(form,details){grid-column:2}
.doors>li>details>summary{min-height:2.25rem;font-size:.9375rem}
.doors summary::before{content:none}
.doors summary::after{content:"";width:.4375rem;height:.4375rem;margin:-.25rem .125rem 0 .625rem;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg)}
.doors [open]>summary::after{margin-top:.25rem;transform:rotate(225deg)}
.doors .text{min-height:2.25rem;text-decoration:none;font-weight:600;font-size:.9375rem}
.doors .text:hover{text-decoration:underline}
@media(max-width:39.99rem){#single-keys{display:none}}
@media(min-width:40rem){
.setting{grid-template-columns:minmax(0,1fr) auto;align-items:center}
.setting>:is(.doors,.naming,.alert,[open],.on-phone){grid-column:1/-1}
.setting>:is(.button,form,details),.setting>form>button,.setting summary.button,.setting .join>button{width:auto}
.setting .join{flex-wrap:nowrap}
.setting .join>input{width:auto;flex:1}
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
`;

/** The plans side by side, lists of what is granted or withheld, and the settings of the account. */
export const PLANS = `
.plans{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr))}
.plans .card{display:flex;flex-direction:column;padding:1.25rem}
.plans .button{margin-top:auto}
.plans .number{display:block}
.plans .mine{border-color:var(--deed);box-shadow:inset 0 0 0 1px var(--deed)}
@media(max-width:30rem){.plans .mine{order:-1}}
.grants{display:grid;gap:.5rem;padding-bottom:.5rem;font-size:.875rem;line-height:1.5rem}
.grants li{display:grid;grid-template-columns:.875rem minmax(0,1fr);gap:.625rem}
.grants li::before{content:"";width:.375rem;height:.625rem;margin:.25rem 0 0 .1875rem;border:solid var(--good);border-width:0 2px 2px 0;transform:rotate(45deg)}
.grants .no{color:var(--soft)}
.grants .no::before{width:.625rem;height:0;margin:.6875rem 0 0;border-color:var(--edge);border-width:2px 0 0;transform:none}
@media(max-width:39.99rem){#single-keys{display:none}}
`;

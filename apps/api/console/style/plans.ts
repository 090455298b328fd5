/** The plans side by side. */
export const PLANS = `
.plans{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr))}
.plans .card{align-content:start;padding:1.25rem}
.plans button{justify-self:stretch;padding-inline:.5rem;white-space:nowrap}
.plans .mine{border-color:var(--deed);box-shadow:inset 0 0 0 1px var(--deed)}
.plans li{padding:.25rem 0;font-size:.9375rem}
.plans li.no{color:var(--soft)}
`;

/** The log of the account: a day is a heading with its events. */
export const ACTIVITY = `
.log{gap:2rem}
.log h2{font-family:inherit;color:var(--soft);font-size:.8125rem;font-weight:600;letter-spacing:.02em}
.log li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .75rem;padding:.625rem 0;border-top:1px solid var(--line)}
.log ol{margin-top:.5rem}
.log li>p:first-child{grid-row:span 2;line-height:1.5rem}
.log li>p+p+p{grid-column:2}
.log p>a{font-weight:600;color:inherit}
.log .grave{color:var(--wrong)}
@media(min-width:40rem){.log li{grid-template-columns:auto minmax(0,1fr) auto;align-items:baseline}.log li>p:first-child{grid-row:auto}.log li>p+p+p{grid-column:3}}
`;

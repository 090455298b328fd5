/** The log of the account: a day is a heading with its events. */
export const ACTIVITY = `
.log{gap:2rem}
.log h2{font-family:inherit;color:var(--soft);font-size:.8125rem;font-weight:600;letter-spacing:.02em}
.log li{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:.875rem;padding:.75rem 0;border-top:1px solid var(--line)}
.log ol{margin:.5rem 0 -.75rem}
.log li>p{line-height:1.5rem}
.log p>a{display:inline-block;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom;color:inherit;font-weight:600;text-decoration-color:var(--edge)}
.log b{font-weight:600}
.log .badge{margin-left:.25rem}
.unbroken{white-space:nowrap}
@media(max-width:39.99rem){
.log li{row-gap:0}
.log li>div{display:contents}
.log .mark{grid-row:1/3}
.log li>p{grid-area:1/3}
.log li>div>p+p{grid-area:2/2/auto/-1}
}
.mark{width:2.25rem;height:2.25rem;padding:.5625rem;border-radius:50%;background:var(--wash);fill:none;stroke:var(--soft);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.mark.good{background:var(--good-wash);stroke:var(--good)}
.mark.wrong{background:var(--wrong-wash);stroke:var(--wrong)}
`;

/** The fields of a link that have boxes to choose from: its expiry and its tags. Their pages load them. */
export const LINK_FIELDS = `
.expiry,.tagging{display:grid;grid-template-columns:minmax(0,1fr);gap:.625rem}
.tagging{gap:1rem}
:is(.expiry,.tagging) legend{color:inherit;font-size:.9375rem;font-weight:600}
.until,[data-until]:empty{display:none}
.expiry:has([type=radio][value="86400"]:checked) .in-86400,.expiry:has([value="604800"]:checked) .in-604800,.expiry:has([value="2592000"]:checked) .in-2592000{display:block}
.expiry:not(:has([value=other]:checked,[aria-invalid])) .other{display:none}
.other .field{max-width:22rem}
.tagging details{margin:-.25rem 0 -.5rem}
.tagging .pills .tag::before{content:"";flex:none;align-self:center;width:.5rem;height:.5rem;margin-right:.4375rem;border-radius:50%;background:var(--hue,var(--edge))}
.tagging .pills label:has(:checked) .tag::before{width:.625rem;height:.375rem;margin:-.25rem .4375rem 0 0;border:solid;border-width:0 0 2px 2px;border-radius:0;background:none;transform:rotate(-45deg)}
`;

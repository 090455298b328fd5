/** Choices and quotations. */
export const PICTURES = `
.choice{display:flex;flex-wrap:wrap;gap:.5rem}
.choice a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .6875rem;border:1px solid var(--line);border-radius:2rem;color:inherit;font-size:.875rem;text-decoration:none}
.choice a:hover{background:var(--wash)}
.choice a[aria-current]{background:var(--deed-wash);border-color:var(--deed);color:var(--deed);font-weight:600}
blockquote{margin:0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft);white-space:pre-line}
`;

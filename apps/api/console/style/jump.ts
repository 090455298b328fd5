/** The dialog that jumps to a page or a link. */
export const JUMP = `
.jump{width:min(34rem,calc(100vw - 2rem));margin:10vh auto auto;padding:0;border-radius:var(--round);color:inherit}
.jump::backdrop{background:var(--scrim)}
.jump form{gap:0}
.jump input,.jump input:focus-visible{min-height:3.5rem;padding:.75rem 1.25rem;background:none;border:solid var(--line);border-width:0 0 1px;border-radius:0;outline:0}
.jump input:focus{border-color:var(--deed);box-shadow:0 1px var(--deed)}
.jump ul{max-height:60vh;padding:.5rem;overflow-y:auto}
.jump form>p{padding:.75rem 1.25rem;border-top:1px solid var(--line)}
.jump li a{display:block;padding:.4375rem .75rem;border-radius:.5rem;color:inherit;text-decoration:none}
.jump li a:hover,.jump li:first-child a,.jump li a:focus{background:var(--deed-wash)}
.jump ul:has(a:focus) li:first-child a:not(:focus){background:none}
.jump-to{display:none}
kbd{padding:.0625rem .375rem;border:1px solid var(--line);border-radius:.3125rem;font:.75rem/1.4 var(--mono)}
@media(min-width:56rem){.tabs .jump-to{display:flex;justify-content:space-between;margin-top:1rem;min-height:2.5rem;padding:.375rem .75rem;border-color:var(--line);color:var(--soft);font-size:.875rem;font-weight:400;align-self:stretch}}
`;

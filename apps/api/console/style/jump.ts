/** The dialog that jumps to a page or a link. */
export const JUMP = `
.jump{width:min(36rem,calc(100vw - 2rem));margin:10vh auto auto;padding:0;border-radius:var(--round);color:inherit}
.jump::backdrop{background:var(--scrim)}
.jump form{grid-template-columns:auto minmax(0,1fr) auto;align-items:center;gap:0}
.jump form>*{grid-column:1/-1}
.jump svg,.jump-to svg{flex:none;width:1.25rem;height:1.25rem;fill:none;stroke:var(--soft);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.jump form>svg{grid-area:1/1;margin-left:1.25rem}
.jump input,.jump input:focus-visible{grid-area:1/2;min-height:3.5rem;padding:.75rem;background:none;border:0;outline:0}
.jump .text{display:none;grid-area:1/3;padding:.5rem 1.25rem .5rem 0;text-decoration:none}
.jump div{max-height:calc(90vh - 9rem);padding:.25rem .5rem .5rem;border-top:1px solid var(--line);overflow-y:auto}
.jump div p{padding:.625rem .75rem .25rem;color:var(--soft);font-size:.75rem;font-weight:600}
.jump form>p{padding:.75rem 1.25rem;border-top:1px solid var(--line)}
.jump li a{display:flex;align-items:center;gap:.75rem;min-height:2.375rem;padding:.25rem .75rem;border-radius:.5rem;color:inherit;text-decoration:none}
.jump li kbd,.tabs .jump-to kbd{margin-left:auto}
.jump li a:hover,.jump .first,.jump li a:focus{background:var(--deed-wash)}
.jump div:has(a:focus) .first:not(:focus){background:none}
.jump-to{display:none}
kbd{padding:.0625rem .375rem;border:1px solid var(--line);border-radius:.3125rem;font:.75rem/1.4 var(--mono)}
:root:not([data-keys=on]) .jump li kbd{display:none}
@media(max-width:39.99rem){.jump .text{display:block}.jump .line,.jump kbd{display:none}.jump li a{min-height:2.75rem}.jump{margin-top:1rem}.jump div{max-height:calc(100svh - 6.5rem)}}
@media(max-width:55.99rem){.side>.jump-to{display:flex;font-size:0;width:2.75rem;margin:-.375rem -.75rem -.375rem 0;padding:0;border:0}.jump-to kbd{display:none}.jump-to svg{width:1.5rem;height:1.5rem}}
@media(min-width:56rem){.tabs .jump-to{display:flex;justify-content:flex-start;gap:.75rem;margin-top:1rem;min-height:2.5rem;padding:.375rem .75rem;border-color:var(--line);color:var(--soft);font-size:.875rem;font-weight:400;align-self:stretch}}
`;

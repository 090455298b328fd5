/** The choice between light, dark and the system's appearance, and its segments, one of which is chosen. */
export const THEME = `
.theme{display:flex;flex-wrap:wrap;align-items:center;gap:var(--s2)}
.segments{display:inline-flex;gap:.125rem;padding:.1875rem;border-radius:2rem;background:var(--wash)}
.segments label{position:relative;display:flex;align-items:center;gap:var(--s2);min-height:2rem;padding:0 .5625rem;border-radius:2rem;color:var(--soft);font-size:.875rem;font-weight:500;cursor:pointer}
.segments label:hover{color:var(--ink)}
.segments input{position:absolute;inset:0;width:100%;height:100%;min-height:0;margin:0;opacity:0;cursor:pointer}
.segments label:has(:checked){background:light-dark(#fff,#3d4658);color:var(--ink);box-shadow:0 1px 2px rgb(0 0 0/.16)}
.segments label:has(:focus-visible){outline:3px solid var(--deed);outline-offset:2px}
.theme svg{width:1rem;height:1rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.theme button{display:none}
@media(scripting:none){.theme button{display:inline-flex}}
`;

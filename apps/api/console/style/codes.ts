/** Code to copy in several languages. */
export const CODES = `
.codes{display:flex;flex-wrap:wrap;gap:.5rem .875rem;padding:0}
.codes>legend{margin-bottom:.375rem;padding:0;font:600 1.1875rem/1.35 var(--serif)}
.codes>input{position:absolute;width:1px;min-height:0;height:1px;opacity:0}
.codes>label{padding:.25rem 0;border-bottom:2px solid transparent;color:var(--soft);font-size:.875rem;font-weight:400;line-height:1.5rem;cursor:pointer}
.codes>label:hover{color:var(--ink)}
.codes>input:checked+label{border-color:var(--deed);color:var(--deed);font-weight:600}
.codes>input:focus-visible+label{outline:3px solid var(--deed);outline-offset:2px}
.codes>div{order:1;flex:1 0 100%;display:grid;grid-template-columns:minmax(0,1fr);min-width:0;position:relative}
.codes :is(pre,div::after){grid-area:1/1}
.codes>div::after{content:"";justify-self:end;width:1.5rem;border-radius:0 .625rem .625rem 0;background:linear-gradient(to right,transparent,var(--wash));pointer-events:none}
.codes pre{min-width:0;margin:0;padding:1rem 1.5rem 1rem 1rem;overflow-x:auto;background:var(--wash);border-radius:.625rem;font:.875rem/1.6 var(--mono)}
.codes .small{margin:.5rem 0 0}
.codes [data-copy]{position:absolute;top:-2.625rem;right:0;min-height:2.25rem;padding:.25rem .75rem;font-size:.875rem}
@media(max-width:30rem){.codes [data-copy]{top:-5rem}}
@supports selector(:has(*)){
.codes>div{display:none}
.codes:has(#in-curl:checked)>.in-curl,.codes:has(#in-js:checked)>.in-js,.codes:has(#in-python:checked)>.in-python,.codes:has(#in-php:checked)>.in-php{display:grid}
}
@supports not selector(:has(*)){.codes>input,.codes>label{display:none}}
`;

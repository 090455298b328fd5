/** Forms, fields, buttons and details. */
export const FORMS = `
form{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
form.line{display:flex}
form.plain{display:block}
.fields{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));align-items:start}
.field{display:grid;align-content:start;gap:.3125rem;min-width:0}
.stack{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.apart{border-top:1px solid var(--line);padding-top:1.25rem}
.card .field{max-width:36rem}
.card .broad .field,.card>.field{max-width:none}
form>[role=status]:empty{position:absolute}
fieldset{display:grid;gap:1rem;min-width:0;padding:1.25rem 0 0;border:0}
legend{float:left;width:100%;padding:0;font-weight:650}
legend+*{clear:both}
label,.label{font-weight:600;font-size:.9375rem}
label.soft{font-weight:400;font-size:.875rem}
.hint{color:var(--soft);font-size:.875rem}
.bad{color:var(--wrong);font-size:.875rem}
.late .bad{color:var(--wait)}
.late :is(input,textarea){border-color:var(--wait)}
.late :focus-visible{outline:2px solid var(--wait)}
input,select,textarea{width:100%;min-height:2.75rem;padding:.5625rem .75rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.5rem;text-overflow:ellipsis}
input:hover,select:hover,textarea:hover{border-color:var(--deed)}
::placeholder{color:var(--soft);opacity:1}
select,.seek>details>summary{appearance:none;padding-right:2.5rem;background:linear-gradient(45deg,transparent 43%,var(--soft) 43% 60%,transparent 60%) right 1.1875rem center/.375rem .375rem,linear-gradient(-45deg,transparent 43%,var(--soft) 43% 60%,transparent 60%) right .8125rem center/.375rem .375rem,var(--card);background-repeat:no-repeat;text-overflow:ellipsis}
textarea{min-height:5.5rem;resize:vertical}
input[type=color]{padding:.25rem;width:3.5rem}
input[type=checkbox],input[type=radio]{appearance:none;display:grid;place-items:center;flex:none;width:1.25rem;min-height:1.25rem;height:1.25rem;padding:0;border-radius:.3125rem}
input[type=radio]{border-radius:50%}
input:is([type=checkbox],[type=radio]):checked,[type=checkbox]:indeterminate{border-color:var(--deed);background:var(--deed)}
[type=checkbox]:is(:checked,:indeterminate)::before,[type=radio]:checked::before{content:"";width:.375rem;height:.6875rem;margin-top:-.125rem;border:solid var(--on-deed);border-width:0 2px 2px 0;transform:rotate(45deg)}
[type=checkbox]:indeterminate::before{width:.625rem;height:0;margin:0;border-width:2px 0 0;transform:none}
[type=radio]:checked::before{width:.5rem;height:.5rem;margin:0;border:0;border-radius:50%;background:var(--on-deed)}
@media(forced-colors:active){select,input[type=checkbox],input[type=radio]{appearance:auto}}
label.check{display:flex;gap:.625rem;padding:.625rem 0;font-weight:400}
.check>input{margin-top:.125rem}
:is(input,select,textarea)[aria-invalid]{border-color:var(--wrong)}
input[readonly]{background:var(--wash);border-color:var(--line);font-family:var(--mono);font-size:.9375rem}
.join{display:flex;gap:.5rem}
.join input{min-width:0}
.prefixed{gap:0;border:1px solid var(--edge);border-radius:.5rem}
.prefixed:hover{border-color:var(--deed)}
.prefixed:has([aria-invalid]){border-color:var(--wrong)}
.prefixed:focus-within{outline:3px solid var(--deed);outline-offset:2px}
:is(input,select,textarea)[aria-invalid]:focus-visible,.prefixed:has([aria-invalid]):focus-within{outline:2px solid var(--wrong)}
.prefixed>span{flex:none;max-width:60%;padding:.5625rem .625rem;border-right:1px solid var(--line);border-radius:.4375rem 0 0 .4375rem;background:var(--wash);color:var(--soft);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.prefixed>input,.prefixed>input:focus-visible{min-height:calc(2.75rem - 2px);border:0;outline:0;border-radius:0 .4375rem .4375rem 0}
.more[open]{padding-bottom:.5rem}
.locked{display:flex;flex-wrap:wrap;gap:.125rem 1.5rem;padding:.75rem 1rem;border-radius:.625rem;background:var(--wash)}
.locked b{color:var(--ink);font-weight:600}
.ends{gap:.75rem}
@media(max-width:30rem){.ends{display:grid}.ends>*{width:100%}}
button,.button{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:2.75rem;padding:.5rem 1.125rem;border:1px solid transparent;border-radius:.5rem;background:var(--deed);color:var(--on-deed);font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer;justify-self:start;flex:none}
button:hover,.button:hover{background:var(--deed-hover)}
button:active,.button:active{transform:translateY(1px)}
.quiet{background:none;border-color:var(--edge);color:var(--ink)}
.quiet:hover{background:var(--wash)}
.text,.text:hover{background:none;border:0;padding:.5rem 0;color:var(--deed);font-weight:500;text-decoration:underline;text-underline-offset:.2em}
.minor{position:relative;isolation:isolate;min-height:2.25rem;padding:.25rem .875rem;font-size:.875rem}
.minor::after{content:"";position:absolute;z-index:-1;inset:-.25rem 0}
.danger{background:none;border-color:var(--wrong);color:var(--wrong)}
.danger:hover{background:var(--wrong-wash)}
button[disabled]{opacity:.6;cursor:not-allowed;transform:none}
input:disabled,select:disabled,textarea:disabled{background-color:var(--wash);border-style:dashed;color:var(--soft);opacity:1;cursor:not-allowed}
label:has(:disabled),.field:has(>.join :disabled)>label{color:var(--soft);cursor:not-allowed}
.lock{flex:none;align-self:center;width:1rem;height:1rem;margin:0 .75rem 0 -1.75rem;color:var(--soft);fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.prefixed:has(:disabled){border-style:dashed}
details>summary{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--deed);font-weight:600;cursor:pointer;list-style:none}
details>summary::-webkit-details-marker{display:none}
details>summary::before{content:"";flex:none;width:.4375rem;height:.4375rem;margin:0 .5625rem 0 .125rem;border:solid currentColor;border-width:0 2px 2px 0;transform:translate(-.125rem) rotate(-45deg)}
details[open]>summary::before{transform:translateY(-.125rem) rotate(45deg)}
summary.button::before{content:none}
[open]>.swap>:first-child,:not([open])>.swap>:last-child{display:none}
[open]>.swap,[open]>.swap:hover{border-color:var(--edge);background:none;color:var(--ink)}
details>summary~*{margin-top:.5rem}
details>form{max-width:34rem}
.alert.wrong:focus-visible{outline:1px solid var(--wrong);outline-offset:0;border-radius:.625rem}
@media(prefers-reduced-motion:no-preference){button,.button,input,select,textarea{transition:color .12s,background-color .12s,border-color .12s,transform .12s}}
@media(prefers-reduced-motion:reduce){button:active,.button:active{transform:none}}
`;

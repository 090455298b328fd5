/** The table of tags. Only its page and the list of links load it. */
export const TAGS = `
.over{position:relative;max-width:24rem}
.over svg{position:absolute;inset:.75rem auto auto .75rem;width:1.25rem;height:1.25rem;fill:none;stroke:var(--soft);stroke-width:1.75;stroke-linecap:round;pointer-events:none}
.over input{padding-left:2.5rem}
.over button{display:none}
@media(scripting:none){.over button{display:inline-flex}}
.of-tags{table-layout:fixed;margin:-.5rem 0}
.of-tags th,.of-tags td{height:3.5rem;padding:0;vertical-align:middle}
.of-tags thead th{height:2.25rem}
.of-tags thead a{display:inline-flex;align-items:center;min-height:2.25rem;color:var(--soft);text-decoration:none}
.of-tags thead a:hover,.of-tags [aria-sort] a{color:var(--ink)}
.of-tags thead a::after{content:"↕";flex:none;width:1rem;text-align:right;color:var(--edge);font-weight:400}
.of-tags [aria-sort] a::after{content:"↓";color:inherit}
.of-tags [aria-sort=ascending] a::after{content:"↑"}
.of-tags .end{width:4rem}
.of-tags td.end:nth-child(2){padding-right:1rem}
.of-tags .clicks{width:6.5rem}
.of-tags thead .clicks{padding-right:.5625rem}
.of-tags .none{color:var(--soft)}
.of-tags td:last-child::after{content:"";display:inline-block;width:.4375rem;height:.4375rem;margin:0 .125rem 0 1rem;border:solid var(--soft);border-width:2px 2px 0 0;transform:rotate(45deg)}
.of-tags .all-time{display:none}
.of-tags tbody tr{position:relative}
.of-tags tbody tr:hover{background:var(--wash)}
.of-tags th a{min-width:0;color:inherit;text-decoration:none}
.of-tags tbody th a{display:flex;align-items:center;gap:.75rem}
.of-tags th a::before{content:"";position:absolute;inset:0}
.of-tags thead a::before{content:none}
.of-tags bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.of-tags progress::-webkit-progress-value{background:var(--vivid,var(--bar))}
.of-tags progress::-moz-progress-bar{background:var(--vivid,var(--bar))}
.of-tags progress{position:absolute;left:1.5rem;bottom:.5rem;width:calc(60% - 1.5rem);height:.1875rem;margin:0;pointer-events:none}
@media(min-width:40rem){
.of-tags th,.of-tags td{height:3rem}
.of-tags .end{width:6rem}
.of-tags thead .clicks{width:11rem}
.of-tags:has(progress) thead .clicks{width:52%}
.of-tags progress{position:static;float:left;width:calc(100% - 10rem);height:.5rem;margin:.5rem 0 0 3rem}
.of-tags .all-time{display:inline}
}
`;

/** The page of a link: the short address, and the facts with their forms. */
export const LINK = `
.eyebrow{font-weight:600}
.short{font-size:clamp(1.75rem,1.3rem + 2.2vw,2.75rem);line-height:1.15;user-select:all}
.short span{color:var(--soft);font-weight:400}
.glimpse{display:none}
.glimpse img{display:block;width:9.5rem;height:9.5rem;border:1px solid var(--line);border-radius:.625rem}
@media(min-width:44rem){.hero.alive{grid-template-columns:minmax(0,1fr) auto;align-items:center;gap:2rem}.glimpse{display:block}}
.about{display:grid;grid-template-columns:minmax(0,1fr)}
.about>div{position:relative;padding:.875rem 0;border-top:1px solid var(--line)}
.about>div:first-child{border-top:0;padding-top:0}
.about>div:last-child{padding-bottom:0}
.about dt{padding-right:5rem;color:var(--soft);font-size:.875rem}
.about dd{margin-top:.125rem}
.leads{color:inherit;text-decoration:none}
.leads:hover{text-decoration:underline}
.change>summary{position:absolute;top:.25rem;right:0;font-size:.875rem}
.about>div:first-child .change>summary{top:-.625rem}
.change>summary::before{content:none}
.change[open]>summary .shut,.change:not([open])>summary .open{display:none}
.change>form{margin-top:.75rem;padding-bottom:.25rem}
`;

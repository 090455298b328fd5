/** Sparklines in rows and cards. A page sets another size by the custom properties. */
export const SPARKLINE = `
.spark{width:var(--spark-width,7.5rem);max-width:100%;height:var(--spark-height,1.75rem)}
.spark .bar{fill:var(--bar)}
.spark .stub{fill:var(--edge)}
`;

/**
 * The colours, spaces, radii and font stacks of the console. Each colour has a value for light and one for dark. Overlays
 * lie above a page: in the dark they are lighter than it, because a shadow alone does not lift them.
 */
import { FONT_ADDRESS } from '../font';

export const TOKENS = `
@font-face{font-family:Heading;src:url(${FONT_ADDRESS}) format("woff2");font-weight:600;font-display:swap}
:root{color-scheme:light dark;
--paper:light-dark(#f6f7fa,#12151d);--card:light-dark(#fff,#191d27);--ink:light-dark(#171c28,#e9ecf3);--soft:light-dark(#566074,#a3acbe);
--line:light-dark(#e1e5ed,#2b313e);--edge:light-dark(#7d8699,#6f7990);--wash:light-dark(#eceff6,#222835);
--deed:light-dark(#2f4a94,#adbeff);--on-deed:light-dark(#fff,#12151d);--deed-hover:light-dark(#243b7c,#c6d2ff);--deed-wash:light-dark(#e6ebf8,#252d47);
--dawn:light-dark(#d4692a,#f0a265);--dawn-ink:light-dark(#96430f,#ffc194);--dawn-wash:light-dark(#fdf0e5,#362618);
--good:light-dark(#1a6b46,#7fd6a8);--good-wash:light-dark(#e0f2e8,#17322a);
--overlay:light-dark(#fff,#242a38);--overlay-line:light-dark(#d3d9e5,#485268);--overlay-wash:light-dark(#eceff6,#333b4d);--overlay-deed-wash:light-dark(#e6ebf8,#34406a);--scrim:rgb(8 12 24/.45);--float:0 .75rem 2rem light-dark(rgb(23 28 40/.18),rgb(0 0 0/.6));
--wait:light-dark(#7a5200,#f0c671);--wait-wash:light-dark(#fbf0d6,#352b15);
--wrong:light-dark(#a3241d,#ff9c91);--wrong-wash:light-dark(#fbe7e5,#3a1f20);
--bar:light-dark(#5b78c7,#7f98e6);--trail:light-dark(#a3b1d6,#48567d);--land:light-dark(#d5d9e1,#3b4250);
--red:var(--wrong);--orange:light-dark(#97410a,#ffb27d);--yellow:var(--wait);--green:var(--good);--teal:light-dark(#0b6374,#74d3e0);--blue:var(--deed);--violet:light-dark(#6a3aa0,#cdb0ff);--pink:light-dark(#9a2463,#ffa6cf);
--s1:.25rem;--s2:.5rem;--s3:.75rem;--s4:1rem;--s5:1.5rem;--s6:2.5rem;--s7:4rem;
--round:.875rem;--lift:0 1px 2px light-dark(rgb(23 28 40/.04),transparent),0 .25rem 1rem -.375rem light-dark(rgb(23 28 40/.07),transparent);
--sans:-apple-system,"Segoe UI",system-ui,Roboto,"Helvetica Neue",Arial,sans-serif;
--serif:Heading,ui-serif,"Iowan Old Style",Charter,"Palatino Linotype",Palatino,Georgia,serif;
--mono:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
[data-theme=light]{color-scheme:light}
[data-theme=dark]{color-scheme:dark}
`;

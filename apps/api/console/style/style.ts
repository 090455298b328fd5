/** The stylesheet of the console: custom properties, then elements, then components. */
import { BLOCKS } from './blocks';
import { ELEMENTS } from './elements';
import { FLIGHT } from './flight';
import { FORMS } from './forms';
import { FRAME } from './frame';
import { JUMP } from './jump';
import { LINKS } from './links';
import { OVERVIEW } from './overview';
import { PICTURES } from './pictures';
import { SPARKLINE } from './sparkline';
import { STATISTICS } from './statistics';
import { TABLES } from './tables';
import { THEME } from './theme';
import { TOKENS } from './tokens';

const SHEETS = [
  TOKENS,
  ELEMENTS,
  FRAME,
  FLIGHT,
  THEME,
  BLOCKS,
  LINKS,
  FORMS,
  TABLES,
  PICTURES,
  SPARKLINE,
  STATISTICS,
  OVERVIEW,
  JUMP,
];

export const STYLE = SHEETS.join('');

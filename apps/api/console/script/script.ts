/** The script of the console. Every page works without it, except for passkeys. */
import { COPY } from './copy';
import { FIRST_CLICK } from './first-click';
import { FORMS } from './forms';
import { JUMP } from './jump';
import { LISTS } from './lists';
import { PASSKEYS } from './passkeys';
import { QR } from './qr';
import { ROWS } from './rows';
import { SEARCH } from './search';
import { SHARE } from './share';
import { STATISTICS } from './statistics';
import { THEME } from './theme';
import { TIMES } from './times';

const SCRIPTS = [COPY, FORMS, LISTS, SEARCH, ROWS, FIRST_CLICK, PASSKEYS, STATISTICS, THEME, TIMES, QR, SHARE, JUMP];

export const SCRIPT = ["'use strict';", ...SCRIPTS].join('');

/** The script of the console. Every page works without it, except for passkeys. */
import { COPY } from './copy';
import { FORMS } from './forms';
import { LISTS } from './lists';
import { PASSKEYS } from './passkeys';
import { QR } from './qr';
import { SHARE } from './share';
import { THEME } from './theme';
import { TIMES } from './times';

export const SCRIPT = ["'use strict';", COPY, FORMS, LISTS, PASSKEYS, THEME, TIMES, QR, SHARE].join('');

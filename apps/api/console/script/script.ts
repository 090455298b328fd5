/** The script of the console. Every page works without it, except for passkeys. */
import { ACTIVITY } from './activity';
import { COPY } from './copy';
import { DRAFTS } from './drafts';
import { EXPIRY } from './expiry';
import { FIRST_CLICK } from './first-click';
import { FORMS } from './forms';
import { JUMP } from './jump';
import { KEYS } from './keys';
import { LISTS } from './lists';
import { NEW_LINK } from './new-link';
import { PASSKEYS } from './passkeys';
import { QR } from './qr';
import { RIGHTS } from './rights';
import { ROWS } from './rows';
import { SEARCH } from './search';
import { SELECTION } from './selection';
import { SHARE } from './share';
import { SHARED } from './shared';
import { STATISTICS } from './statistics';
import { THEME } from './theme';
import { TIMES } from './times';

const PARTS = [COPY, FORMS, LISTS, ROWS, STATISTICS, THEME, ACTIVITY, TIMES, SHARE, JUMP, KEYS, DRAFTS];

/** Each part has a scope of its own, so that an exception in one does not end those after it. */
const scoped = (part: string): string => `run(() => {${part}});\n`;

export const SCRIPT = ["'use strict';", SHARED, ...PARTS.map(scoped)].join('');

/** The parts that only some pages have, after the others. */
export const PASSKEYS_SCRIPT = `'use strict';${scoped(PASSKEYS)}`;
export const OVERVIEW_SCRIPT = `'use strict';${scoped(FIRST_CLICK)}`;
export const QR_SCRIPT = `'use strict';${scoped(QR)}`;
export const LINK_SCRIPT = `'use strict';${scoped(EXPIRY)}`;
export const NEW_LINK_SCRIPT = `'use strict';${scoped(EXPIRY)}${scoped(NEW_LINK)}`;
export const RIGHTS_SCRIPT = `'use strict';${scoped(RIGHTS)}`;
export const SEARCH_SCRIPT = `'use strict';${scoped(SELECTION + SEARCH)}`;

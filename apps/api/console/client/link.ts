/** The page of a link. */
import '../styles/statistics.css';
import '../styles/link.css';
import '../styles/link-fields.css';
import { showEnd, useOwnZone } from './parts/link-fields';
import { run } from './parts/shared';
import { countDown } from './parts/undo';
import { fillFromTemplates, followUtm } from './parts/utm';

run(useOwnZone, showEnd, followUtm, fillFromTemplates, countDown);

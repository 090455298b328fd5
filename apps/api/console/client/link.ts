/** The page of a link. */
import '../styles/link.css';
import '../styles/link-fields.css';
import { showEnd } from './parts/link-fields';
import { run } from './parts/shared';
import { countDown } from './parts/undo';
import { followUtm } from './parts/utm';

run(showEnd, followUtm, countDown);

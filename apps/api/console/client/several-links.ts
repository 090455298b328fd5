/** The form of several links. */
import '../styles/new-link.css';
import '../styles/link-fields.css';
import { showEnd, useOwnZone } from './parts/link-fields';
import { run } from './parts/shared';
import { fillFromTemplates } from './parts/utm';

run(useOwnZone, showEnd, fillFromTemplates);

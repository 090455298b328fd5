/** The form of a new link. */
import '../styles/new-link.css';
import '../styles/link-fields.css';
import { expiry } from './parts/expiry';
import { newLink } from './parts/new-link';
import { run } from './parts/shared';

run(expiry, newLink);

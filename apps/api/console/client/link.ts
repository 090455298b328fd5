/** The page of a link. */
import '../styles/link.css';
import '../styles/link-fields.css';
import { expiry } from './parts/expiry';
import { run } from './parts/shared';

run(expiry);

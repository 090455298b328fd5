/** The page of a link. */
import '../styles/link.css';
import '../styles/link-fields.css';
import { showExpiry } from './parts/times';

showExpiry();

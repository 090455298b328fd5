/** The pages of keys. */
import '../styles/keys.css';
import '../styles/codes.css';
import { rights } from './parts/rights';
import { run } from './parts/shared';

run(...rights);

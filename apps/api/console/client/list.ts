/** The lists of links and of tags. */
import '../styles/list.css';
import '../styles/tags.css';
import { search } from './parts/search';
import { selection } from './parts/selection';
import { run } from './parts/shared';

run(selection, search);

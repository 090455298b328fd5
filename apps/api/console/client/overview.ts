/** The overview. */
import '../styles/overview.css';
import { firstClick } from './parts/first-click';
import { run } from './parts/shared';

run(firstClick);

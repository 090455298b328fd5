/** What every page of the console loads. */
import '../styles/tokens.css';
import '../styles/elements.css';
import '../styles/frame.css';
import '../styles/flight.css';
import '../styles/theme.css';
import '../styles/blocks.css';
import '../styles/links.css';
import '../styles/forms.css';
import '../styles/tables.css';
import '../styles/pictures.css';
import '../styles/sparkline.css';
import '../styles/statistics.css';
import '../styles/jump.css';
import { activity } from './parts/activity';
import { copy } from './parts/copy';
import { drafts } from './parts/drafts';
import { forms } from './parts/forms';
import { jump } from './parts/jump';
import { keys } from './parts/keys';
import { focusOpened, share } from './parts/share';
import { run } from './parts/shared';
import { statistics } from './parts/statistics';
import { theme } from './parts/theme';
import { showTimes } from './parts/times';
import { undo } from './parts/undo';

const times = () => showTimes(document);
run(...copy, ...forms, undo, statistics, theme, activity, times, share, focusOpened, jump, keys, drafts);

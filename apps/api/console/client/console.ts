/** What every page of the console loads. */
import '../styles/tokens.css';
import '../styles/elements.css';
import '../styles/frame.css';
import '../styles/theme.css';
import '../styles/blocks.css';
import '../styles/links.css';
import '../styles/forms.css';
import '../styles/popover.css';
import '../styles/tables.css';
import '../styles/sparkline.css';
import '../styles/jump.css';
import { copyFields, copyRows, offerShare, selectReadOnly } from './parts/copy';
import { applyTheme, leaveOutEmpty, nameRefused, sayNotice, sendOnce } from './parts/forms';
import { addJump } from './parts/jump';
import { actOnKeys } from './parts/keyboard';
import { loadLate } from './parts/late';
import { liftPanels, mindFocus } from './parts/panels';
import { run } from './parts/shared';
import { showStatistics } from './parts/statistics';
import { groupByDay, showTimes } from './parts/times';

run(
  copyFields,
  selectReadOnly,
  copyRows,
  offerShare,
  sendOnce,
  nameRefused,
  sayNotice,
  leaveOutEmpty,
  mindFocus,
  applyTheme,
  showStatistics,
  groupByDay,
  () => showTimes(document), // also those of the days
  addJump,
  actOnKeys,
  loadLate,
  liftPanels,
);

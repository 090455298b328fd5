// The console's choice of light or dark.
import { applyTheme } from '../../console/client/parts/forms';

applyTheme();

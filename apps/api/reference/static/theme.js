// The console's choice of light or dark.
import { theme } from '../../console/client/parts/theme';

theme();

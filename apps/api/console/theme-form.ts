/**
 * The form that chooses light or dark as text, for the pages of the documentation, which are generated before the
 * build.
 */
import { ThemeForm } from './theme';

export const themeForm = (): string => String(ThemeForm({ theme: 'system', forms: { token: '', state: undefined } }));

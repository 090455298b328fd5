/** The secret of a key as pages show it. */
import type { FC } from 'hono/jsx';
import { keyPrefix } from '#secrets/key-text';

/** Shows the beginning of a secret. The four characters tell two secrets of one key apart; six more follow them. */
export const KeyMask: FC<{ id: string; four?: string | null }> = ({ id, four }) => <code>{maskText(id, four)}</code>;

/** The text of KeyMask, for options of a form. */
export const maskText = (id: string, four?: string | null): string => `${keyPrefix(id)}…${four ? `${four}…` : ''}`;

/** The secret of a key as pages show it. */
import type { FC } from 'hono/jsx';
import { keyPrefix } from '#secrets/key-text';

/** How much of the beginning is shown: the mark and four characters of the id. */
const SHOWN = 7;

/** Shows the beginning of a secret, and the four characters that tell two secrets of one key apart. */
export const KeyMask: FC<{ id: string; four: string }> = ({ id, four }) => (
  <code title={`Six more characters follow ${four}`}>{`${keyPrefix(id).slice(0, SHOWN)}…${four}`}</code>
);

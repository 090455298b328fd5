/** The message below a field that is wrong. */
import type { FC } from 'hono/jsx';

/** @param isAlert whether it is the only one, so that no summary announces it */
export const ErrorLine: FC<{ id: string; words: string | undefined; isAlert: boolean }> = ({ id, words, isAlert }) =>
  words ? (
    <p class="bad" id={`${id}-error`} role={isAlert ? 'alert' : undefined}>
      {words}
    </p>
  ) : null;

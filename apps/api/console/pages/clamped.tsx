/** A long text of which a page shows two lines until the rest is asked for. */
import type { FC, PropsWithChildren } from 'hono/jsx';
import { formatCount } from './components';

/** The longest text that is shown whole: two lines of a narrow column. */
const LONG = 110;

/** @param length that of the text, in characters */
export const Clamped: FC<PropsWithChildren<{ length: number }>> = ({ length, children }) =>
  length <= LONG ? (
    children
  ) : (
    <>
      <div class="clamped">{children}</div>
      <details class="whole">
        <summary>{`All ${formatCount(length)} characters`}</summary>
      </details>
    </>
  );

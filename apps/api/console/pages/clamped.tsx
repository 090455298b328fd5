/** Long texts, of which a page shows the beginning until the rest is asked for. */
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

/** A long line of text, cut after a word. Its dots show the rest. */
export const CutText: FC<{ text: string }> = ({ text }) => {
  if (text.length <= LONG) return <bdi dir="auto">{text}</bdi>;
  const end = text.lastIndexOf(' ', LONG);
  const cut = end > 0 ? end : [...text].slice(0, LONG / 2).join('').length;
  return (
    <>
      <bdi dir="auto">{text.slice(0, cut)}</bdi>
      <details class="rest">
        <summary>
          <span aria-hidden="true">…</span>
          <span class="unseen">{`All ${formatCount(text.length)} characters`}</span>
        </summary>
        <bdi dir="auto">{text.slice(cut)}</bdi>
      </details>
    </>
  );
};

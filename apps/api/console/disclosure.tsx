/**
 * A part of a page that is hidden until it is opened, and the long texts that it shortens. It works without script. What
 * lies above the page is a popover (popover.tsx).
 */
import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import { formatCount } from './components';

type DisclosureProps = {
  /** The line or the button that opens and closes it. */
  summary: Child;
  /** The classes of the summary, such as those of a button; by default it is a line with a triangle. */
  look?: string | undefined;
  /** The class of the whole. */
  class?: string;
  isOpen?: boolean;
  /** The id of the summary. */
  id?: string | undefined;
  /** Whether the button says “Cancel” while it is open. */
  hasCancel?: boolean;
};

/** The details element of every page. In a card of the class `corner`, its button stands in the top right corner. */
export const Disclosure: FC<PropsWithChildren<DisclosureProps>> = ({
  summary,
  look,
  class: kind,
  isOpen = false,
  id,
  hasCancel = false,
  children,
}) => (
  <details class={kind} open={isOpen}>
    {hasCancel ? (
      <summary class={`${look} swap`} id={id}>
        <span>{summary}</span>
        <span>Cancel</span>
      </summary>
    ) : (
      <summary class={look} id={id}>
        {summary}
      </summary>
    )}
    {children}
  </details>
);

/** The longest text that is shown whole: two lines of a narrow column. */
const LONG = 110;

/**
 * A long text, of which a page shows the beginning until the rest is asked for.
 * @param length that of the text, in characters
 */
export const Clamped: FC<PropsWithChildren<{ length: number }>> = ({ length, children }) =>
  length <= LONG ? (
    children
  ) : (
    <>
      <div class="clamped">{children}</div>
      <Disclosure class="whole" summary={`All ${formatCount(length)} characters`} />
    </>
  );

/** A long line of text, cut after a word. Its dots show the rest. */
export const CutText: FC<{ text: string }> = ({ text }) => {
  if (text.length <= LONG) return <bdi dir="auto">{text}</bdi>;
  const end = text.lastIndexOf(' ', LONG);
  const cut = end > 0 ? end : [...text].slice(0, LONG / 2).join('').length;
  const dots = (
    <>
      <span aria-hidden="true">…</span>
      <span class="unseen">{`All ${formatCount(text.length)} characters`}</span>
    </>
  );
  return (
    <>
      <bdi dir="auto">{text.slice(0, cut)}</bdi>
      <Disclosure class="remainder" summary={dots}>
        <bdi dir="auto">{text.slice(cut)}</bdi>
      </Disclosure>
    </>
  );
};

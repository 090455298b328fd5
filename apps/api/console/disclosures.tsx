/** Elements that hide an action or a long text until it is opened. They work without script. */
import type { FC, PropsWithChildren } from 'hono/jsx';
import { formatCount } from './components';

type DangerProps = {
  /** The anchor of the card. */
  id?: string;
  title: string;
  words: string;
  /** The text of the button that opens the confirmation. Without it the children are the row's form. */
  opens?: string;
  isOpen?: boolean;
};

/**
 * The card of what cannot be undone: one row with its words at the left, and its button at the right.
 * @param children what confirms it: a form, which works without script
 */
export const Danger: FC<PropsWithChildren<DangerProps>> = ({ id, title, words, opens, isOpen = false, children }) => (
  <section class="card grave" id={id}>
    <div>
      <h2>{title}</h2>
      <p class="soft small">{words}</p>
    </div>
    {opens === undefined ? (
      children
    ) : (
      <details open={isOpen}>
        <summary class="button danger minor swap">
          <span>{opens}</span>
          <span>Cancel</span>
        </summary>
        {children}
      </details>
    )}
  </section>
);

type CornerProps = {
  /** The text of the button. While its form is open, only the keyboard reaches it: the form has a cancel button. */
  summary: string;
  /** The class of the summary; a small outlined button by default. */
  kind?: string;
  isOpen?: boolean;
};

/**
 * An action in the top right corner of a card or of a page, whose form opens below. It is a details element inside an
 * element of the class `corner`.
 */
export const Corner: FC<PropsWithChildren<CornerProps>> = ({
  summary,
  kind = 'button quiet minor',
  isOpen = false,
  children,
}) => (
  <details open={isOpen}>
    <summary class={kind}>{summary}</summary>
    {children}
  </details>
);

/** The buttons of a form in a corner. @param page the page without the form */
export const Ends: FC<{ label: string; page: string }> = ({ label, page }) => (
  <p class="line">
    <button type="submit">{label}</button>
    <a class="button quiet" href={page}>
      Cancel
    </a>
  </p>
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
      <details class="remainder">
        <summary>
          <span aria-hidden="true">…</span>
          <span class="unseen">{`All ${formatCount(text.length)} characters`}</span>
        </summary>
        <bdi dir="auto">{text.slice(cut)}</bdi>
      </details>
    </>
  );
};

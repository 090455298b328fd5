/** An action in the top right corner of a card or of a page. Its form opens below, and it works without script. */
import type { FC, PropsWithChildren } from 'hono/jsx';

type CornerProps = {
  /** What the button says. While its form is open, only the keyboard finds it: the form has a button that cancels. */
  summary: string;
  /** The class of the summary; a small outlined button by default. */
  kind?: string;
  isOpen?: boolean;
};

/** A details element for an element of the class `corner`. */
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

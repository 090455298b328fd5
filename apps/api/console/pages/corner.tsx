/** An action in the top right corner of a card or of a page. Its form opens below, and it works without script. */
import type { FC, PropsWithChildren } from 'hono/jsx';

type CornerProps = {
  /** What the closed corner says. */
  summary: string;
  /** The class of the summary; a link in the corner by default. */
  kind?: string;
  isOpen?: boolean;
};

/** A details element for an element of the class `corner`. While it is open, it says “Cancel”. */
export const Corner: FC<PropsWithChildren<CornerProps>> = ({ summary, kind, isOpen = false, children }) => (
  <details open={isOpen}>
    <summary class={kind}>
      <span>{summary}</span>
      <span>Cancel</span>
    </summary>
    {children}
  </details>
);

/** The card of what cannot be undone: one row with its words at the left, and its button at the right. */
import type { FC, PropsWithChildren } from 'hono/jsx';

type DangerProps = {
  /** The anchor of the card. */
  id?: string;
  title: string;
  words: string;
  /** What the button says that opens the confirmation. Without it the children are the row's form. */
  opens?: string;
  isOpen?: boolean;
};

/** @param children what confirms it: a form, which works without script */
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

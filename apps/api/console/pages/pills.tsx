/** A choice of few options, as pills side by side. */
import type { Child, FC } from 'hono/jsx';

/** @param children a label for each option, with its box inside */
export const Pills: FC<{ label: string; children: Child }> = ({ label, children }) => (
  <fieldset class="pills">
    <legend class="soft small">{label}</legend>
    {children}
  </fieldset>
);

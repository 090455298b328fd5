/** The groups of settings on a page, and a setting: what it is at the left, its control at the right. */
import type { Child, FC, PropsWithChildren } from 'hono/jsx';

/** Settings under one heading. */
export const Group: FC<PropsWithChildren<{ title: string }>> = ({ title, children }) => (
  <section class="group">
    <h2>{title}</h2>
    {children}
  </section>
);

type SettingProps = {
  title: string;
  words: Child;
  /** What stands below both, such as a list. */
  below?: Child;
  attributes?: Record<string, string | boolean>;
};

type OpeningProps = { label: string; kind: 'quiet' | 'danger'; isOpen: boolean };

/** The control of a setting whose form opens below it. While the form is open, the button closes it. */
export const Opening: FC<PropsWithChildren<OpeningProps>> = ({ label, kind, isOpen, children }) => (
  <details open={isOpen}>
    <summary class={`button ${kind} swap`}>
      <span>{label}</span>
      <span>Cancel</span>
    </summary>
    {children}
  </details>
);

/** On a phone the control stands below the words. A details element as the control opens below both on any width. */
export const Setting: FC<PropsWithChildren<SettingProps>> = ({ title, words, below, attributes, children }) => (
  <section class="setting folds" {...attributes}>
    <div>
      <h3>{title}</h3>
      <p class="soft">{words}</p>
    </div>
    {children}
    {below}
  </section>
);

/** A panel that lies above the page once its button is pressed: a menu, a filter or a short form. */
import type { Child, FC, PropsWithChildren } from 'hono/jsx';

type PopoverProps = {
  /** The id of the panel, unique on its page. */
  id: string;
  /** The text of the button. */
  label: Child;
  /** The heading of the panel where it is a sheet; by default the text of the button. */
  title?: string;
  /** The classes of the button. */
  look?: string | undefined;
  /** The classes of the panel. */
  class?: string;
  /** Whether what the panel sets is what the page shows. */
  isChosen?: boolean;
  /** Whether it is a list of actions. It stays at its button on a phone too, where other panels are sheets. */
  isMenu?: boolean;
  /** Whether the page shows it open: in its place without script, because only a script can lift it above the page. */
  isOpen?: boolean;
};

/**
 * The popover of every page. The browser opens it, closes it by Esc and by a click outside, and gives the focus back,
 * all without script. An element in it with `autofocus` has the focus once it is open.
 */
export const Popover: FC<PropsWithChildren<PopoverProps>> = ({
  id,
  label,
  title,
  look,
  class: kind,
  isChosen = false,
  isMenu = false,
  isOpen = false,
  children,
}) => (
  <>
    <button class={look} type="button" popovertarget={id} aria-current={isChosen ? 'true' : undefined}>
      {label}
    </button>
    <div
      class={['panel', isMenu && 'menu', kind].filter(Boolean).join(' ')}
      id={id}
      popover={isOpen ? undefined : 'auto'}
      data-open={isOpen ? '' : undefined}
    >
      {!isMenu && (
        <p class="title">
          <span>{title ?? label}</span>
          <button class="text" type="button" popovertarget={id} popovertargetaction="hide">
            <span aria-hidden="true">×</span>
            <span class="unseen">Close</span>
          </button>
        </p>
      )}
      {children}
    </div>
  </>
);

/** The options of a link that the account cannot use, with the reason: a line per reason, not a field per option. */
import type { FC } from 'hono/jsx';
import type { Options } from '../link-fields';

const LABELS: Readonly<Record<keyof Options, string>> = {
  alias: 'alias',
  expiresIn: 'expiry',
  maxClicks: 'click limit',
  password: 'password',
};

type LockedProps = { options: Options; names?: readonly (keyof Options)[] };

/** @param names the options that the page would offer; default: all */
export const LockedOptions: FC<LockedProps> = ({ options, names = Object.keys(LABELS) as (keyof Options)[] }) => {
  const locked = names.flatMap((name) => {
    const option = options[name];
    return option.isAvailable ? [] : [{ label: LABELS[name], reason: option.reason }];
  });
  if (locked.length === 0) return null;
  return (
    <div class="locked soft small">
      {[...Map.groupBy(locked, ({ reason }) => reason)].map(([reason, those]) => (
        <p>
          <b>{sentenceCase(LIST.format(those.map(({ label }) => label)))}</b> {reason}
        </p>
      ))}
      <p>
        <a href="/console/plan">See plans</a>
      </p>
    </div>
  );
};

const LIST = new Intl.ListFormat('en');

const sentenceCase = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}:`;

/** The first steps of an account. Each ticks itself; the script waits for the first click. */
import type { FC } from 'hono/jsx';
import { BIRD } from '#drawings/flight';

type Step = {
  readonly isDone: boolean;
  readonly title: string;
  readonly todo: string;
  /** The words of the link to the place where the step is done, and its address; null while there is none. */
  readonly action: readonly [label: string, href: string] | null;
  /** Whether the script ticks it. */
  readonly isAwaited?: boolean;
};

/** The most links of an account that still sees its open steps. */
const MOST_LINKS = 5;

export type Steps = {
  readonly passkey: boolean;
  /** The short address of a link; null before the first. */
  readonly link: string | null;
  readonly key: boolean;
  readonly click: boolean;
};

/** Whether an account is new, so that it sees what it has not done yet. */
export const isNew = ({ passkey, link, key, click }: Steps, linkCount: number): boolean =>
  linkCount <= MOST_LINKS && !(passkey && link !== null && key && click);

/** Once there are clicks to look at, the open steps are one line. */
export const FirstSteps: FC<{ steps: Steps }> = ({ steps }) =>
  steps.click ? <OpenSteps steps={listOf(steps)} /> : <AllSteps steps={steps} />;

const OpenSteps: FC<{ steps: readonly Step[] }> = ({ steps }) => {
  const open = steps.filter(({ isDone }) => !isDone);
  const [only] = open.length === 1 ? open : [];
  return (
    <section class="card left" id="steps" aria-label="First steps">
      <div>
        <p>
          <b>
            {only
              ? `Last step: ${only.title.charAt(0).toLowerCase()}${only.title.slice(1)}`
              : `${open.length} steps left`}
          </b>
        </p>
        {only && <p class="soft small">{only.todo}</p>}
      </div>
      <p class="line">
        {open.map(({ action }) => (
          <Action of={action} />
        ))}
      </p>
    </section>
  );
};

/** The link of an address of the console, or of a short address in another tab. */
const Action: FC<{ of: Step['action']; isNext?: boolean }> = ({ of: action, isNext = false }) => {
  if (action === null) return null;
  const [label, href] = action;
  const isForeign = !href.startsWith('/');
  return (
    <a
      class={isNext ? 'button' : 'button quiet'}
      href={href}
      target={isForeign ? '_blank' : undefined}
      rel={isForeign ? 'noopener' : undefined}
    >
      {label}
    </a>
  );
};

const AllSteps: FC<{ steps: Steps }> = ({ steps }) => {
  const all = listOf(steps);
  const open = all.findIndex(({ isDone }) => !isDone);
  const isWaiting = steps.link !== null && !steps.click;
  return (
    <section class="card steps" id="steps" data-waiting={isWaiting ? '' : undefined}>
      <div class="line">
        <h2>First steps</h2>
        <p class="soft small">{`${all.filter(({ isDone }) => isDone).length} of ${all.length} done`}</p>
      </div>
      <ol>
        {all.map(({ isDone, title, todo, action, isAwaited }, place) => (
          <li
            class={isDone ? 'done' : undefined}
            aria-current={place === open ? 'step' : undefined}
            data-awaited={isAwaited ? '' : undefined}
          >
            <h3>
              {title}
              <span class="unseen">{isDone ? ' (done)' : ' (to do)'}</span>
            </h3>
            {!isDone && (
              <div class="stack">
                <p class="soft">{todo}</p>
                {action === null ? (
                  <p class="soft small">Waiting for step 1</p>
                ) : (
                  <Action of={action} isNext={place === open} />
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      <svg class="loop" viewBox="-33 -33 66 66" aria-hidden="true">
        <path d={BIRD} />
      </svg>
    </section>
  );
};

const listOf = ({ passkey, link, key, click }: Steps): readonly Step[] => [
  {
    isDone: link !== null,
    title: 'Create your first link',
    todo: 'Paste a long address above, or choose an alias and an end.',
    action: ['New link', '/console/new-link'],
  },
  {
    isDone: key,
    title: 'Make an API key',
    todo: 'Its page has a first call to copy.',
    action: ['Make a key', '/console/keys'],
  },
  {
    isDone: click,
    title: 'See the first click arrive',
    isAwaited: true,
    todo:
      link === null
        ? 'Open your first link in another tab, and watch this page.'
        : `Open ${link.replace(/^https?:\/\//, '')} in another tab. This step ticks itself.`,
    action: link === null ? null : ['Open link', link],
  },
  {
    isDone: passkey,
    title: 'Add a passkey',
    todo: 'It signs you in on this device without a password.',
    action: ['Add a passkey', '/console/account'],
  },
];

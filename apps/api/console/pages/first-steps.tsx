/** The first steps of an account. Each ticks itself; the script waits for the first click. */
import type { Child, FC } from 'hono/jsx';
import { BIRD } from '#drawings/flight';

type Step = {
  readonly isDone: boolean;
  readonly title: string;
  readonly todo: Child;
  /** The page on which the step is done; undefined for the first click. */
  readonly path?: string;
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
  return (
    <section class="card left" id="steps" aria-label="First steps">
      <b>{open.length === 1 ? '1 step left' : `${open.length} steps left`}</b>
      <p class="line">
        {open.map(({ title, path }) => (
          <a class="button quiet" href={path}>
            {title}
          </a>
        ))}
      </p>
    </section>
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
        {all.map(({ isDone, title, todo, isAwaited }, place) => (
          <li
            class={isDone ? 'done' : undefined}
            aria-current={place === open ? 'step' : undefined}
            data-awaited={isAwaited ? '' : undefined}
          >
            <h3>
              {title}
              <span class="unseen">{isDone ? ' (done)' : ' (to do)'}</span>
            </h3>
            {!isDone && <div class="stack">{todo}</div>}
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
    path: '/console/new-link',
    todo: <p class="soft">Paste a long address above.</p>,
  },
  {
    isDone: key,
    title: 'Make a key for your application',
    path: '/console/keys',
    todo: (
      <p class="soft">
        <a href="/console/keys">Make a key</a>. Its page has a first call to copy.
      </p>
    ),
  },
  {
    isDone: click,
    title: 'See the first click arrive',
    isAwaited: true,
    todo:
      link === null ? (
        <p class="soft">Open your first link in another tab, and watch this page.</p>
      ) : (
        <p class="soft">
          Open{' '}
          <a href={link} target="_blank" rel="noopener">
            {link.replace(/^https?:\/\//, '')}
          </a>{' '}
          in another tab. This step ticks itself.
        </p>
      ),
  },
  {
    isDone: passkey,
    title: 'Add a passkey',
    path: '/console/account',
    todo: (
      <p class="soft">
        Sign in without a password next time. <a href="/console/account">Add one</a>.
      </p>
    ),
  },
];

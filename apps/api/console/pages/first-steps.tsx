/** The first steps of an account. Each ticks itself; the script waits for the first click. */
import type { Child, FC } from 'hono/jsx';
import { BIRD } from '#drawings/flight';
import { Copyable } from './components';
import type { Overview } from './overview';

type Step = { readonly isDone: boolean; readonly title: string; readonly todo: Child };

/** The most links of an account that still sees its open steps. */
const MOST_LINKS = 5;

type Steps = {
  readonly passkey: boolean;
  readonly link: string | null;
  readonly key: boolean;
  readonly click: boolean;
};

/** The steps of an account that is new; null for any other, and where its clicks are unknown. */
export function firstStepsOf({ hasPasskey, newest, links, keys, clicks, view }: Overview): Steps | null {
  if (clicks === null || links.count > MOST_LINKS) return null;
  const first = newest[0];
  const link = first === undefined ? null : `${view.shortBaseUrl}/${first.alias ?? first.code}`;
  const steps = { passkey: hasPasskey, link, key: keys.length > 0, click: clicks.total > 0 };
  return steps.passkey && link !== null && steps.key && steps.click ? null : steps;
}

export const FirstSteps: FC<{ steps: Steps; origin: string }> = ({ steps, origin }) => {
  const all = stepsOf(steps, origin);
  const open = all.findIndex(({ isDone }) => !isDone);
  const isWaiting = steps.link !== null && !steps.click;
  return (
    <section class="card steps" id="steps" data-waiting={isWaiting ? '' : undefined}>
      <div class="line">
        <h2>First steps</h2>
        <p class="soft small">{`${all.filter(({ isDone }) => isDone).length} of ${all.length} done`}</p>
      </div>
      <ol>
        {all.map(({ isDone, title, todo }, place) => (
          <li class={isDone ? 'done' : undefined} aria-current={place === open ? 'step' : undefined}>
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

const stepsOf = ({ passkey, link, key, click }: Steps, origin: string): readonly Step[] => [
  {
    isDone: passkey,
    title: 'Add a passkey',
    todo: (
      <p class="soft">
        It signs you in again, without a password. <a href="/console/account">Add one</a>.
      </p>
    ),
  },
  {
    isDone: link !== null,
    title: 'Make your first link',
    todo: <p class="soft">Paste a long address above.</p>,
  },
  {
    isDone: key,
    title: 'Make a key for your application',
    todo: (
      <>
        <p class="soft">
          <a href="/console/keys">Make a key</a>. With it, this call makes a link:
        </p>
        <Copyable label="A first call" id="first-call" value={callWith(origin)} />
      </>
    ),
  },
  {
    isDone: click,
    title: 'See the first click arrive',
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
];

const callWith = (origin: string): string =>
  `curl -s ${origin}/v2/shorten -H 'Authorization: Bearer YOUR_KEY' -H 'Content-Type: application/json' -d '{"url":"https://example.com/"}'`;

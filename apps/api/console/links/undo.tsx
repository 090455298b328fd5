/** The deletions and ends of links that can still be undone, and the bar that undoes each or gives more time. */
import type { FC } from 'hono/jsx';
import { type ActKey, type ActKind, MAX_EXTENSIONS, type ScheduledAct, UNDO_MS } from '#api/links/scheduled-acts';
import type { Link } from '#domain/link';
import { AlertIcon } from '../components';
import type { ConsoleContext } from '../context';
import type { Forms } from '../forms/form';
import { FormElement } from '../forms/form-element';
import { Input } from '../forms/input';
import { UNDO } from './forms';

/** What can still be undone. */
export type UndoView = {
  readonly scheduled: readonly ScheduledAct[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly shortBaseUrl: string;
  readonly forms: Forms;
};

export const makeUndoView = (c: ConsoleContext, forms: Forms): UndoView => ({
  scheduled: c.get('scheduled'),
  now: c.get('now'),
  shortBaseUrl: c.get('config').shortBaseUrl,
  forms,
});

const ofLink = ({ scheduled }: UndoView, { id }: Pick<Link, 'id'>): readonly ScheduledAct[] =>
  scheduled.filter(({ linkId }) => linkId === id);

/** What will happen to a link, of a deletion and an end the deletion; undefined for nothing. */
export const findAct = (undo: UndoView, link: Pick<Link, 'id'>): ActKind | undefined => {
  const acts = ofLink(undo, link);
  return (acts.find(({ act }) => act === 'delete') ?? acts[0])?.act;
};

export const isSameAct = (one: ActKey, { act, dueAt }: ActKey): boolean => one.act === act && one.dueAt === dueAt;

/** The acts that name a link, each with all its links. */
export const pickActs = (undo: UndoView, link: Pick<Link, 'id'>): UndoView => {
  const found = ofLink(undo, link);
  return { ...undo, scheduled: undo.scheduled.filter((one) => found.some((other) => isSameAct(one, other))) };
};

const isLatest = ({ dueAt }: ActKey, all: readonly ActKey[]): boolean => all.every((other) => other.dueAt <= dueAt);

const BADGES: Readonly<Record<ActKind, string>> = { delete: 'Will be deleted', expire: 'Will expire' };

export const ActBadge: FC<{ act: ActKind }> = ({ act }) => <span class="badge wrong act">{BADGES[act]}</span>;

type BarsProps = {
  of: UndoView;
  /** The address of the page, to which the browser returns. */
  list: string;
};

/**
 * A bar for each act, which undoes it as a whole. Undo of the latest has the focus as soon as the page opens. The script reads
 * `data-left`, the milliseconds until the act is carried out, counts them down, and then says `data-done`.
 */
export const UndoBars: FC<BarsProps> = ({ of: { scheduled, now, shortBaseUrl, forms }, list }) => (
  <>
    {scheduled
      .filter((one, index) => scheduled.findIndex((other) => isSameAct(one, other)) === index)
      .map((one) => {
        const codes = scheduled.filter((other) => isSameAct(one, other)).map(({ code }) => code);
        const left = one.dueAt - now;
        const canWait = one.extended < MAX_EXTENSIONS;
        const id = `undo-${one.act}-${one.dueAt}`;
        const subject =
          codes.length === 1 ? `${shortBaseUrl.replace(/^https?:\/\//, '')}/${codes[0]}` : `${codes.length} links`;
        const words = WORDS[one.act][codes.length === 1 ? 'one' : 'many'];
        return (
          <FormElement
            form={UNDO}
            forms={forms}
            class="alert wait"
            attributes={{ 'data-left': `${left}`, 'data-done': `${subject} ${words.done}` }}
          >
            {(shown) => (
              <>
                <Input of={shown} name="act" value={one.act} />
                <Input of={shown} name="due" value={`${one.dueAt}`} />
                <Input of={shown} name="list" value={list} />
                <AlertIcon kind="wait" />
                <p role="status" id={id}>
                  {`${subject} ${words.will} in ${left > UNDO_MS ? 'about a minute' : 'a few seconds'}, ${words.until}`}
                  {canWait ? '' : ` ${NO_MORE_TIME}`}
                </p>
                <span class="answers">
                  <button
                    type="submit"
                    name="answer"
                    value="undo"
                    aria-describedby={id}
                    autofocus={isLatest(one, scheduled) && forms.state === undefined}
                  >
                    Undo
                    <span aria-hidden="true" data-seconds />
                  </button>
                  {canWait && (
                    <button class="quiet" type="submit" name="answer" value="more">
                      More time
                    </button>
                  )}
                </span>
              </>
            )}
          </FormElement>
        );
      })}
  </>
);

const NO_MORE_TIME = `You have had more time ${MAX_EXTENSIONS} times, which is the most.`;

const [WORKS, WORK] = ['and works until then.', 'and work until then.'];

const WORDS = {
  delete: {
    one: { will: 'will be deleted', until: WORKS, done: 'is deleted.' },
    many: { will: 'will be deleted', until: WORK, done: 'are deleted.' },
  },
  expire: {
    one: { will: 'will expire', until: WORKS, done: 'has expired.' },
    many: { will: 'will expire', until: WORK, done: 'have expired.' },
  },
} as const;

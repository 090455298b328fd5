/** The deletions of links that can still be undone, and the button that undoes each. */
import type { FC } from 'hono/jsx';
import type { ScheduledDeletion } from '#api/links/scheduled-deletions';
import type { Link } from '#domain/link';
import { AlertIcon } from '../components';
import type { ConsoleContext } from '../context';
import type { Forms } from '../forms/form';
import { FormElement } from '../forms/form-element';
import { Input } from '../forms/input';
import { UNDO_DELETION } from './forms';

/** The deletions of links that can still be undone. */
export type UndoView = {
  readonly scheduled: readonly ScheduledDeletion[];
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

/** Whether a link will be deleted. */
export const isScheduled = ({ scheduled }: UndoView, link: Pick<Link, 'id'>): boolean =>
  scheduled.some(({ linkId }) => linkId === link.id);

/** The deletion that names a link, with all its links. */
export const pickDeletion = (undo: UndoView, link: Pick<Link, 'id'>): UndoView => {
  const due = undo.scheduled.find(({ linkId }) => linkId === link.id)?.dueAt;
  return { ...undo, scheduled: undo.scheduled.filter(({ dueAt }) => dueAt === due) };
};

/**
 * Each deletion with a button that undoes it as a whole. The script reads `data-left`, the milliseconds in which the
 * deletion can be undone, counts them down, and then loads the page again.
 */
export const UndoDeletions: FC<{ of: UndoView; list?: string }> = ({
  of: { scheduled, now, shortBaseUrl, forms },
  list,
}) => (
  <>
    {[...new Set(scheduled.map(({ dueAt }) => dueAt))].map((due) => {
      const codes = scheduled.filter(({ dueAt }) => dueAt === due).map(({ code }) => code);
      return (
        <FormElement form={UNDO_DELETION} forms={forms} class="alert wait" attributes={{ 'data-left': `${due - now}` }}>
          {(shown) => (
            <>
              <Input of={shown} name="due" value={`${due}`} />
              <Input of={shown} name="list" value={list} />
              <AlertIcon kind="wait" />
              <p role="status">{describeDeletion(codes, shortBaseUrl)}</p>
              <button type="submit">
                Undo
                <span aria-hidden="true" data-seconds>
                  {`${Math.max(1, Math.ceil((due - now) / 1_000))} s`}
                </span>
              </button>
            </>
          )}
        </FormElement>
      );
    })}
  </>
);

const describeDeletion = (codes: readonly string[], shortBaseUrl: string): string =>
  codes.length === 1
    ? `${shortBaseUrl.replace(/^https?:\/\//, '')}/${codes[0]} will be deleted in a few seconds, and works until then.`
    : `${codes.length} links will be deleted in a few seconds, and work until then.`;

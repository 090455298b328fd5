/** The refusal of a form. */
import { Refusal } from '#domain/refusal';
import { statusOf } from '../refusal-message';
import type { FieldErrors, Fields } from './form';

/** The statuses with which a page shows a form again; 200 where it was not refused, but only shown. */
export type RefusedStatus = 200 | 400 | 401 | 403 | 409 | 410 | 429 | 500 | 503;

/** A refused form with all its errors. By default the status is that of the first error. */
export class FormRefused extends Error {
  constructor(
    readonly errors: FieldErrors,
    readonly status: RefusedStatus = statusOfFirst(errors),
    /** Values that the page shows in place of the sent ones. */
    readonly shown: Fields = {},
  ) {
    super('A form was refused');
    this.name = 'FormRefused';
  }
}

function statusOfFirst([first]: FieldErrors): RefusedStatus {
  const what = first?.[1];
  return what instanceof Refusal ? (statusOf(what) as RefusedStatus) : 400;
}

/**
 * The refusal after a fault: 500, or 503 where a store or an object is unreachable.
 * @param requestId the id that the page shows; null for the 503
 */
export const refusalAfterFault = (requestId: string | null): FormRefused =>
  requestId === null
    ? new FormRefused(
        [['form', 'A part of the service does not respond. What you typed is here: please try again in a moment.']],
        503,
      )
    : new FormRefused([['form', `Something went wrong. That was our fault, and it has been noted: ${requestId}`]], 500);

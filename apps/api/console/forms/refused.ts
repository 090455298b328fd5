/** A form that is not done as it was sent. */
import { Refusal } from '#domain/refusal';
import { statusOf } from '../refusal-words';
import type { Fields, Wrong } from './form';

/** Statuses of pages that show a form again. */
export type WrongStatus = 400 | 401 | 403 | 409 | 410 | 429 | 500 | 503;

/** Nothing was done: a form with all that is wrong in it. */
export class FormRefused extends Error {
  constructor(
    readonly wrong: Wrong,
    readonly status: WrongStatus = statusOfFirst(wrong),
    /** What the page shows in place of what was typed. */
    readonly shown: Fields = {},
  ) {
    super('A form was refused');
    this.name = 'FormRefused';
  }
}

function statusOfFirst([first]: Wrong): WrongStatus {
  const what = first?.[1];
  return what instanceof Refusal ? (statusOf(what) as WrongStatus) : 400;
}

/** For a fault of ours: what was typed stays, and may be sent again. @param requestId null where something is away */
export const refusedFor = (requestId: string | null): FormRefused =>
  requestId === null
    ? new FormRefused(
        [['form', 'Something we depend on does not answer. What you typed is here: please try again in a moment.']],
        503,
      )
    : new FormRefused([['form', `Something went wrong. That was our fault, and it has been noted: ${requestId}`]], 500);

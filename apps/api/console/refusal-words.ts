/** Refusals of the API in the console. */
import { ERRORS } from '#domain/errors';
import type { Refusal } from '#domain/refusal';

/** What the API answers a refusal with. */
export const statusOf = ({ code }: Refusal) => ERRORS[code].status;

/** A refusal in the API's own words. */
export const wordsOf = ({ code, extras }: Refusal): string =>
  ERRORS[code].message.replace('{}', () => extras.detail ?? '');

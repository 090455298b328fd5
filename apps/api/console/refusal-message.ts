/** Status and message of a refusal, for the pages of the console. */
import { ERRORS } from '#domain/errors';
import type { Refusal } from '#domain/refusal';

/** The status of a refusal in the API. */
export const statusOf = ({ code }: Refusal) => ERRORS[code].status;

/** The message of a refusal in the API, with its detail. */
export const messageOf = ({ code, extras }: Refusal): string =>
  ERRORS[code].message.replace('{}', () => extras.detail ?? '');

/** The message as a sentence. The API's messages may begin in lower case, and end without a full stop. */
export function sentenceOf(refusal: Refusal): string {
  const message = messageOf(refusal);
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

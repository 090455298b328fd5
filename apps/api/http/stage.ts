/** A check before an endpoint's own. The same row runs it and describes it in /openapi.json. */
import type { ErrorCode } from '#domain/errors';
import type { createMiddleware } from './context';
import type { HeaderName } from './headers';

export type Stage = {
  readonly run: ReturnType<typeof createMiddleware>;
  /** Whether it runs for every method of an address, because it decides whether the address exists. */
  readonly isForAnyMethod: boolean;
  /** Its refusals before the caller is known; these responses have no headers of limits. */
  readonly refuses: readonly ErrorCode[];
  /** Its refusals to a known caller. */
  readonly limits: readonly ErrorCode[];
  /** The headers of every response to a known caller. */
  readonly headers: readonly HeaderName[];
};

const NOTHING_MORE = { isForAnyMethod: false, refuses: [], limits: [], headers: [] } as const;

export const stage = (described: Partial<Omit<Stage, 'run'>>, run: Stage['run']): Stage => ({
  ...NOTHING_MORE,
  ...described,
  run,
});

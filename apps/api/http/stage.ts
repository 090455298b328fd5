/** What stands before an endpoint's own checks: the same row runs it and describes it. */
import type { ErrorCode } from '#domain/errors';
import type { createMiddleware } from './context';
import type { HeaderName } from './headers';

export type Stage = {
  readonly run: ReturnType<typeof createMiddleware>;
  /** It decides whether there is anything at an address, whatever the method. */
  readonly isForAnyMethod: boolean;
  /** What it refuses before the caller is known: those responses tell nothing of limits. */
  readonly refuses: readonly ErrorCode[];
  /** What it refuses to a caller that it knows. */
  readonly limits: readonly ErrorCode[];
  /** The headers of every response to a caller that it knows. */
  readonly tells: readonly HeaderName[];
};

const NOTHING_MORE = { isForAnyMethod: false, refuses: [], limits: [], tells: [] } as const;

export const stage = (described: Partial<Omit<Stage, 'run'>>, run: Stage['run']): Stage => ({
  ...NOTHING_MORE,
  ...described,
  run,
});

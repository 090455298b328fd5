/** A stage: middleware that runs before an endpoint's own checks, with its description for /openapi.json. */
import type { ErrorCode } from '#domain/errors';
import type { createMiddleware } from './context';
import type { HeaderName } from './headers';

export type Stage = {
  readonly run: ReturnType<typeof createMiddleware>;
  /** The stage's refusals before the caller is known. Their responses have no headers of limits. */
  readonly refuses: readonly ErrorCode[];
  /** The stage's refusals to a known caller. */
  readonly limits: readonly ErrorCode[];
  /** The headers that the stage adds to every response to a known caller. */
  readonly headers: readonly HeaderName[];
};

const DEFAULTS = { refuses: [], limits: [], headers: [] } as const;

export const stage = (described: Partial<Omit<Stage, 'run'>>, run: Stage['run']): Stage => ({
  ...DEFAULTS,
  ...described,
  run,
});

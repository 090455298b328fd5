import { expectTypeOf, it } from 'vitest';
import type { Env as ApiEnv } from '#api/platform/env';
import type { Env as RedirectEnv } from '#redirect/env';
import type { WORKER_SECRETS } from './secret-names.mjs';
import type { VARIABLES } from './variables';

type Declared<Worker> = {
  [Name in keyof typeof VARIABLES]: Worker extends (typeof VARIABLES)[Name]['readers'][number] ? Name : never;
}[keyof typeof VARIABLES];

/** The texts in the environment of a worker: all else is bound. */
type Texts<Env> = Exclude<
  { [Name in keyof Env]-?: Exclude<Env[Name], undefined> extends string ? Name : never }[keyof Env],
  keyof typeof WORKER_SECRETS
>;

it('the variables that the code of each worker reads are the declared ones', () => {
  expectTypeOf<Texts<ApiEnv>>().toEqualTypeOf<Declared<'api'>>();
  expectTypeOf<Texts<RedirectEnv>>().toEqualTypeOf<Declared<'redirect'>>();
});

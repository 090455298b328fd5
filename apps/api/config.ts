/** The only reader of variables: parsed and checked once per isolate, at the door. */
import * as z from 'zod';
import { PLAN_POLICIES, type PlanPolicy } from '#domain/plans';
import type { Env } from './env';

const onOff = (preset: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(preset)
    .transform((value) => value === 'on');

const Variables = z.object({
  SHORT_BASE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  REQUIRE_HTTPS: onOff('on'),
  PLAN_POLICY: z.enum(PLAN_POLICIES).default('strict'),
  ADMIN_TOKEN: z.string().min(32).optional(),
});

export type Config = {
  /** Origin of short links, no trailing slash. The only source of a shortUrl. */
  readonly shortBaseUrl: string;
  readonly requireHttps: boolean;
  readonly planPolicy: PlanPolicy;
  /** Undefined: the operator's routes do not exist. */
  readonly adminToken: string | undefined;
};

const parsed = new WeakMap<Env, Config>();

/**
 * The configuration of an environment.
 * @throws Error naming the variables that are missing or wrong, never their values.
 */
export function configOf(env: Env): Config {
  const known = parsed.get(env);
  if (known !== undefined) return known;
  const config = parse(env);
  parsed.set(env, config);
  return config;
}

function parse(env: Env): Config {
  const variables = Variables.safeParse(env);
  if (!variables.success) {
    const names = variables.error.issues.map((issue) => issue.path.join('.'));
    throw new Error(`Configuration: missing or wrong: ${[...new Set(names)].join(', ')}`);
  }
  return {
    shortBaseUrl: variables.data.SHORT_BASE_URL,
    requireHttps: variables.data.REQUIRE_HTTPS,
    planPolicy: variables.data.PLAN_POLICY,
    adminToken: variables.data.ADMIN_TOKEN,
  };
}

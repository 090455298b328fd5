/** A world whose API worker calls the threat service stub. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, inject } from 'vitest';
import api from '#api/worker';
import type { Behaviour, RecordedRequest } from './threat-behaviours';
import { createWorld, type Env, freshAlias, type World } from './world';

/** The values of THREATS that call a service. */
export const SERVICES = ['webrisk', 'safebrowsing'] as const;
type Service = (typeof SERVICES)[number];

export const STUB = inject('threatStub');

/** Creates a world with its own THREATS_KEY, by which the stub keeps a behaviour for this world. */
export async function threatWorld(service: Service, behaviour: Behaviour, overrides: Partial<Env> = {}) {
  const THREATS_KEY = `key-${crypto.randomUUID()}`;
  const control = async (method: string, query: Record<string, string>): Promise<RecordedRequest[]> =>
    (await fetch(`${STUB}/_stub/?${new URLSearchParams(query)}`, { method })).json();
  const setBehaviour = (to: Behaviour) => control('PUT', { key: THREATS_KEY, behaviour: to });
  await setBehaviour(behaviour);
  return {
    ...createWorld({ THREATS: service, THREATS_BASE_URL: STUB, THREATS_KEY, ...overrides }),
    key: THREATS_KEY,
    /** Sets the behaviour of the stub for this world. */
    setBehaviour,
    /** The requests of this world to the stub. */
    requests: () => control('GET', { key: THREATS_KEY }),
  };
}

/** Runs the cron, and waits for its `waitUntil` work. */
export async function cron({ env }: { readonly env: Env }): Promise<void> {
  const ctx = createExecutionContext();
  await api.scheduled(createScheduledController() as never, env);
  await waitOnExecutionContext(ctx);
}

/** Deletes all links, restarts the walk of the later checks, and postpones the next canary. */
export const clearThreats = () =>
  env.DB.batch([
    env.DB.prepare('DELETE FROM links'),
    env.DB.prepare("UPDATE threat_watch SET checked_up_to = '', canary_at = 9e13, canary = 'none'"),
  ]);

/** Makes a link of a new account, whose destination the threat service does not flag. */
export async function newLink(world: World, url: string, options: Readonly<Record<string, unknown>> = {}) {
  const { key } = await world.newKey();
  const alias = freshAlias('look');
  const response = await world.shorten(key, { url, alias, ...options });
  expect(response.status).toBe(201);
  return { alias, key };
}

/** The row of a code. */
export const readRow = ({ env }: { readonly env: Env }, code: string) =>
  env.DB.prepare(
    'SELECT threat, blocked, checked_at, version, url, accepted, url_changed, refused_checks, unjudgeable_at FROM links WHERE code = ?1',
  )
    .bind(code)
    .first<CheckedRow>();

type CheckedRow = {
  threat: string | null;
  blocked: string | null;
  checked_at: number | null;
  version: number;
  url: string;
  accepted: number;
  url_changed: number;
  refused_checks: number;
  unjudgeable_at: number | null;
};

/** All requests to the stub below a path. */
export const requestsBelow = async (path: string): Promise<RecordedRequest[]> =>
  (await fetch(`${STUB}/_stub/?${new URLSearchParams({ path })}`)).json();

export type ThreatWorld = Awaited<ReturnType<typeof threatWorld>>;

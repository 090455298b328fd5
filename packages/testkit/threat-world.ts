/** A world whose deployment asks the threat service on loopback. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { inject } from 'vitest';
import api from '#api/worker';
import type { Kept, Mood } from './threat-moods';
import { createWorld, type Env } from './world';

/** The services there are, and a request of each. */
export const SERVICES = ['webrisk', 'safebrowsing'] as const;
export type Service = (typeof SERVICES)[number];

export const STUB = inject('threatStub');

/** @param key what the service knows the world by: every world has its own, and a mood under it */
export async function threatWorld(service: Service, mood: Mood, overrides: Partial<Env> = {}) {
  const THREATS_KEY = `key-${crypto.randomUUID()}`;
  const ask = async (method: string, query: Record<string, string>): Promise<Kept[]> =>
    (await fetch(`${STUB}/_stub/?${new URLSearchParams(query)}`, { method })).json();
  const turn = (to: Mood) => ask('PUT', { key: THREATS_KEY, mood: to });
  await turn(mood);
  return {
    ...createWorld({ THREATS: service, THREATS_BASE_URL: STUB, THREATS_KEY, ...overrides }),
    key: THREATS_KEY,
    /** Gives the service another mood towards this world. */
    turn,
    /** What the service was asked by this world. */
    asked: () => ask('GET', { key: THREATS_KEY }),
  };
}

/** The minute's cron, to the end of what it does. */
export async function cron({ env }: { readonly env: Env }): Promise<void> {
  const ctx = createExecutionContext();
  await api.scheduled(createScheduledController() as never, env);
  await waitOnExecutionContext(ctx);
}

/** No link to look at, the walk at its beginning, and no canary in sight. */
export const clearThreats = () =>
  env.DB.batch([
    env.DB.prepare('DELETE FROM links'),
    env.DB.prepare("UPDATE threat_watch SET looked_up_to = '', canary_at = 9e13, canary = 'none'"),
  ]);

/** The row of a code. */
export const rowOf = ({ env }: { readonly env: Env }, code: string) =>
  env.DB.prepare(
    'SELECT threat, blocked, looked_at, version, url, accepted, swapped, refused_looks, unjudgeable_at FROM links WHERE code = ?1',
  )
    .bind(code)
    .first<LookedAt>();

type LookedAt = {
  threat: string | null;
  blocked: string | null;
  looked_at: number | null;
  version: number;
  url: string;
  accepted: number;
  swapped: number;
  refused_looks: number;
  unjudgeable_at: number | null;
};

/** What the stub was asked below a path, by anybody. */
export const askedBelow = async (path: string): Promise<Kept[]> =>
  (await fetch(`${STUB}/_stub/?${new URLSearchParams({ path })}`)).json();

export type ThreatWorld = Awaited<ReturnType<typeof threatWorld>>;

/**
 * A world to act in: both workers over the real bindings of workerd. A world has an environment of its own, so that
 * what an isolate remembers is not shared between tests; keys, accounts and codes are each test's own.
 */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env as bindings } from 'cloudflare:workers';
import type { Env as ApiEnv } from '#api/platform/env';
import api from '#api/worker';
import type { Plan } from '#domain/plans';
import type { Env as RedirectEnv } from '#redirect/env';
import redirect from '#redirect/worker';
import { heldToDescription } from './described';
import { hearAnswer, hearRequest } from './secrets/hear';

const API = 'https://api.example.com';
const SHORT = 'https://s.example.com';

export type Env = ApiEnv & RedirectEnv;
export type NewKey = { id: string; accountId: string; key: string; name: string; plan: Plan };
type Body = Record<string, unknown> | string | unknown[];

export type World = ReturnType<typeof createWorld>;

/** @param overrides bindings or variables that differ in this world: a wrapped store, another policy */
export function createWorld(overrides: Partial<Env> = {}) {
  const env: Env = { ...bindings, ...overrides };

  /** Runs a worker to the end of what it does after its answer. What is secret of both is looked for after the file. */
  async function run(worker: typeof api | typeof redirect, request: Request, body: unknown): Promise<Response> {
    hearRequest(env, request, body);
    const ctx = createExecutionContext();
    const response = await worker.fetch(request as never, env, ctx);
    await waitOnExecutionContext(ctx);
    await hearAnswer(request, response);
    return response;
  }

  async function call(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(new URL(path, API), { method, redirect: 'manual', ...init });
    return heldToDescription(request, await run(api, request, init.body));
  }

  const bearer = (text: string, body?: Body): RequestInit => ({
    headers: {
      Authorization: `Bearer ${text}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

  const admin = (method: string, path: string, body?: Body) =>
    call(method, `/admin${path}`, bearer(env.ADMIN_TOKEN as string, body));

  return {
    env,
    /** Any request to the API worker. An answer that its description does not know is an error. */
    call,
    /** A request with an API key. */
    v2: (key: string, method: string, path: string, body?: Body) => call(method, `/v2${path}`, bearer(key, body)),
    shorten: (key: string, body: Body) => call('POST', '/v2/shorten', bearer(key, body)),
    /** @param query with its question mark */
    shortenBatch: (key: string, urls: unknown, query = '') =>
      call('POST', `/v2/shorten/batch${query}`, bearer(key, { urls })),
    admin,
    /** A new key of a new account. */
    async newKey(plan: Plan = 'PRO', more: { accountId?: string; name?: string } = {}): Promise<NewKey> {
      const response = await admin('POST', '/keys', { name: `${plan} key`, plan, ...more });
      if (response.status !== 201) throw new Error(`no key: ${await response.text()}`);
      return response.json();
    },
    /** The minute's cron, at the clock's moment. */
    async cron(): Promise<void> {
      await api.scheduled(createScheduledController(), env);
    },
    /** A visitor asks for a path of the short host. */
    visit: (path: string, init: RequestInit = {}) =>
      run(redirect, new Request(new URL(path, `${SHORT}/`), { redirect: 'manual', ...init }), init.body),
  };
}

let aliases = 0;

/** An alias that no other test uses. Digits only behind the hint: letters drawn at random may spell a reserved word. */
export const freshAlias = (hint = 'alias') =>
  `${hint}-${++aliases}-${crypto.getRandomValues(new Uint32Array(1)).join()}`;

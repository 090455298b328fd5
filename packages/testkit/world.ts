/**
 * A world for tests: both workers over the real bindings of workerd. Each world has its own environment object. The
 * workers key their caches by that object, so worlds share no caches. Each test makes its own keys, accounts and codes.
 */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env as bindings } from 'cloudflare:workers';
import type { RightsInput } from '#api/accounts/key-rights';
import type { Env as ApiEnv } from '#api/platform/env';
import api from '#api/worker';
import type { Plan } from '#domain/plans';
import type { Env as RedirectEnv } from '#redirect/env';
import redirect from '#redirect/worker';
import { checkedAgainstDocument } from './document-check';
import { registerRequest, registerResponse } from './secrets/register';

const API = 'https://api.example.com';
const SHORT = 'https://s.example.com';

export type Env = ApiEnv & RedirectEnv;
export type NewKey = { id: string; accountId: string; key: string; name: string; plan: Plan };
/** The fields of POST /admin/keys besides the plan. */
type KeyRequest = { accountId: string; name: string } & RightsInput;
type Body = Record<string, unknown> | string | unknown[];

export type World = ReturnType<typeof createWorld>;

/** Creates a world. @param overrides bindings or variables that differ in this world, such as a wrapped store */
export function createWorld(overrides: Partial<Env> = {}) {
  const env: Env = { ...bindings, ...overrides };

  /**
   * Runs a worker until its `waitUntil` work is done, and registers the secrets of request and response
   * (secrets/register.ts).
   */
  async function run(worker: typeof api | typeof redirect, request: Request, body: unknown): Promise<Response> {
    registerRequest(env, request, body);
    const ctx = createExecutionContext();
    const response = await worker.fetch(request as never, env, ctx);
    await waitOnExecutionContext(ctx);
    await registerResponse(request, response);
    return response;
  }

  async function call(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(new URL(path, API), { method, redirect: 'manual', ...init });
    return checkedAgainstDocument(request, await run(api, request, init.body));
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
    /** Sends any request to the API worker. @throws Error for a response that /openapi.json does not describe */
    call,
    /** Sends a request with an API key. */
    v2: (key: string, method: string, path: string, body?: Body) => call(method, `/v2${path}`, bearer(key, body)),
    shorten: (key: string, body: Body) => call('POST', '/v2/shorten', bearer(key, body)),
    /** @param query with its question mark */
    shortenBatch: (key: string, urls: unknown, query = '') =>
      call('POST', `/v2/shorten/batch${query}`, bearer(key, { urls })),
    admin,
    /** Makes a new key, of a new account unless `more` names one. */
    async newKey(plan: Plan = 'PRO', more: Partial<KeyRequest> = {}): Promise<NewKey> {
      const response = await admin('POST', '/keys', { name: `${plan} key`, plan, ...more });
      if (response.status !== 201) throw new Error(`no key: ${await response.text()}`);
      return response.json();
    },
    /** Runs the cron at the clock's time. */
    async cron(): Promise<void> {
      await api.scheduled(createScheduledController(), env);
    },
    /** Sends a visitor's request for a path of the short host. */
    visit: (path: string, init: RequestInit = {}) =>
      run(redirect, new Request(new URL(path, `${SHORT}/`), { redirect: 'manual', ...init }), init.body),
  };
}

let aliases = 0;

/**
 * An alias that no other test uses. Only digits follow the hint, because random letters may contain a reserved word.
 */
export const freshAlias = (hint = 'alias') =>
  `${hint}-${++aliases}-${crypto.getRandomValues(new Uint32Array(1)).join()}`;

/** The responses of the two fake workers to the requests of the steps. smoke-test.ci.test.ts uses the real workers. */
import { randomUUID } from 'node:crypto';
import { smokeStep } from '../../deploy/steps/smoke-test';
import { type Account, digestText, type Mode, readAccount, writeAccount } from './account';
import { Killed, takeFault } from './fake-wrangler';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** Returns the worker at a host. A new custom domain does not respond at once (domainLooks). */
function workerAt(account: Account, host: string) {
  const found = Object.entries(account.workers).find(
    ([name, worker]) =>
      worker.domains.includes(host) || (worker.isOnWorkersDev && host === `${name}.${account.subdomain}`),
  );
  if (found?.[1].domains.includes(host) && account.domainLooks > 0) {
    account.domainLooks--;
    return undefined;
  }
  return found?.[1];
}

function handleOperator(
  account: Account,
  method: string,
  { pathname }: URL,
  body: { name?: string; accountId?: string; plan?: string },
): Response {
  const { accounts, keys } = account.service;
  const [, , , id] = pathname.split('/');
  const endpoint = `${method} ${pathname.replace(/\/[\w-]{36}/, '/:id')}`;
  if (method !== 'GET') account.changes.push(endpoint);
  if (endpoint === 'GET /admin/accounts') return json({ accounts, nextCursor: null });
  if (endpoint === 'GET /admin/keys')
    return json({ keys: keys.map(({ text: _, ...key }) => ({ ...key, status: 'active' })), nextCursor: null });
  if (endpoint === 'POST /admin/accounts') {
    const made = { id: randomUUID(), name: String(body.name), plan: String(body.plan) };
    accounts.push(made);
    return json(made, 201);
  }
  if (endpoint === 'POST /admin/accounts/:id/sign-in-link')
    return json({ url: `https://api.example.com/console/sign-in/${randomUUID()}` }, 201);
  const text = `sl_${randomUUID().replaceAll('-', '')}`;
  const found = keys.find((key) => key.id === id);
  if (found !== undefined) found.text = digestText(text);
  else
    keys.push({ id: randomUUID(), accountId: String(body.accountId), name: String(body.name), text: digestText(text) });
  return json({ key: text }, 201);
}

function handle(account: Account, url: URL, init: RequestInit): Response {
  const worker = workerAt(account, url.host);
  if (worker === undefined) throw new TypeError('fetch failed');
  if (/^\/(\.health|health)$/.test(url.pathname)) return json({ status: 'ok' });
  const token = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
  if (worker.secrets.ADMIN_TOKEN !== digestText(token)) return json({ message: 'no' }, 401);
  return handleOperator(account, init.method ?? 'GET', url, init.body ? JSON.parse(String(init.body)) : {});
}

/** Throws the error that a client sees at a fault. No fault has a response. */
function fail(fault: Mode): never {
  if (fault.startsWith('killed')) throw new Killed('killed');
  throw fault.startsWith('hung') ? new DOMException('timed out', 'TimeoutError') : new TypeError('fetch failed');
}

/** Returns a `fetch` that responds from the account in a file. */
export const fakeFetch =
  (file: string, onRequest: (address: string) => void = () => {}) =>
  async (address: string, init: RequestInit = {}): Promise<Response> => {
    onRequest(address);
    const account = readAccount(file);
    const fault = takeFault(account, address);
    const isNotHandled = fault === 'refused' || fault?.endsWith('before');
    try {
      const response = isNotHandled ? undefined : handle(account, new URL(address), init);
      if (fault !== undefined) fail(fault);
      return response as Response;
    } finally {
      writeAccount(file, account);
    }
  };

/** A smoke test without checks: those have a test of their own, on the real workers (smoke-test.ci.test.ts). */
export const PASSING_SMOKE_TEST = smokeStep(async () => []);

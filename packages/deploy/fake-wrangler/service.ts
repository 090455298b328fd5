/** What the two workers of the fake account answer, as far as the steps ask; the real ones answer in smoke-test.test.ts. */
import { randomUUID } from 'node:crypto';
import { type Account, digestOf, type Mode, readAccount, writeAccount } from './account';
import { faultOf, Killed } from './fake-wrangler';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** The worker that a host leads to. A new domain of one's own needs its time. */
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

function answer(
  account: Account,
  method: string,
  { pathname }: URL,
  body: { name?: string; accountId?: string; plan?: string },
): Response {
  const { accounts, keys } = account.service;
  const [, , , id] = pathname.split('/');
  const asked = `${method} ${pathname.replace(/\/[\w-]{36}/, '/:id')}`;
  if (method !== 'GET') account.changes.push(asked);
  if (asked === 'GET /admin/accounts') return json({ accounts, nextCursor: null });
  if (asked === 'GET /admin/keys')
    return json({ keys: keys.map(({ text: _, ...key }) => ({ ...key, status: 'active' })), nextCursor: null });
  if (asked === 'POST /admin/accounts') {
    const made = { id: randomUUID(), name: String(body.name), plan: String(body.plan) };
    accounts.push(made);
    return json(made, 201);
  }
  if (asked === 'POST /admin/accounts/:id/sign-in-link')
    return json({ url: `https://api.example.com/console/sign-in/${randomUUID()}` }, 201);
  const text = `sl_${randomUUID().replaceAll('-', '')}`;
  const found = keys.find((key) => key.id === id);
  if (found !== undefined) found.text = digestOf(text);
  else
    keys.push({ id: randomUUID(), accountId: String(body.accountId), name: String(body.name), text: digestOf(text) });
  return json({ key: text }, 201);
}

function answered(account: Account, url: URL, init: RequestInit): Response {
  const worker = workerAt(account, url.host);
  if (worker === undefined) throw new TypeError('fetch failed');
  if (/^\/(\.health|health)$/.test(url.pathname)) return json({ status: 'ok' });
  const token = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
  if (worker.secrets.ADMIN_TOKEN !== digestOf(token)) return json({ message: 'no' }, 401);
  return answer(account, init.method ?? 'GET', url, init.body ? JSON.parse(String(init.body)) : {});
}

/** What a client sees of a fault: none of these has an answer. */
function fail(fault: Mode): never {
  if (fault.startsWith('killed')) throw new Killed('killed');
  throw fault.startsWith('hung') ? new DOMException('timed out', 'TimeoutError') : new TypeError('fetch failed');
}

/** `fetch`, on the account of a file. */
export const fakeFetch =
  (file: string, asked: (address: string) => void = () => {}) =>
  async (address: string, init: RequestInit = {}): Promise<Response> => {
    asked(address);
    const account = readAccount(file);
    const fault = faultOf(account, address);
    const isWithout = fault === 'refused' || fault?.endsWith('before');
    try {
      const response = isWithout ? undefined : answered(account, new URL(address), init);
      if (fault !== undefined) fail(fault);
      return response as Response;
    } finally {
      writeAccount(file, account);
    }
  };

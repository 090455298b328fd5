/** Registers the secrets in the requests of tests and in their responses. */
import { parseKeyId } from '#secrets/key-text';
import { type Kind, secrets } from './registry';
import { listParts } from './search';

const OPERATORS = ['ADMIN_TOKEN', 'PEPPER', 'PEPPER_PREVIOUS', 'THREATS_KEY'] as const;
const SESSION = /(?:^|; )(?:__Host-)?console=([\w-]{16,})/;
const SIGN_IN = /\/console\/sign-in\/([\w-]{16,})$/;

type Secrets = { readonly [Name in (typeof OPERATORS)[number]]?: unknown };

/** Registers the secrets of a request. @param body as the test passed it */
export function registerRequest(env: Secrets, { url, headers }: Request, body: unknown): void {
  for (const name of OPERATORS) note('operator', env[name]);
  const bearer = headers.get('Authorization')?.replace(/^Bearer /, '') ?? '';
  if (parseKeyId(bearer) !== null) note('key', bearer);
  note('address', headers.get('CF-Connecting-IP'));
  note('password', headers.get('X-Link-Password'));
  note('token', SESSION.exec(headers.get('Cookie') ?? '')?.[1]);
  note('token', SIGN_IN.exec(new URL(url).pathname)?.[1]);
  note('detail', new URL(url).searchParams.get('externalId'));
  registerFields(body);
}

/** Registers the session cookies and the sign-in link of a response. The search itself recognises the text of a key. */
export async function registerResponse({ url }: Request, response: Response): Promise<void> {
  for (const cookie of response.headers.getSetCookie()) note('token', SESSION.exec(cookie)?.[1]);
  if (url.endsWith('/sign-in-link')) registerFields(await response.clone().text());
}

/** The fields of a form as a record; any other body unchanged. */
function readable(body: unknown): unknown {
  if (body instanceof URLSearchParams || body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' && /^\w+=/.test(body) ? Object.fromEntries(new URLSearchParams(body)) : body;
}

function registerFields(body: unknown): void {
  for (const part of listParts(readable(body))) {
    if (typeof part === 'object' && part !== null) registerRecord(part);
  }
}

type Fields = Partial<Record<'url' | 'password' | 'key' | 'title' | 'notes' | 'externalId', unknown>>;

function registerRecord({ url, password, key, title, notes, externalId }: Fields): void {
  const signIn = typeof url === 'string' ? SIGN_IN.exec(url)?.[1] : undefined;
  if (signIn !== undefined) note('token', signIn);
  else if (typeof url === 'string' && /^https?:/i.test(url)) note('destination', url);
  note('password', password);
  for (const detail of [title, notes, externalId]) note('detail', detail);
  if (typeof key === 'string' && parseKeyId(key) !== null) note('key', key);
}

const note = (kind: Kind, text: unknown): void => {
  if (typeof text === 'string') secrets.note(kind, text);
};

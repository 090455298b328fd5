import { Failure } from './failure.mjs';
import { AS_PROXY } from './own-calls.mjs';

/** The plans that get a key on the first start. */
const PLANS = ['FREE', 'HOBBY', 'INDIE', 'PRO'];

/**
 * Posts to the operator's API, and returns what was made.
 * @template T
 * @param {string} address
 * @param {string} token
 * @param {unknown} body
 * @returns {Promise<T>}
 */
async function make(address, token, body) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...AS_PROXY },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.status !== 201) throw new Failure(`POST ${new URL(address).pathname} answered ${response.status}.`);
  return /** @type {Promise<T>} */ (response.json());
}

/** @typedef {{ key: string, accountId: string }} Made */

/**
 * Makes an account and a key for each plan through the operator's API, and a sign-in link for the last account, whose
 * plan has everything.
 * @param {string} api its origin
 * @param {string} token
 * @param {{ hasConsole: boolean, requiresHttps: boolean }} shown whether there is a console to sign in to, and whether
 *   plain http is refused
 * @returns {Promise<string>} what to print, once
 */
export async function firstKeys(api, token, { hasConsole, requiresHttps }) {
  /** @type {Made[]} */
  const made = [];
  for (const plan of PLANS) made.push(await make(`${api}/admin/keys`, token, { name: `Local ${plan}`, plan }));
  const [first] = made;
  const asProxy = requiresHttps ? ` -H 'X-Forwarded-Proto: ${AS_PROXY['X-Forwarded-Proto']}'` : '';
  return `
An account and an API key for each plan. They are shown this once:
${made.map(({ key }, index) => `  ${PLANS[index].padEnd(6)} ${key}`).join('\n')}

Make a short link:
  curl -s ${api}/v2/shorten -H 'Authorization: Bearer ${first.key}' -H 'Content-Type: application/json'${asProxy} -d '{"url":"https://example.com/hello"}'
${hasConsole ? await consoleText(api, token, made[made.length - 1].accountId) : ''}`;
}

/** @param {string} api @param {string} token @param {string} accountId */
async function consoleText(api, token, accountId) {
  /** @type {{ url: string }} */
  const { url } = await make(`${api}/admin/accounts/${accountId}/sign-in-link`, token, {});
  return `
Open the developer console as ${PLANS[PLANS.length - 1]} (this link works once, for 15 minutes):
  ${url}
`;
}

import { Failure } from './failure.mjs';

/** The plans that get a key on the first start. */
const PLANS = ['FREE', 'HOBBY', 'INDIE', 'PRO'];

/** @param {string} api @param {string} token @param {string} plan @returns {Promise<string>} */
async function makeKey(api, token, plan) {
  const response = await fetch(`${api}/admin/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: `Local ${plan}`, plan }),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.status !== 201) throw new Failure(`No ${plan} key: POST /admin/keys answered ${response.status}.`);
  const { key } = /** @type {{ key: string }} */ (await response.json());
  return key;
}

/**
 * Makes an account and a key for each plan through the operator's API.
 * @param {string} api its origin
 * @param {string} token
 * @returns {Promise<string>} what to print, once
 */
export async function firstKeys(api, token) {
  /** @type {string[]} */
  const lines = [];
  let first = '';
  for (const plan of PLANS) {
    const key = await makeKey(api, token, plan);
    first ||= key;
    lines.push(`  ${plan.padEnd(6)} ${key}`);
  }
  return `
An account and an API key for each plan. They are shown this once:
${lines.join('\n')}

Make a short link:
  curl -s ${api}/v2/shorten -H 'Authorization: Bearer ${first}' -H 'Content-Type: application/json' -d '{"url":"https://example.com/hello"}'
`;
}

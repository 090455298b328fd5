/** The first accounts, API keys and sign-in link of a new state folder. */
import type { Control } from './control';

/** The plans that get a key. */
const PLANS = ['FREE', 'HOBBY', 'INDIE', 'PRO'];

type Shown = {
  /** Origin of the API. */
  readonly api: string;
  /** Whether the console is switched on. */
  readonly hasConsole: boolean;
  /** Whether plain http is refused. */
  readonly requiresHttps: boolean;
};

async function make<T>(control: Control, token: string, path: string, body: unknown): Promise<T> {
  const response = await control.api('POST', path, token, body);
  if (response.status !== 201) throw new Error(`POST ${path} answered ${response.status}.`);
  return (await response.json()) as T;
}

/**
 * Makes an account and a key for each plan through the operator's API. The sign-in link is that of the last account,
 * because its plan has every feature.
 * @returns the text to print; no later call can read these keys again
 */
export async function firstKeys(control: Control, token: string, shown: Shown): Promise<string> {
  const made: { key: string; accountId: string }[] = [];
  for (const plan of PLANS) made.push(await make(control, token, '/admin/keys', { name: `Local ${plan}`, plan }));
  const asProxy = shown.requiresHttps ? " -H 'X-Forwarded-Proto: https'" : '';
  return `
An account and an API key for each plan. They are shown this once:
${made.map(({ key }, index) => `  ${PLANS[index]?.padEnd(6)} ${key}`).join('\n')}

Make a short link:
  curl -s ${shown.api}/v2/shorten -H 'Authorization: Bearer ${made[0]?.key}' -H 'Content-Type: application/json'${asProxy} -d '{"url":"https://example.com/hello"}'
${shown.hasConsole ? await consoleText(control, token, made.at(-1)?.accountId ?? '') : ''}`;
}

async function consoleText(control: Control, token: string, accountId: string): Promise<string> {
  const { url } = await make<{ url: string }>(control, token, `/admin/accounts/${accountId}/sign-in-link`, {});
  return `
Open the developer console as ${PLANS.at(-1)} (this link works once, for 15 minutes):
  ${url}
`;
}

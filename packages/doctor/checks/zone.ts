/** Checks of the proxies in front of the workers, by their effect on responses: caches, rewritten pages, challenges. */
import { ask, type Check, type Context } from '../context';
import { type CheckResult, error, Inconclusive, ok, unknown, warning } from '../finding';
import { NO_CODE, requireNoLoop, requireShort } from './reach';

type Envelope = { readonly statusCode?: number; readonly path?: string; readonly timestamp?: string };

/** Requests a code of no link. @returns the response, and the error envelope of the redirect worker */
async function requestRefusal(
  context: Context,
  path = `/${NO_CODE}`,
): Promise<{ response: Response; envelope: Envelope }> {
  const response = await ask(context, `${requireShort(context)}${path}`, { Accept: 'application/json' });
  return { response, envelope: (await response.json().catch(() => ({}))) as Envelope };
}

/** Whether a cache has stored a response although it says no-store. */
function isKept({ headers }: Response): boolean {
  const status = headers.get('CF-Cache-Status') ?? headers.get('X-Cache') ?? '';
  return headers.has('Age') || /\b(HIT|STALE|UPDATING|REVALIDATED|EXPIRED|MISS)\b/i.test(status);
}

const caches: Check = {
  name: 'cache rules',
  async run(context) {
    const advice = 'Remove the cache rule for both hosts: deleted links would redirect, and clicks would not count.';
    const [first, second] = [await requestRefusal(context), await requestRefusal(context)];
    const health = await ask(context, `${requireShort(context)}/.health`);
    const api = await ask(context, `${context.target.api}/health`);
    if ([first.response, second.response, health, api].some(isKept))
      return error('an answer that must not be cached comes from a cache', advice);
    const { timestamp } = first.envelope;
    if (timestamp !== undefined && timestamp === second.envelope.timestamp)
      return error('two requests got one and the same answer', advice);
    const [ofHealth, ofApi] = [health, api].map(({ headers }) => headers.get('Cache-Control'));
    if (ofHealth !== 'no-store' || ofApi !== 'no-store')
      return warning(`Cache-Control arrives as ${ofHealth} and ${ofApi}, but the workers send no-store`, advice);
    return ok('nothing in front of the workers caches their answers');
  },
};

const rewrites: Check = {
  name: 'Rocket Loader',
  async run(context) {
    const html = { Accept: 'text/html' };
    const pages = [`${requireShort(context)}/${NO_CODE}`, `${context.target.api}/docs`];
    for (const page of pages) {
      const response = await ask(context, page, html);
      const text = await response.text();
      if (response.status >= 500 || !/text\/html/.test(response.headers.get('Content-Type') ?? ''))
        throw new Inconclusive(`${page} is ${response.status}, and not the page`, 'Look at the row "answers".');
      if (/rocket-loader|\/cdn-cgi\/|data-cf-/.test(text))
        return warning(
          `something adds scripts to ${page}`,
          'Switch off Rocket Loader, Email Obfuscation and injected analytics for both hosts: pages forbid foreign scripts.',
        );
    }
    return ok('pages arrive without foreign scripts');
  },
};

/** Whether the response is a challenge for browsers. */
const isChallenge = ({ status, headers }: Response): boolean =>
  headers.get('cf-mitigated') === 'challenge' ||
  ([403, 429, 503].includes(status) && /text\/html/.test(headers.get('Content-Type') ?? ''));

const challenges: Check = {
  name: 'Bot Fight Mode',
  async run(context) {
    for (const agent of ['curl/8.5.0', 'python-requests/2.32', '']) {
      for (const address of [`${context.target.api}/health`, `${requireShort(context)}/.health`]) {
        const response = await ask(context, address, { 'User-Agent': agent });
        const got = isChallenge(response) ? 'a challenge' : response.status;
        if (response.status >= 500 && got === response.status)
          throw new Inconclusive(`${address} is ${got}`, 'Look at the row "answers".');
        if (!response.ok)
          return error(
            `a program that calls itself "${agent}" gets ${got} at ${address}`,
            'Switch off Bot Fight Mode, or skip it by a rule for both hosts: clients of the API are programs.',
          );
      }
    }
    return ok('programs get answers, and no challenge');
  },
};

const errorPages: Check = {
  name: 'Always Online',
  async run(context): Promise<CheckResult> {
    await requireNoLoop(context);
    const path = `/${NO_CODE}`;
    const { response, envelope } = await requestRefusal(context, path);
    if (response.status === 429 && envelope.statusCode === 429)
      return unknown('this network has asked for too many unknown codes', 'Run it again in a minute.');
    if (response.status !== 404 || envelope.statusCode !== 404)
      return error(
        `the answer about an unknown code is ${response.status}, and not the worker’s own`,
        'Look for what answers in its place: Always Online, custom error pages, a redirect rule, or another worker on the route.',
      );
    if (envelope.path !== path)
      return error(
        `the worker was asked for ${envelope.path}, not ${path}`,
        'Remove the rule that rewrites addresses.',
      );
    if (response.headers.get('X-Robots-Tag') !== 'noindex')
      return unknown('a header of the worker is missing', 'Look for a rule that changes response headers.');
    return ok('errors arrive as the worker sends them; only an outage shows whether Always Online is on');
  },
};

export const ZONE: readonly Check[] = [caches, rewrites, challenges, errorPages];

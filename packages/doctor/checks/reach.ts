/** Checks of what a client reaches first: names, certificates, plain http, the clock. */
import { isIP } from 'node:net';
import { ask, type Check, type Context, isOfDns, type Validity } from '../context';
import { type CheckResult, elsewhere, error, Inconclusive, ok, unknown, warning } from '../finding';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Renewal is overdue when less than this share of a certificate's life is left. A life is 6 to 398 days. */
const CERTIFICATE_WARNS_SHARE = 1 / 6;
const CLOCK_WARNS_MS = 5_000;
const CLOCK_FAILS_MS = 60_000;

/** The origin of short links. @throws Inconclusive */
export function requireShort({ target: { short } }: Context): string {
  if (short !== undefined) return short;
  throw new Inconclusive('the origin of short links is unknown', 'Name it with --short.');
}

const listOrigins = (context: Context): [string, string] => [context.target.api, requireShort(context)];
/** Returns the known origins. That of short links may be unknown. */
const listHosts = ({ target: { api, short } }: Context): URL[] =>
  [api, short].filter((origin) => origin !== undefined).map((origin) => new URL(origin));
const needsDns = ({ hostname }: URL): boolean =>
  hostname !== 'localhost' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;

/** A code of no link: it is longer than generated codes, and nobody would choose it as an alias. */
export const NO_CODE = 'no-such-link-of-the-doctor';

const answers: Check = {
  name: 'answers',
  async run(context) {
    const { api, short } = context.target;
    const addresses = [`${api}/health`, ...(short === undefined ? [] : [`${short}/.health`])];
    const failed: string[] = [];
    for (const address of addresses) {
      const failure = await ask(context, address).then(
        async (response) => (response.ok && /"ok"/.test(await response.text()) ? null : `is ${response.status}`),
        (fault: Error) => `has no answer (${describeCause(fault)})`,
      );
      if (failure !== null) failed.push(`${address} ${failure}`);
    }
    if (failed.length > 0 && failed.every((text) => isOfDns(/\((\w+)\)$/.exec(text)?.[1])))
      return error(failed.join('; '), 'The name is not found: look at the row "DNS".');
    if (failed.length > 0)
      return error(
        failed.join('; '),
        'Look at the log of that worker, or start it: npm run deploy, npm start or npm run serve.',
      );
    return ok(`both workers answer at ${api} and ${requireShort(context)}`);
  },
};

/** Why a fetch or a connection has failed, without its address. */
const describeCause = ({ cause, code, name }: NodeJS.ErrnoException): string =>
  (cause as { code?: string } | undefined)?.code ?? code ?? name;

const dns: Check = {
  name: 'DNS',
  async run(context) {
    const hosts = listHosts(context).filter(needsDns);
    if (hosts.length === 0) return elsewhere('localhost and IP addresses need no DNS');
    const lost = [];
    for (const { hostname } of hosts) if (!(await context.resolves(hostname))) lost.push(hostname);
    return lost.length === 0
      ? ok(`found: ${hosts.map(({ hostname }) => hostname).join(' and ')}`)
      : error(
          `${lost.join(' and ')} has no address`,
          'Add the record, or the custom domain of the worker, in its zone.',
        );
  },
};

/** A time in words: in hours below two days. */
const formatDuration = (ms: number): string =>
  ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} hours` : `${Math.floor(ms / DAY_MS)} days`;

/** The errors of a connection that failed before the certificate was sent (Node's documentation of system errors). */
const NO_CONNECTION = /^(ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|Error$)/;

/** The result for a certificate that Node refused. @throws Inconclusive if the connection failed before it was sent */
function refused(hostname: string, code: string): CheckResult {
  if (isOfDns(code)) throw new Inconclusive(`${hostname} is not found (${code})`, 'Look at the row "DNS".');
  if (NO_CONNECTION.test(code))
    throw new Inconclusive(`${hostname} takes no connection (${code})`, 'Look at the row "answers".');
  return error(`the certificate of ${hostname} is not valid (${code})`, 'Renew it; on Cloudflare look at SSL/TLS.');
}

const certificate: Check = {
  name: 'certificate',
  async run(context) {
    const hosts = listHosts(context).filter(({ protocol }) => protocol === 'https:');
    if (hosts.length === 0) return elsewhere('plain http has no certificate');
    const lives: (Validity & { readonly hostname: string })[] = [];
    for (const { hostname, port } of hosts) {
      const life = await context
        .certificate(hostname, Number(port || 443))
        .catch((fault: Error) => describeCause(fault));
      if (typeof life === 'string') return refused(hostname, life);
      lives.push({ ...life, hostname });
    }
    const late = lives.find(({ from, to }) => to - context.now() < (to - from) * CERTIFICATE_WARNS_SHARE);
    if (late !== undefined)
      return warning(
        `the certificate of ${late.hostname} ends in ${formatDuration(late.to - context.now())}, of a life of ${formatDuration(late.to - late.from)}`,
        'Renew it, and look why nothing has done so.',
      );
    const left = Math.min(...lives.map(({ to }) => to)) - context.now();
    return ok(`valid for ${formatDuration(left)} or more: ${hosts.map(({ hostname }) => hostname).join(' and ')}`);
  },
};

/** Sends a request over plain http. @returns null if nothing listens @throws Inconclusive for any other failure */
const overPlainHttp = (context: Context, address: string): Promise<Response | null> =>
  ask(context, address).catch((fault: Error) => {
    if (describeCause(fault) === 'ECONNREFUSED') return null;
    throw new Inconclusive(`${address} has no answer (${describeCause(fault)})`, 'Try it from another network.');
  });

/**
 * Whether a visit is redirected to its own address. A machine behind an untrusted proxy does so, because every visit
 * counts as plain http.
 */
async function leadsToItself(context: Context): Promise<boolean> {
  const address = `${requireShort(context)}/${NO_CODE}`;
  const { status, headers } = await ask(context, address);
  return status === 308 && headers.get('Location') === address;
}

/** @throws Inconclusive if every visit is redirected to itself */
export async function requireNoLoop(context: Context): Promise<void> {
  if (await leadsToItself(context))
    throw new Inconclusive('every visit is redirected to itself', 'Look at the row "untrusted proxy".');
}

const untrustedProxy: Check = {
  name: 'untrusted proxy',
  async run(context) {
    if (!(await leadsToItself(context))) return ok('no visit is redirected to itself');
    return error(
      'every visit is redirected to itself (308): it counts as plain http',
      'Name the proxy in TRUST_PROXY ("loopback" if it runs on the same computer), and let it send X-Forwarded-Proto: https. On Cloudflare look for a redirect rule.',
    );
  },
};

const leadsOn = ({ headers }: Response): boolean => headers.get('Location')?.startsWith('https://') === true;

const plainHttp: Check = {
  name: 'http to https',
  async run(context) {
    const origins = listOrigins(context);
    if (origins.every((origin) => origin.startsWith('http://')))
      return elsewhere('REQUIRE_HTTPS is for a service behind https');
    if (origins.some((origin) => new URL(origin).port !== ''))
      return elsewhere('an address with a port of its own has no counterpart over plain http');
    await requireNoLoop(context);
    const [api, short] = origins.map((origin) => origin.replace('https:', 'http:'));
    const visit = await overPlainHttp(context, `${short}/${NO_CODE}`);
    const call = await overPlainHttp(context, `${api}/v2/usage`);
    const advice = 'Set REQUIRE_HTTPS to "on", then deploy or restart.';
    if (visit !== null && !leadsOn(visit)) return error(`a visit over plain http is ${visit.status}`, advice);
    if (call !== null && call.status !== 403 && !leadsOn(call))
      return error(`a call of the API over plain http is ${call.status}`, advice);
    return visit === null && call === null
      ? ok('nothing listens for plain http')
      : ok('a visit over plain http is led to https, and a call of the API is refused or led there');
  },
};

/** Compares a clock with ours. `date` has whole seconds, and was read between `before` and `after`. */
function clockResult(date: number, before: number, after: number): CheckResult {
  const off = Math.max(0, before - 1_000 - date, date - after);
  if (off < CLOCK_WARNS_MS) return ok('the clocks there and here agree');
  const saw = `the clock there is ${Math.round(off / 1000)} s ${date < before ? 'behind' : 'ahead of'} the one here`;
  const advice = 'Set the wrong one by NTP: links expire, and sign-in links end, by the clock there.';
  return off < CLOCK_FAILS_MS ? warning(saw, advice) : error(saw, advice);
}

const clock: Check = {
  name: 'clock',
  async run(context) {
    const before = context.now();
    const response = await ask(context, `${context.target.api}/health`);
    // Not every server sends Date; the error envelope has the worker's own time.
    const envelope = await ask(context, `${requireShort(context)}/${NO_CODE}`, { Accept: 'application/json' });
    const own = Date.parse(((await envelope.json().catch(() => ({}))) as { timestamp?: string }).timestamp ?? '');
    const date = Date.parse(response.headers.get('Date') ?? '');
    const seen = [date, own].filter((at) => !Number.isNaN(at)).map((at) => clockResult(at, before, context.now()));
    return (
      seen.find(({ severity }) => severity === 'error') ??
      seen.find(({ severity }) => severity === 'warning') ??
      seen[0] ??
      unknown('no answer names its time', 'Ask without the proxy in front.')
    );
  },
};

export const REACH: readonly Check[] = [dns, answers, certificate, untrustedProxy, plainHttp, clock];

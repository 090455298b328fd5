/** A check that could not be made is no success, and no finding repeats a response that has an unknown format. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fetch, getFinding, runDoctor } from '../testkit/run-doctor';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-not-seen-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TOKEN = 'an-operator-token-of-forty-characters-xx';
const HOSTS = ['https://api.example.com', '--short', 'https://s.example.com'];

type LookOptions = { readonly fetch: Fetch; readonly args?: readonly string[] };

const diagnose = ({ fetch, args = HOSTS }: LookOptions) =>
  runDoctor({ args, dependencies: { fetch }, env: { ADMIN_TOKEN: TOKEN }, folder });

const page: Fetch = async () => new Response('<html>Words of a stranger', { headers: { 'Content-Type': 'text/html' } });
const failing: Fetch = async () => new Response('no', { status: 500 });
const lost: (code: string) => Fetch = (code) => () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) }));

it('an API that does not respond is an error, even if the origin of short links is unknown', async () => {
  const { report, code } = await diagnose({ fetch: lost('ECONNREFUSED'), args: ['http://127.0.0.1:1'] });
  expect(getFinding(report, 'answers')).toMatchObject({
    severity: 'error',
    saw: expect.stringMatching(/ECONNREFUSED/),
  });
  expect(code).toBe(1);
});

it.each(['stores', 'versions', 'cron', 'dirty rows', 'size of D1', 'threat service', 'threat list'])(
  '"%s" is unknown if another page comes in place of the figures, and repeats nothing of that page',
  async (check) => {
    const { report, text } = await diagnose({ fetch: page });
    expect(getFinding(report, check)).toMatchObject({
      severity: 'unknown',
      saw: expect.stringMatching(/^GET \/admin/),
    });
    expect(text).not.toMatch(/<html|Words of/);
  },
);

it.each(['Rocket Loader', 'Bot Fight Mode'])('"%s" is unknown where every answer is 500', async (check) => {
  const { report } = await diagnose({ fetch: failing });
  expect(getFinding(report, check)).toMatchObject({ severity: 'unknown', saw: expect.stringMatching(/is 500/) });
});

it('a program that gets 403 while others get answers is an error', async () => {
  const fetch: Fetch = async (_, init = {}) =>
    new Response('{"status":"ok"}', {
      status: new Headers(init.headers).get('User-Agent')?.startsWith('python') ? 403 : 200,
    });
  const { report } = await diagnose({ fetch });
  expect(getFinding(report, 'Bot Fight Mode')).toMatchObject({
    severity: 'error',
    saw: expect.stringMatching(/python.* gets 403/),
  });
});

it('the version of the redirect worker is unknown while the object with the counters does not respond', async () => {
  const fetch: Fetch = async () =>
    new Response(
      [
        'swiftlet_build_info{worker="api",version="0.0.0"} 1',
        'swiftlet_source_up{source="counters"} 0',
        'swiftlet_source_up{source="d1"} 1',
        '# EOF\n',
      ].join('\n'),
    );
  const { report } = await diagnose({ fetch });
  expect(getFinding(report, 'stores')).toMatchObject({ severity: 'error' });
  expect(getFinding(report, 'versions')).toMatchObject({ severity: 'unknown' });
});

describe('plain http', () => {
  const over =
    (plain: Fetch): Fetch =>
    (address, init) =>
      (address.startsWith('http:') ? plain : page)(address, init);

  it.each([
    ['that is refused by the network is right', 'ECONNREFUSED', 'ok', /nothing listens/],
    ['without an answer is unknown', 'UND_ERR_CONNECT_TIMEOUT', 'unknown', /UND_ERR_CONNECT_TIMEOUT/],
  ] as const)('%s', async (_, code, severity, saw) => {
    const { report } = await diagnose({ fetch: over(lost(code)) });
    expect(getFinding(report, 'http to https')).toMatchObject({ severity, saw: expect.stringMatching(saw) });
  });

  it('is not tried where https has a port of its own', async () => {
    const args = ['https://api.example.com:8443', '--short', 'https://s.example.com:8443'];
    const { report } = await diagnose({ fetch: over(failing), args });
    expect(getFinding(report, 'http to https')).toMatchObject({ severity: 'elsewhere' });
  });
});

it('the certificate of short links is looked at beside an API over plain http', async () => {
  const asked: string[] = [];
  const certificate = async (host: string) => {
    asked.push(host);
    return { from: Date.now() - 30 * 86_400_000, to: Date.now() + 60 * 86_400_000 };
  };
  const args = ['http://127.0.0.1:8787', '--short', 'https://s.example.com'];
  await runDoctor({ args, dependencies: { fetch: page, certificate }, folder });
  expect(asked).toEqual(['s.example.com']);
});

it('the finding about a certificate of an unknown authority has the error code of TLS', async () => {
  const certificate = () =>
    Promise.reject(Object.assign(new Error('no'), { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }));
  const { report } = await runDoctor({ args: HOSTS, dependencies: { fetch: page, certificate }, folder });
  expect(getFinding(report, 'certificate')?.saw).toContain('(UNABLE_TO_GET_ISSUER_CERT_LOCALLY)');
});

it('a deployment that STATE_DIR does not know is not replaced by the machine that runs here', async () => {
  const args = ['--env', 'stagin'];
  await expect(runDoctor({ args, dependencies: { fetch: page }, folder })).rejects.toThrow(/no deployment stagin/);
});

it('the last line repeats the options, so that the next run looks at the same', async () => {
  const { report } = await diagnose({ fetch: failing });
  expect(report.next).toContain('npm run doctor -- https://api.example.com --short https://s.example.com');
});

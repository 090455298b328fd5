/** Checks each sample of the documentation: its request is valid, and all of its languages send the same request. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, expect, it } from 'vitest';
import { Swiftlet } from '#client/swiftlet';
import { phpCall, pythonCalls } from '#testkit/sample-languages';
import { curlCall, type Sample, type SampleCall, samplesIn } from '#testkit/samples';

type Parameter = { readonly name: string; readonly in: string; readonly required?: true; readonly schema: object };
type Operation = {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { readonly schema: object }> };
};
type Document = { readonly paths: Record<string, Record<string, Operation>>; readonly components: object };

const FOLDER = 'dist/documentation';
const KEY = 'sl_a-key-of-a-sample';
const API = 'https://api.example.com';

let document: Document;
let samples: readonly Sample[];
/** The samples with more than one language. */
let requests: readonly Sample[];
beforeAll(() => {
  document = JSON.parse(readFileSync(`${FOLDER}/openapi.json`, 'utf8'));
  // The page of an endpoint has its section of the chapter.
  const pages = readdirSync(FOLDER).filter((name) => /^[^.]+\.html$/.test(name) && name !== 'guide-lenient.html');
  samples = pages.flatMap((name) => samplesIn(readFileSync(`${FOLDER}/${name}`, 'utf8')));
  requests = samples.filter(({ code }) => code.js !== undefined);
});

const makeCall = ({ code }: Sample): SampleCall => curlCall(code.curl ?? '', KEY);

/** The parts of a request in which all languages must agree. */
const essence = ({ method, url, headers, body }: SampleCall) => ({
  method,
  path: url.pathname,
  query: [...url.searchParams].sort(),
  key: headers.Authorization,
  accept: headers.Accept,
  body,
});

it('the pages have a sample of each operation, and samples in four languages for those with a key', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(samples.length).toBeGreaterThan(operations.length);
  for (const { code } of requests) expect(Object.keys(code)).toEqual(['curl', 'js', 'python', 'php']);
  expect(requests.length).toBeGreaterThan(30);
});

it('each sample of a request is valid against the document', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, coerceTypes: 'array' }));
  ajv.addSchema({ ...document, $id: 'swiftlet' });
  const expectValid = (schema: object, value: unknown, where: string) => {
    const here = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"swiftlet#/'));
    expect(ajv.validate(here, structuredClone(value)), `${where}: ${ajv.errorsText()}`).toBe(true);
  };
  const toApi = samples.filter(({ code }) => code.curl?.includes(API));
  for (const sample of toApi) {
    const { method, url, headers, body } = makeCall(sample);
    const where = `${method} ${url.pathname}`;
    const { parameters, security, requestBody } = findOperation(document, method, url.pathname);
    const declared = parameters.filter((one): one is Parameter => 'name' in one && one.in === 'query');
    for (const [name, value] of url.searchParams) {
      const schema = declared.find((one) => one.name === name)?.schema;
      expect(schema, `${where} ${name}`).toBeDefined();
      expectValid(schema ?? {}, name === 'groupBy' ? value.split(',') : value, `${where} ${name}`);
    }
    for (const { name, required } of declared) if (required) expect(url.searchParams.has(name), where).toBe(true);
    if (security.some((one) => 'apiKey' in one)) expect(headers.Authorization, where).toBe(`Bearer ${KEY}`);
    const [{ schema } = {}] = Object.values(requestBody?.content ?? {});
    if (requestBody?.required) expect(body, where).toBeDefined();
    if (body !== undefined) expectValid(schema ?? { not: {} }, body, where);
  }
});

it('each JavaScript sample sends the request of its command, with the client', async () => {
  for (const sample of requests) {
    const calls: SampleCall[] = [];
    const fetch = async (address: string, { method = 'GET', headers, body }: RequestInit) => {
      calls.push({
        method,
        url: new URL(address),
        headers: Object.fromEntries(
          Object.entries(headers as Record<string, string>).map(([name, value]) => [
            name.replace(/^./, (letter) => letter.toUpperCase()),
            value,
          ]),
        ),
        body: body === undefined || body === null ? undefined : JSON.parse(String(body)),
      });
      return new Response(JSON.stringify({ links: [], tags: [], results: [], nextCursor: null }));
    };
    class Recording extends Swiftlet {
      constructor(options: { readonly baseUrl: string; readonly key: string }) {
        super({ ...options, fetch });
      }
    }
    const code = (sample.code.js ?? '').replace(/^import .*\n/gm, '');
    const quiet = { log: () => {}, error: () => {} };
    const run = new Function('Swiftlet', 'process', 'console', 'writeFile', `return (async () => {${code}})()`);
    await run(Recording, { env: { KEY } }, quiet, async () => {});
    expect(essence(calls[0] as SampleCall), sample.code.js).toEqual({
      ...essence(makeCall(sample)),
      accept: calls[0]?.headers.Accept,
    });
  }
});

it('each PHP sample sends the request of its command', () => {
  for (const sample of requests)
    expect(essence(phpCall(sample.code.php ?? '', KEY)), sample.code.php).toEqual(essence(makeCall(sample)));
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

it.skipIf(!hasPython)('each Python sample sends the request of its command', () => {
  const calls = pythonCalls(
    requests.map(({ code }) => code.python ?? ''),
    KEY,
  );
  expect(calls.map(essence)).toEqual(requests.map((sample) => essence(makeCall(sample))));
});

function findOperation({ paths }: Document, method: string, pathname: string): Operation {
  const found = Object.entries(paths)
    .filter(([path]) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname))
    .sort(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')))
    .flatMap(([, operations]) => operations[method.toLowerCase()] ?? []);
  const [operation] = found;
  if (operation === undefined) throw new Error(`The document has no ${method} ${pathname}`);
  return operation;
}

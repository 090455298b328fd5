/** Checks the OpenAPI document with independent validators, and runs every command of the guide as printed. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestHarness } from 'wrangler';
import { curlCall, samplesIn } from '#testkit/samples';

const TOKEN = 'an-operator-token-of-forty-characters-xx';
const SHORT = 'http://s.example.com';
const vars = { ADMIN_TOKEN: TOKEN, PEPPER: TOKEN, REQUIRE_HTTPS: 'off', SHORT_BASE_URL: SHORT };
const server = createTestHarness({
  workers: [
    { configPath: './wrangler.api.toml', vars },
    { configPath: './wrangler.redirect.toml', vars },
  ],
});
const api = server.getWorker('swiftlet-api');
const short = server.getWorker('swiftlet-redirect');

type Media = { readonly schema?: object; readonly examples?: Record<string, { readonly value: unknown }> };
type Content = Record<string, Media>;
type Parameter = { readonly schema: object } | { readonly $ref: string };
type Operation = {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Record<string, { readonly content?: Content }>;
};
type Document = {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly headers: Record<string, { readonly schema: object; readonly example: unknown }> };
};

let document: Document;
beforeAll(async () => {
  await server.listen();
  await api.applyD1Migrations('DB');
  document = (await (await api.fetch('/openapi.json')).json()) as Document;
});
afterAll(() => server.close());

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect([valid, validator.version]).toEqual([true, '3.1']);
  });

  it('has a different operationId for every operation', () => {
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has examples of all JSON requests and responses, which match their schemas', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true, strictTypes: false }));
    ajv.addVocabulary(['discriminator', 'components', 'openapi', 'info', 'servers', 'tags', 'paths']);
    ajv.addSchema({ ...document, $id: 'swiftlet' });
    const matchesSchema = (schema: object, value: unknown, where: string) => {
      const here = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"swiftlet#/'));
      const isRight = ajv.validate(here, value);
      expect(isRight, `${where}: ${ajv.errorsText()}`).toBe(true);
    };
    const checkExamples = (content: Content, where: string) => {
      const { schema, examples = {} } = content['application/json'] ?? {};
      if (schema === undefined) return 0;
      expect(Object.keys(examples).length, where).toBeGreaterThan(0);
      for (const [name, { value }] of Object.entries(examples)) matchesSchema(schema, value, `${where} ${name}`);
      return Object.keys(examples).length;
    };
    let seen = 0;
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(operations)) {
        seen += checkExamples(requestBody?.content ?? {}, `${method} ${path}`);
        for (const [status, { content = {} }] of Object.entries(responses))
          seen += checkExamples(content, `${method} ${path} ${status}`);
      }
    }
    for (const [name, { schema, example }] of Object.entries(document.components.headers))
      matchesSchema(schema, example, name);
    expect(seen).toBeGreaterThan(200);
  });
});

describe('the guide', () => {
  function run(command: string, key: string) {
    const { method, url, headers, body } = curlCall(command, key);
    const worker = url.origin === SHORT ? short : api;
    const init = { method, headers, redirect: 'manual' } as const;
    return worker.fetch(`${url.pathname}${url.search}`, {
      ...init,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  it('has commands that, run in their order, give the printed statuses and fields', async () => {
    const made = await api.fetch('/admin/keys', {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'reader', plan: 'PRO' }),
    });
    const { key } = (await made.json()) as { key: string };
    const guide = await (await api.fetch('/docs/guide')).text();
    const commands = samplesIn(guide).filter(({ status }) => status !== undefined);
    expect(commands.length).toBe(guide.split('data-status').length - 1);
    expect(commands.length).toBeGreaterThan(8);
    const actualCodes = new Map<string, string>();
    for (const { status, code, response: shown } of commands) {
      const named = [...actualCodes].reduce((all, [inGuide, here]) => all.replaceAll(inGuide, here), code.curl ?? '');
      const response = await run(named, key);
      const body = await response.text();
      expect(response.status, `${named}\n${body}`).toBe(status);
      if (shown === undefined) continue;
      const got = JSON.parse(body) as Record<string, unknown>;
      expect(Object.keys(got).sort(), named).toEqual(Object.keys(shown as object).sort());
      const { shortCode } = shown as Record<string, unknown>;
      if (typeof shortCode === 'string') actualCodes.set(shortCode, got.shortCode as string);
    }
  });
});

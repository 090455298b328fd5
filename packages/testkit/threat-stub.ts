/**
 * A stub of Web Risk (`GET /v1/uris:search`, JSON) and Safe Browsing v5 (`GET /v5/hashes:search`, protobuf). It records
 * every request. The behaviour of the API key decides the response (threat-behaviours.ts). Every other path returns
 * 200, so that destinations of tests may point at the stub.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CANARY,
  type Detail,
  encodeSearchResponse,
  FRAME_ONLY,
  MALWARE,
  SOCIAL_ENGINEERING,
} from './safe-browsing-proto';
import type { Behaviour, RecordedRequest } from './threat-behaviours';

/** The expressions that the stub flags: a host with all its pages, and Google's documented test page. */
const BAD_EXPRESSIONS = ['bad.example/', 'testsafebrowsing.appspot.com/s/malware.html'];
const isBad = (uri: string) => /^https?:\/\/(?:[^/]*\.)?bad\.example[:/?]|\/s\/malware\.html$/.test(uri);
/**
 * The status that the host of a destination selects: 414 for `status-414.example`, null for other hosts. Only Web Risk
 * receives the host, because Safe Browsing receives hashes. Some behaviours ignore it.
 */
const statusFor = (url: URL) => Number(/status-(\d{3})\.example/.exec(url.search)?.[1] ?? 0) || null;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const QUOTA_ERROR = { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } };
const UNSUPPORTED = { error: { code: 400, message: 'Unsupported Output Format', status: 'INVALID_ARGUMENT' } };

/** How long a verdict may be cached. */
const KEEP_SECONDS = 300;

function webRisk(behaviour: Behaviour, uri: string): object {
  const flags = behaviour === 'flags all' || (behaviour === 'right' && isBad(uri));
  const expireTime = new Date(Date.now() + KEEP_SECONDS * 1000).toISOString();
  return flags ? { threat: { threatTypes: ['SOCIAL_ENGINEERING'], expireTime } } : {};
}

const TEN_MEGABYTES = 10_000_000;
/** An unknown protobuf field of ten megabytes. The hexadecimal text encodes the tag of field 14 and the length. */
const HUGE_FIELD = Buffer.concat([Buffer.from('7280ade204', 'hex'), Buffer.alloc(TEN_MEGABYTES)]);

/**
 * The bytes of a response of Safe Browsing. With the behaviour `flags all` it also contains hashes that were not
 * requested, which a reader must ignore.
 */
function safeBrowsing(behaviour: Behaviour, prefixes: readonly string[]): Uint8Array {
  const known = behaviour === 'flags none' ? [] : BAD_EXPRESSIONS.map(sha256);
  const requested = known.filter((hash) => behaviour === 'flags all' || prefixes.includes(base64(hash.subarray(0, 4))));
  const found = requested.map((hash) => ({
    fullHash: behaviour === 'wrong hash' ? hash.subarray(0, 31) : hash,
    fullHashDetails: details(behaviour),
  }));
  const response = encodeSearchResponse(
    found,
    behaviour === 'without duration' ? null : KEEP_SECONDS,
    behaviour === 'later version' ? 'later' : 'published',
  );
  if (behaviour === 'truncated') return response.subarray(0, -1);
  if (behaviour === 'garbage') return Buffer.from('ff'.repeat(64), 'hex');
  return behaviour === 'huge' ? Buffer.concat([response, HUGE_FIELD]) : response;
}

function details(behaviour: Behaviour): Detail[] {
  if (behaviour === 'frames only') return [{ threatType: MALWARE, attributes: [FRAME_ONLY] }];
  if (behaviour === 'canary only') return [{ threatType: MALWARE, attributes: [CANARY] }];
  if (behaviour === 'unheard of')
    return [
      { threatType: 0 },
      { threatType: 99 },
      ...[0, 77].map((one) => ({ threatType: MALWARE, attributes: [one] })),
    ];
  if (behaviour === 'later version')
    return [{ threatType: MALWARE, attributes: [FRAME_ONLY, CANARY] }, { threatType: SOCIAL_ENGINEERING }];
  return [{ threatType: SOCIAL_ENGINEERING }];
}

function respond(behaviour: Behaviour, url: URL, response: ServerResponse): void {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
  switch (behaviour) {
    case 'never':
      return;
    case 'half':
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"cacheDur');
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case '500':
      return void json(500, { error: { code: 500, status: 'INTERNAL' } });
    case '400':
      return void json(400, {
        error: { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] },
      });
    case '429':
      return void json(429, QUOTA_ERROR);
    case '302':
      return void response.writeHead(302, { Location: `/v1/uris:search?redirected` }).end();
    case 'html':
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
    case 'other shape':
      return void json(200, { matches: [], threat: [], cacheDuration: 300 });
    case 'error in 200':
      return void json(200, QUOTA_ERROR);
    case 'nothing':
      return void response.writeHead(200).end();
  }
  const status = statusFor(url);
  if (status !== null) return void json(status, { error: { code: status, status: 'INVALID_ARGUMENT' } });
  if (url.pathname === '/v1/uris:search' && behaviour === 'huge')
    return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(`{${' '.repeat(TEN_MEGABYTES)}}`);
  if (url.pathname === '/v1/uris:search') return void json(200, webRisk(behaviour, url.searchParams.get('uri') ?? ''));
  if (url.pathname === '/v5/hashes:search') {
    // The service responds in protobuf only, contrary to its documentation (googleapis/google-api-go-client#2534).
    if (url.searchParams.get('alt') !== 'proto') return void json(400, UNSUPPORTED);
    if (behaviour === 'json') return void json(200, { cacheDuration: `${KEEP_SECONDS}s` });
    const bytes = safeBrowsing(behaviour, url.searchParams.getAll('hashPrefixes'));
    return void response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end(bytes);
  }
  json(200, {});
}

/** Starts the stub on a free port of the loopback. */
export async function startThreatStub(): Promise<{ address: string; stop: () => void }> {
  const behaviours = new Map<string, Behaviour>();
  const recorded: RecordedRequest[] = [];

  /**
   * Serves `/_stub/…` for tests. PUT sets the behaviour of `key`. The response holds the recorded requests: those
   * below `path` if it is given, otherwise those of `key`.
   */
  function control(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const key = url.searchParams.get('key') ?? '';
    if (request.method === 'PUT') behaviours.set(key, url.searchParams.get('behaviour') as Behaviour);
    const path = url.searchParams.get('path');
    const found = recorded.filter((one) => (path === null ? one.key === key : one.url.startsWith(path)));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
  }

  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stub');
    if (url.pathname.startsWith('/_stub/')) return control(url, request, response);
    const key = String(request.headers['x-goog-api-key'] ?? '');
    recorded.push({ key, method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    respond(behaviours.get(key) ?? 'flags none', url, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

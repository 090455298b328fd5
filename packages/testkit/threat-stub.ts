/**
 * A threat service on loopback that speaks the published JSON forms of Web Risk (`GET /v1/uris:search`) and Safe
 * Browsing v5 (`GET /v5/hashes:search`). What it is asked under a key goes by the mood of that key, and is kept. It is
 * also what destinations of tests may point at: any other path is answered 200, and kept like everything.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Kept, Mood } from './threat-moods';

/** Hosts that the service knows to be bad, with everything below them, and the page its maker documents as bad. */
const BAD_EXPRESSIONS = ['bad.example/', 'testsafebrowsing.appspot.com/s/malware.html'];
const isBad = (uri: string) => /^https?:\/\/(?:[^/]*\.)?bad\.example[:/?]|\/s\/malware\.html$/.test(uri);
/** What the service answers for an address on `status-414.example` and the like, whatever its mood; null for others. */
const statusFor = (url: URL) => Number(/status-(\d{3})\.example/.exec(url.search)?.[1] ?? 0) || null;

/** One character a byte. */
const sha256 = (text: string) => atob(createHash('sha256').update(text).digest('base64'));
const ERROR = { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } };

/** How long its verdicts may be kept. */
export const KEEP_SECONDS = 300;

function webRisk(mood: Mood, uri: string): object {
  const flags = mood === 'flags all' || (mood === 'right' && isBad(uri));
  const expireTime = new Date(Date.now() + KEEP_SECONDS * 1000).toISOString();
  return flags ? { threat: { threatTypes: ['SOCIAL_ENGINEERING'], expireTime } } : {};
}

/** `flags all` answers with everything it knows, whatever was asked: what was not asked must not be believed. */
function safeBrowsing(mood: Mood, prefixes: readonly string[]): object {
  const known = mood === 'flags none' ? [] : BAD_EXPRESSIONS.map(sha256);
  const asked = known.filter((hash) => mood === 'flags all' || prefixes.includes(btoa(hash.slice(0, 4))));
  const fullHashes = asked.map((hash) => ({
    fullHash: btoa(hash),
    fullHashDetails: details(mood),
  }));
  return { ...(fullHashes.length > 0 && { fullHashes }), cacheDuration: `${KEEP_SECONDS}s` };
}

function details(mood: Mood): object[] {
  if (mood === 'frames only') return [{ threatType: 'MALWARE', attributes: ['FRAME_ONLY'] }];
  if (mood === 'unheard of') return [{ threatType: 'SOMETHING_NEW' }, { threatType: 'MALWARE', attributes: ['NEW'] }];
  return [{ threatType: 'SOCIAL_ENGINEERING' }];
}

function answer(mood: Mood, url: URL, response: ServerResponse): void {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
  switch (mood) {
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
      return void json(429, ERROR);
    case '302':
      return void response.writeHead(302, { Location: `/v1/uris:search?redirected` }).end();
    case 'html':
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
    case 'other shape':
      return void json(200, { matches: [], threat: [], cacheDuration: 300 });
    case 'error in 200':
      return void json(200, ERROR);
    case 'nothing':
      return void response.writeHead(200).end();
  }
  const status = statusFor(url);
  if (status !== null) return void json(status, { error: { code: status, status: 'INVALID_ARGUMENT' } });
  if (url.pathname === '/v1/uris:search') return void json(200, webRisk(mood, url.searchParams.get('uri') ?? ''));
  if (url.pathname === '/v5/hashes:search')
    return void json(200, safeBrowsing(mood, url.searchParams.getAll('hashPrefixes')));
  json(200, {});
}

/** Starts it on a free port of 127.0.0.1. */
export async function startThreatStub(): Promise<{ address: string; stop: () => void }> {
  const moods = new Map<string, Mood>();
  const kept: Kept[] = [];

  /** `/_stub/…` is for tests: PUT turns the mood of a key, GET tells what was kept under it, or of a path. */
  function control(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const key = url.searchParams.get('key') ?? '';
    if (request.method === 'PUT') moods.set(key, url.searchParams.get('mood') as Mood);
    const path = url.searchParams.get('path');
    const found = kept.filter((one) => (path === null ? one.key === key : one.url.startsWith(path)));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
  }

  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stub');
    if (url.pathname.startsWith('/_stub/')) return control(url, request, response);
    const key = String(request.headers['x-goog-api-key'] ?? '');
    kept.push({ key, method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    answer(moods.get(key) ?? 'flags none', url, response);
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

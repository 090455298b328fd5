/** The operator's endpoints of a running service, called by the commands of this package. */
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '#machine/failure';

/** Sends a request with the operator's token. */
export type Send = (method: string, path: string, init: Init) => Promise<Response>;
export type Init = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Uint8Array };

export type Service = {
  /** How messages name the service: its origin, or a state folder. */
  readonly name: string;
  /** Sends a request, and repeats it while the service is unavailable. @throws Failure for a response that is no 2xx */
  readonly ask: (method: string, path: string, init?: Init) => Promise<Response>;
  /** Sends JSON, and returns the JSON of the response. */
  readonly call: <T>(method: string, path: string, body?: unknown, headers?: Init['headers']) => Promise<T>;
};

/** The pauses before the repetitions of a request. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

type Outcome = Response | Error;

const mayRepeat = (outcome: Outcome): boolean =>
  outcome instanceof Error || outcome.status === 429 || outcome.status > 500;

const textOf = (outcome: Outcome): string =>
  outcome instanceof Error ? `did not respond (${outcome.name})` : `responded ${outcome.status}`;

type Envelope = { readonly message?: unknown; readonly errorType?: unknown };

async function failureOf(name: string, path: string, outcome: Outcome): Promise<Failure> {
  if (outcome instanceof Error) return new Failure(`${name} ${textOf(outcome)}.`);
  const { message, errorType } = (await outcome.json().catch(() => ({}))) as Envelope;
  if (outcome.status === 401) {
    const token = errorType === 'BACKUP_TOKEN_INVALID' ? 'BACKUP_TOKEN' : 'ADMIN_TOKEN';
    return new Failure(`${name} responded 401: the ${token} known here is not the one it has.`);
  }
  // The endpoints' own messages contain no secret.
  const reason = typeof message === 'string' ? `: ${message}` : '';
  return new Failure(`${path} of ${name} ${textOf(outcome)}${reason}.`);
}

/**
 * Makes a service from a function that sends requests. All requests to it must be repeatable.
 * @param onRetry prints a line about a repetition
 * @param pauses milliseconds before each repetition
 */
export function serviceOf(name: string, send: Send, onRetry: (line: string) => void, pauses = PAUSES_MS): Service {
  async function ask(method: string, path: string, init: Init = {}): Promise<Response> {
    for (let tries = 0; ; tries++) {
      const outcome: Outcome = await send(method, path, init).catch((error: Error) => error);
      if (!(outcome instanceof Error) && outcome.ok) return outcome;
      const pause = pauses[tries];
      if (pause === undefined || !mayRepeat(outcome)) throw await failureOf(name, path, outcome);
      onRetry(`${path} ${textOf(outcome)}; the next try is in ${pause / 1000} s.`);
      await wait(pause);
    }
  }
  return {
    name,
    ask,
    async call<T>(method: string, path: string, body?: unknown, headers: Init['headers'] = {}): Promise<T> {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await ask(method, path, {
        headers: { 'Content-Type': 'application/json', ...headers },
        ...json,
      });
      return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
    },
  };
}

const TIMEOUT_MS = 60_000;

/** Sends requests over HTTP. */
export const sendTo =
  (origin: string, token: string): Send =>
  (method, path, { headers = {}, body }) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body: body as BodyInit }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });

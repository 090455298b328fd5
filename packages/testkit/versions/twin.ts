/** Makes the responses of two pairs of workers comparable: what differs between any two runs gets a common name. */

import type { Pair } from './pair';
import type { Role, TwinCall } from './twin-calls';

export type Texts = Readonly<Record<Role, string>>;

/** A response: its status, and its lines, which are the status, the headers in order, and the body. */
export type Answer = { readonly status: number; readonly lines: readonly string[] };

/** Headers that are not compared: the time of the response, and the length of the body, which is compared itself. */
const NOT_COMPARED = ['date', 'content-length'];

/** The most seconds between the responses of two pairs. */
const SECONDS_APART = 5;

/** One pair of workers, and the names of what it has generated at random. */
export class Twin {
  readonly #at: Pair;
  readonly #texts: Texts;
  readonly #startedAt = Date.now();
  readonly #codes = new Map<string, string>();
  #cursor = '';

  constructor(at: Pair, texts: Texts) {
    this.#at = at;
    this.#texts = texts;
  }

  async send({ as, method, route, body, headers }: TwinCall): Promise<Answer> {
    const path = route.replace('CURSOR', encodeURIComponent(this.#cursor));
    const response = await this.#at.v2(this.#texts[as], method, path, body, headers);
    this.#cursor = /"nextCursor":"([^"]+)"/.exec(response.body)?.[1] ?? this.#cursor;
    const shown = [...response.headers]
      .filter(([name]) => !NOT_COMPARED.includes(name))
      .map(([name, value]) => `${name}: ${this.#secondsOf(name, value)}`);
    return { status: response.status, lines: [String(response.status), ...shown, this.#named(response.body)] };
  }

  /** The end of a window, and the seconds to wait for it, follow from the moment of the call. */
  #secondsOf(name: string, value: string): string {
    if (name !== 'x-ratelimit-reset' && name !== 'retry-after') return value;
    const end = Number(value) + (name === 'retry-after' ? Date.now() / 1000 : 0);
    const seconds = end - this.#startedAt / 1000;
    return seconds > 60 - SECONDS_APART && seconds < 120 ? 'the end of a window' : `${Math.round(seconds)} s`;
  }

  /** Replaces generated codes by their number, and times since the start and cursors by their kind. */
  #named(body: string): string {
    for (const [, code = ''] of body.matchAll(/"shortCode":"([^"]+)"/g))
      if (!code.startsWith('same-') && !this.#codes.has(code)) this.#codes.set(code, `code-${this.#codes.size}`);
    let named = body
      .replace(/"nextCursor":"[^"]+"/g, '"nextCursor":"…"')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (Date.parse(time) < this.#startedAt ? time : 'later'));
    for (const [code, name] of this.#codes) named = named.replaceAll(code, name);
    return named;
  }
}

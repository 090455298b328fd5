/** The load during kills: clients that create and visit links, and record every response. */
import { setTimeout as wait } from 'node:timers/promises';
import { TOKEN } from '../machine';
import { Random } from '../random';
import { SEED } from '../seed';
import type { Ports } from './npm-start';

const MAX_CLICKS = 25;
const VISITORS = 6;
const MAKERS = 2;

/** The load visits only the newest links, so that the number of links in use does not grow with time. */
const CODES_AT_ONCE = 500;
const LIMITED_AT_ONCE = 40;

type Limited = { readonly code: string; granted: number };

export class Load {
  readonly #api: string;
  readonly #short: string;
  readonly #random = new Random(SEED);
  #key = '';
  #isOver = false;
  #workers: Promise<void>[] = [];
  /** Codes whose creation was acknowledged. */
  readonly codes: string[] = [];
  readonly limited: Limited[] = [];
  /** The broken promises, a sentence each. */
  readonly violations: string[] = [];
  responses = 0;

  constructor({ api, short }: Ports) {
    this.#api = `http://127.0.0.1:${api}`;
    this.#short = `http://127.0.0.1:${short}`;
  }

  async begin(): Promise<void> {
    const made = await this.#post('/admin/keys', TOKEN, { name: 'load', plan: 'PRO' });
    this.#key = ((await made.json()) as { key: string }).key;
    this.#workers = [
      ...Array.from({ length: MAKERS }, () => this.#repeat(() => this.#make())),
      ...Array.from({ length: VISITORS }, () => this.#repeat(() => this.#visitSome())),
    ];
  }

  /** Waits until `count` more links are made. */
  async hasMade(count: number): Promise<void> {
    const wanted = this.codes.length + this.limited.length + count;
    while (this.codes.length + this.limited.length < wanted) await wait(10);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#workers);
  }

  #post = (path: string, token: string, body: unknown) =>
    fetch(this.#api + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });

  /** Repeats an action until the end. It ignores interrupted and refused connections. */
  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#isOver) await act().catch(() => wait(20));
  }

  async #make(): Promise<void> {
    const isLimited = this.limited.length < this.codes.length / 4;
    const body = { url: 'https://example.com/', ...(isLimited && { maxClicks: MAX_CLICKS }) };
    const response = await this.#post('/v2/shorten', this.#key, body);
    await wait(30);
    if (response.status !== 201) {
      if (response.status !== 503 && response.status !== 429) this.violations.push(`a creation: ${response.status}`);
      return;
    }
    const { shortCode } = (await response.json()) as { shortCode: string };
    if (isLimited) this.limited.push({ code: shortCode, granted: 0 });
    else this.codes.push(shortCode);
  }

  async readStatus(code: string): Promise<number> {
    const response = await fetch(`${this.#short}/${code}`, { redirect: 'manual', signal: AbortSignal.timeout(60_000) });
    await response.arrayBuffer();
    return response.status;
  }

  async #visitSome(): Promise<void> {
    const limited = this.#random.oneOf<Limited | undefined>(this.limited.slice(-LIMITED_AT_ONCE));
    const code = this.#random.oneOf<string | undefined>(this.codes.slice(-CODES_AT_ONCE));
    if (limited !== undefined) await this.#visitLimited(limited);
    if (code === undefined) return void (await wait(20));
    const status = await this.readStatus(code);
    this.responses++;
    if (status !== 302 && status !== 503) this.violations.push(`${code}: ${status}`);
  }

  async #visitLimited(one: Limited): Promise<void> {
    const status = await this.readStatus(one.code);
    this.responses++;
    if (status === 302) one.granted++;
    else if (status !== 410 && status !== 503) this.violations.push(`${one.code}: ${status}`);
    if (one.granted > MAX_CLICKS) this.violations.push(`${one.code}: ${one.granted} of ${MAX_CLICKS} clicks`);
  }

  /** Checks every acknowledged link after the kills, and uses up the limited ones. */
  async check(): Promise<void> {
    for (const code of this.codes) {
      const status = await this.readStatus(code);
      if (status !== 302) this.violations.push(`${code} afterwards: ${status}`);
    }
    for (const one of this.limited) {
      while ((await this.readStatus(one.code)) === 302) one.granted++;
      if (one.granted > MAX_CLICKS) this.violations.push(`${one.code}: ${one.granted} of ${MAX_CLICKS} clicks`);
    }
  }
}

/** What every check is given. */
import type { Account } from '#deploy/account';
import type { Seen } from './finding';
import type { Inside } from './inside';
import type { Target } from './target';

/** What the outside world is: replaced in tests. */
export type World = {
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  readonly resolves: (host: string) => Promise<boolean>;
  /** The end of the validity of a host's certificate, epoch milliseconds. @throws Error where it is not valid */
  readonly certificateEnd: (host: string, port: number) => Promise<number>;
  readonly now: () => number;
};

export type Context = World & {
  readonly target: Target;
  readonly inside: Inside;
  /** @throws NotSeen where wrangler reaches no account */
  readonly account: () => Promise<Account>;
  /** The checkout, and its version. */
  readonly root: string;
  readonly version: string;
};

/** A row of the report. A check with `isOfAccount` applies to Cloudflare alone. */
export type Check = {
  readonly name: string;
  readonly isOfAccount?: true;
  run(context: Context): Promise<Seen>;
};

const ANSWER_MS = 15_000;

/** A request as a program makes it, which follows no redirect. */
export const ask = ({ fetch }: World, address: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address, { redirect: 'manual', headers, signal: AbortSignal.timeout(ANSWER_MS) });

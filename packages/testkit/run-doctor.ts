/** Runs the doctor in tests, on real workers, with faults between the workers and the doctor. */
import path from 'node:path';
import { fakeWrangler } from '#testkit/fake-wrangler/fake-wrangler';
import { ROOT, type Trial } from '#testkit/fake-wrangler/trial';
import { COMMAND, readArguments } from '../doctor/arguments';
import type { Dependencies } from '../doctor/context';
import type { Finding, Severity } from '../doctor/finding';
import { doctor } from '../doctor/main';

export type Fetch = Dependencies['fetch'];
export type Report = {
  readonly kind: string;
  readonly api: string;
  readonly short: string | undefined;
  readonly worst: Severity;
  readonly findings: readonly Finding[];
  readonly next: string;
};

const VERSION = '0.0.0';

/** Sends a request with a random client address, because a client may request a hundred unknown codes a minute. */
export const real: Fetch = (address, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('X-Forwarded-For', `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`);
  return fetch(address, { ...init, headers });
};

type DoctorRun = {
  readonly args?: readonly string[];
  readonly dependencies?: Partial<Dependencies>;
  readonly env?: Readonly<Record<string, string>>;
  /** STATE_DIR. */
  readonly folder: string;
  readonly trial?: Trial;
  readonly version?: string;
};

/** Runs the doctor. @returns its report, its exit code, and all that it printed */
export async function runDoctor({
  args = [],
  dependencies = {},
  env = {},
  folder,
  trial,
  version = VERSION,
}: DoctorRun) {
  const printed: string[] = [];
  const code = await doctor({
    args: readArguments([...args, '--json']),
    env,
    root: ROOT,
    version,
    command: COMMAND,
    folder,
    run: fakeWrangler(path.join(trial?.folder ?? folder, 'account.json')),
    dependencies: {
      fetch: real,
      resolves: async () => true,
      certificate: async () => ({ from: Date.now() - 30 * 86_400_000, to: Date.now() + 60 * 86_400_000 }),
      room: () => ({ free: 50e9, total: 100e9 }),
      now: () => Date.now(),
      ...dependencies,
    },
    print: (text) => void printed.push(text),
  });
  const text = printed.join('');
  return { code, text, report: JSON.parse(text) as Report };
}

/** The finding of a check. */
export const getFinding = ({ findings }: Report, check: string): Finding | undefined =>
  findings.find((one) => one.check === check);

/** Returns a `fetch` that changes the responses of the addresses that match. */
export const changing =
  (
    matches: RegExp,
    change: (response: Response, init: RequestInit) => Promise<Response> | Response,
    inner: Fetch = real,
  ): Fetch =>
  async (address, init = {}) => {
    const response = await inner(address, init);
    return matches.test(address) ? change(response, init) : response;
  };

/** Changes the text of a response. */
export const rewritten =
  (change: (text: string) => string) =>
  async (response: Response): Promise<Response> => {
    const { status, headers } = response;
    return new Response(change(await response.text()), { status, headers });
  };

/** Adds headers to a response. */
export const headed =
  (more: Readonly<Record<string, string>>) =>
  (response: Response): Response => {
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  };

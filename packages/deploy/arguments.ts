/** Parses the options of `npm run deploy`. */
import { parseArgs } from 'node:util';
import { Failure } from '#machine/failure';
import { checkEnvironment, PRODUCTION } from './names';

export const USAGE = `npm run deploy -- [options]

Deploys both workers to Cloudflare. It shows a plan and asks first; after an interruption run it again, and it continues.

  --env NAME            another deployment beside production, with resources of its own
  --dry-run             shows the plan and has wrangler bundle both workers; changes nothing, needs no account
  --yes                 says yes to the plan and asks nothing; the question of a step needs --allow
  --json                prints one JSON document, and asks nothing either
  --account NAME        the account, by name or id, where the login reaches several
  --short-host HOST     where short links are, such as s.example.com
  --api-host HOST       where the API and its console are, such as api.example.com
  --workers-dev         both below the account's subdomain on workers.dev
  --jurisdiction WHERE  eu or anywhere; it can never be changed
  --var NAME=VALUE      sets a variable of the wrangler files; may be repeated
  --allow STEP          says yes to the question of a step; may be repeated
  --overwrite           deploys although the dashboard has changes, which are lost
  --smoke-test          runs the smoke test again
  --split-from SCRIPT   splits the one script of the button into two workers; with --destroy, deletes it
  --destroy             deletes everything; --confirm ACCOUNT replaces typing the account's name
  --help                shows this text, and what the login must be allowed to do

Examples:
  npm run deploy -- --dry-run
  npm run deploy -- --short-host s.example.com --api-host api.example.com
  npm run deploy -- --env staging --workers-dev --yes
`;

export type Arguments = {
  readonly environment: string;
  readonly isDryRun: boolean;
  readonly isYes: boolean;
  readonly isJson: boolean;
  readonly account: string | undefined;
  readonly shortHost: string | undefined;
  readonly apiHost: string | undefined;
  readonly isWorkersDev: boolean;
  readonly jurisdiction: 'eu' | null | undefined;
  readonly variables: Readonly<Record<string, string>>;
  readonly allowed: readonly string[];
  readonly overwrites: boolean;
  readonly repeatsSmokeTest: boolean;
  readonly splitFrom: string | undefined;
  readonly isDestroy: boolean;
  readonly confirmed: string | undefined;
  readonly isHelp: boolean;
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const texts = { type: 'string', multiple: true, default: [] as string[] } as const;

const OPTIONS = {
  env: { type: 'string', default: PRODUCTION },
  'dry-run': flag,
  yes: flag,
  json: flag,
  account: text,
  'short-host': text,
  'api-host': text,
  'workers-dev': flag,
  jurisdiction: text,
  var: texts,
  allow: texts,
  overwrite: flag,
  'smoke-test': flag,
  'split-from': text,
  destroy: flag,
  confirm: text,
  help: flag,
} as const;

const JURISDICTIONS: Record<string, 'eu' | null> = { eu: 'eu', anywhere: null };

/** @throws Failure if the text is not a host name */
export function checkHost(host: string): string {
  if (/^(?=.{4,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(host)) return host;
  throw new Failure(`A host is a name such as s.example.com, not ${JSON.stringify(host)}.`);
}

function readJurisdiction(given: string | undefined): 'eu' | null | undefined {
  if (given === undefined) return undefined;
  const found = JURISDICTIONS[given];
  if (found === undefined) throw new Failure(`--jurisdiction is eu or anywhere, not ${JSON.stringify(given)}.`);
  return found;
}

function readVariables(given: readonly string[]): Record<string, string> {
  const pairs = given.map((one) => /^([A-Z_]+)=(.*)$/s.exec(one)?.slice(1) ?? []);
  if (pairs.some((pair) => pair.length === 0)) throw new Failure('--var takes NAME=VALUE.');
  return Object.fromEntries(pairs);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new Failure(`${(error as Error).message.split('. ')[0]}. npm run deploy -- --help lists the options.`);
  }
}

/** @throws Failure with one line about the first error */
export function readArguments(args: readonly string[]): Arguments {
  const values = parse(args);
  const hosts = [values['short-host'], values['api-host']];
  if (hosts.filter(Boolean).length === 1) throw new Failure('--short-host and --api-host belong together.');
  if (hosts[0] !== undefined && hosts[0] === hosts[1]) throw new Failure('Short links and the API need a host each.');
  if (hosts[0] !== undefined && values['workers-dev']) throw new Failure('Either hosts of your own, or --workers-dev.');
  return {
    environment: checkEnvironment(values.env),
    isDryRun: values['dry-run'],
    isYes: values.yes || values.json,
    isJson: values.json,
    account: values.account,
    shortHost: hosts[0] && checkHost(hosts[0]),
    apiHost: hosts[1] && checkHost(hosts[1]),
    isWorkersDev: values['workers-dev'],
    jurisdiction: readJurisdiction(values.jurisdiction),
    variables: readVariables(values.var),
    allowed: values.allow,
    overwrites: values.overwrite,
    repeatsSmokeTest: values['smoke-test'],
    splitFrom: values['split-from'],
    isDestroy: values.destroy,
    confirmed: values.confirm,
    isHelp: values.help,
  };
}

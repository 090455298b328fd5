/** The arguments of the doctor. */
import { parseArgs } from 'node:util';
import { checkEnvironment, PRODUCTION } from '#deploy/names';
import { Failure } from '#machine/failure';

/** The command of the doctor in a checkout. */
export const COMMAND = 'npm run doctor';

const USAGE = `npm run doctor -- [URL] [options]

Looks at a deployment, or at npm start or npm run serve. It says what is wrong, and what to do about it. It changes
nothing. Without URL it looks at the deployment of this folder, else at the machine that runs on STATE_DIR, else at
http://localhost:API_PORT, without the operator's token.
On the server of a machine the loopback address of its API, such as http://127.0.0.1:8787, stands for its public names,
which need not lead to it from there.

  URL             the origin of the API, such as https://api.example.com
  --short ORIGIN  the origin of short links, where the guide of the API does not tell it
  --env NAME      a deployment of npm run deploy, by default production
  --json          prints one JSON document
  --help          prints this

The operator's token comes from the variable ADMIN_TOKEN, or from the secrets in STATE_DIR. What only the account knows
comes from wrangler: npx wrangler login, or CLOUDFLARE_API_TOKEN.

Examples:
  npm run doctor
  npm run doctor -- --env staging --json
  ADMIN_TOKEN=$(cat token) npm run doctor -- https://api.example.com

The exit code is 0 if nothing was found, 1 if something is broken (or the doctor cannot begin), 2 if there are only
warnings, and 3 if nothing was found, but a check could not be made.
`;

export type Arguments = {
  readonly url: string | undefined;
  readonly short: string | undefined;
  readonly environment: string;
  readonly isJson: boolean;
  readonly isHelp: boolean;
};

const OPTIONS = {
  short: { type: 'string' },
  env: { type: 'string', default: PRODUCTION },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** The help. @param command how a person calls the doctor: a built folder has no npm */
export const writeUsage = (command: string): string =>
  command === COMMAND ? USAGE : USAGE.replaceAll(/npm run doctor(?: --(?= ))?/g, command);

/** Returns the command that examines the same target again. */
export function formatCommand({ url, short, environment, isJson }: Arguments, command: string): string {
  const words = [
    ...(url === undefined ? [] : [url]),
    ...(short === undefined ? [] : ['--short', short]),
    ...(environment === PRODUCTION ? [] : ['--env', environment]),
    ...(isJson ? ['--json'] : []),
  ];
  const separator = command === COMMAND && words.length > 0 ? ['--'] : [];
  return [command, ...separator, ...words].join(' ');
}

/** @throws Failure if the text is not an origin */
function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && /^\/?$/.test(url.pathname + url.search) && !url.username)
    return url.origin;
  throw new Failure(`An address is an origin such as https://api.example.com, not ${JSON.stringify(text)}.`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${(error as Error).message.split('. ')[0]}. npm run doctor -- --help says what there is.`);
  }
}

/** @throws Failure with one line about the first error */
export function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parse(args);
  const [url, other] = positionals;
  if (other !== undefined) throw new Failure('One address at a time. npm run doctor -- --help says what there is.');
  return {
    url: url === undefined ? undefined : parseOrigin(url),
    short: values.short === undefined ? undefined : parseOrigin(values.short),
    environment: checkEnvironment(values.env),
    isJson: values.json,
    isHelp: values.help,
  };
}

/** The operator's chapter, and where the reference describes an operation and the fields of a component. */
import { html } from 'hono/html';
import {
  chapterPath,
  EXAMPLE_API,
  nameEndpoint,
  OPERATOR_GROUPS,
  type OperatorGroup,
  operatorPath,
} from '#api/docs/files';
import { writeCurl } from '#api/samples/languages';
import type { JsonSchema } from '../openapi/json-schemas';
import { inline, type Markup, OPERATOR, paragraphs, type ReferencePage } from '../page';
import { commandSample } from '../samples/sample';
import { componentIn, type Description, isPage, listOperations, listSuccesses, type Placed } from './description';

/** The groups by the part of the path after /admin. */
const GROUP_BY_PATH: Readonly<Record<string, OperatorGroup>> = {
  accounts: 'Accounts',
  upgrades: 'Upgrades',
  keys: 'Keys',
  links: 'Links and hosts',
  'blocked-hosts': 'Links and hosts',
  settings: 'Settings',
  threats: 'Monitoring',
  metrics: 'Monitoring',
  republish: 'Backup and restore',
  backup: 'Backup and restore',
  restore: 'Backup and restore',
};

/** What each group is for, in Markdown. */
const LEADS: Readonly<Record<OperatorGroup, string>> = {
  Accounts: 'Create accounts, change their plans, suspend them, and sign developers in to the console.',
  Upgrades: 'Answer the requests for a higher plan that developers make in the console.',
  Keys: 'Create, restrict, rotate and revoke the API keys of every account.',
  'Links and hosts': 'Find links, block and unblock single ones, or block every link to a host.',
  Settings: 'Switch features and maintenance, and set quotas, while the service runs.',
  Monitoring: 'Watch the threat checks, and collect figures with Prometheus.',
  'Backup and restore': 'Back up a deployment, restore it, and repair the published links.',
};

/** The order of the calls, above the endpoints of a group. */
const STEPS: { readonly [group in OperatorGroup]?: string } = {
  'Backup and restore': `\`npm run backup\` and \`npm run restore\` make these calls for you. To make a **backup** yourself:

1. [Read the backup state](#getBackupState).
2. [Read the pages](#readBackupPage), from the first one until \`nextCursor\` is \`null\`.
3. [Read the imported threat list](#getThreatList).

To **restore** it into an empty deployment:

1. [Begin the restore](#beginRestore).
2. [Write the pages](#writeBackupPage), the last one first.
3. [Write the threat list](#putThreatList).
4. [End the restore](#endRestore).
5. [Publish the links](#republish), until \`nextCursor\` is \`null\`.`,
};

/** Returns the group of an operation of the operator. */
export function findOperatorGroup({ path }: Placed): OperatorGroup {
  const group = GROUP_BY_PATH[path.split('/')[2] ?? ''];
  if (group === undefined) throw new Error(`pages/operator.ts lacks a group for ${path}`);
  return group;
}

const makeId = (group: OperatorGroup): string => group.toLowerCase().replaceAll(' ', '-');

const EXAMPLE = writeCurl({
  api: EXAMPLE_API,
  method: 'GET',
  address: '/admin/settings',
  access: 'operator',
  response: 'json',
});

/** Explains how a request of the operator is authorized. */
const AUTHENTICATION = html`<section class="operation" id="authentication" aria-labelledby="authentication-title">
<h2 id="authentication-title"><a href="#authentication">Authentication</a></h2>
<div class="intro"><p>Every request carries the operator’s token, the secret <code>ADMIN_TOKEN</code> of the deployment. To run the
samples as they are, store it in the environment variable <code>ADMIN_TOKEN</code>.</p>
<ul class="rules"><li><code>printf</code> writes the header, and <code>curl -H @-</code> reads it from standard input. The token is
therefore not among the arguments of a program, which other users of the computer can read.</li>
<li><code>Prefer: handling=strict</code> refuses misspelt fields and parameters, which are otherwise dropped, and names the
nearest one.</li>
<li>Endpoints for backups also need <code>X-Backup-Token</code>, the secret <code>BACKUP_TOKEN</code>. Set that secret only while
you make or restore a backup.</li></ul></div>
<div class="shown">${commandSample(EXAMPLE)}</div></section>
`;

type Page = Pick<ReferencePage, 'title' | 'contents' | 'lead' | 'main'>;

/**
 * Makes the first page of the chapter. It names every endpoint, because each once had its anchor there.
 * @param row shows the link to an operation
 */
export const operatorIndex = (
  description: string,
  operations: readonly Placed[],
  row: (placed: Placed) => Markup,
): Page => ({
  title: 'Operator API',
  contents: [],
  lead: html`<h1>Operator API</h1><p>${inline(description)}</p>`,
  main: html`${AUTHENTICATION}${OPERATOR_GROUPS.map(
    (group) => html`<section class="chapter" id="${makeId(group)}" aria-labelledby="${makeId(group)}-title">
<h2 id="${makeId(group)}-title"><a href="${operatorPath(group)}">${group}</a></h2><p>${inline(LEADS[group])}</p>
<ul class="operations">${operations.filter((placed) => findOperatorGroup(placed) === group).map(row)}</ul></section>`,
  )}`,
});

/** Returns the beginning of the page of a group. */
export const operatorLead = (group: OperatorGroup): Markup => {
  const steps = STEPS[group];
  return html`<p class="chapter-name">Operator API</p><h1>${group}</h1><p>${inline(LEADS[group])}</p>${steps === undefined ? '' : html`<div class="steps">${paragraphs(steps)}</div>`}`;
};

const JSON_TYPE = 'application/json';

/** Returns the path of the page with an operation among the others of its chapter. */
const findPagePath = (placed: Placed): string => {
  const [tag] = placed.operation.tags;
  return tag === OPERATOR ? operatorPath(findOperatorGroup(placed)) : chapterPath(tag);
};

/** Returns the address of an operation's own page. */
export const findAddress = (placed: Placed): string =>
  isPage(placed)
    ? `${findPagePath(placed)}#${placed.operation.operationId}`
    : `${findPagePath(placed)}/${nameEndpoint(placed.operation.operationId)}`;

const isBodyOf = ({ operation: { requestBody } }: Placed, name: string): boolean => {
  const { schema } = requestBody?.content[JSON_TYPE] ?? {};
  return schema !== undefined && componentIn(schema) === name;
};

const isResponseOf = ({ operation }: Placed, name: string): boolean =>
  listSuccesses(operation).some(([, { content }]) => componentIn(content?.[JSON_TYPE]?.schema ?? {}) === name);

/**
 * Returns the operation at which the fields of a component are shown: one that takes it as its body, else one that
 * reads it, else the first that returns it.
 */
export function findHome(document: Description, schema: JsonSchema): Placed | undefined {
  const name = componentIn(schema);
  if (name === undefined) return undefined;
  const all = listOperations(document);
  const returning = all.filter((placed) => isResponseOf(placed, name));
  return (
    all.find((placed) => isBodyOf(placed, name)) ?? returning.find(({ method }) => method === 'GET') ?? returning[0]
  );
}

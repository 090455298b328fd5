/** The parts of the operator's chapter: how a request is authorized, and the groups of its operations. */
import { html } from 'hono/html';
import { EXAMPLE_API } from '#api/docs/files';
import { curlOf } from '#api/samples/curl';
import { commandSample } from '../samples/sample';
import type { Placed } from './description';

/** The titles of the groups by the part of the path after /admin, in the order of the page. */
const TITLES: Readonly<Record<string, string>> = {
  accounts: 'Accounts',
  upgrades: 'Upgrades',
  keys: 'Keys',
  links: 'Links',
  settings: 'Settings',
  'blocked-hosts': 'Blocked hosts',
  threats: 'Monitoring',
  metrics: 'Monitoring',
  republish: 'Backup and repair',
  backup: 'Backup and repair',
  restore: 'Backup and repair',
};

type Group = { readonly id: string; readonly title: string; readonly operations: readonly Placed[] };

const titleOf = ({ path }: Placed): string => {
  const title = TITLES[path.split('/')[2] ?? ''];
  if (title === undefined) throw new Error(`pages/operator.ts lacks a group for ${path}`);
  return title;
};

/** Groups the operator's operations by what they act on. */
export const groupsOf = (operations: readonly Placed[]): readonly Group[] =>
  [...new Set(operations.map(titleOf))].map((title) => ({
    id: title.toLowerCase().replaceAll(' ', '-'),
    title,
    operations: operations.filter((placed) => titleOf(placed) === title),
  }));

const EXAMPLE = curlOf({
  api: EXAMPLE_API,
  method: 'GET',
  address: '/admin/settings',
  access: 'operator',
  answer: 'json',
});

/** Explains how a request of the operator is authorized. */
export const AUTHENTICATION = html`<section class="operation plain" id="authentication" aria-labelledby="authentication-title">
<h2 id="authentication-title"><a href="#authentication">Authentication</a></h2>
<p>Every request carries the operator’s token, the secret <code>ADMIN_TOKEN</code> of the deployment. To run the samples as they are,
store it in the environment variable <code>ADMIN_TOKEN</code>.</p>
${commandSample(EXAMPLE)}
<ul class="rules"><li><code>printf</code> writes the header, and <code>curl -H @-</code> reads it from standard input. The token is
therefore not among the arguments of a program, which other users of the computer can read.</li>
<li>Endpoints for backups also need <code>X-Backup-Token</code>, the secret <code>BACKUP_TOKEN</code>. Set that secret only while
you make or restore a backup.</li></ul></section>
`;

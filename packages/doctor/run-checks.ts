/** Makes every check, one after the other. A check that cannot be made says why, and is no success. */
import { ACCOUNT } from './checks/account';
import { OF_FOLDER } from './checks/machine';
import { REACH } from './checks/reach';
import { SERVICE } from './checks/service';
import { ZONE } from './checks/zone';
import { type Check, type Context, isOfDns } from './context';
import { type CheckResult, elsewhere, type Finding, Inconclusive, unknown } from './finding';

export const CHECKS: readonly Check[] = [...REACH, ...SERVICE, ...OF_FOLDER, ...ACCOUNT, ...ZONE];

const OF_A_MACHINE: Readonly<Record<string, string>> = {
  bindings: 'a machine is built with its bindings',
  migrations: 'a machine applies them at every start',
  secrets: 'a machine does not start without them',
};

/** Checks of what is between a client and the machine. A machine that is asked at its own sockets does not show it. */
const OF_THE_WAY = [
  'DNS',
  'certificate',
  'untrusted proxy',
  'http to https',
  'cache rules',
  'Rocket Loader',
  'Bot Fight Mode',
  'Always Online',
];

async function resultOf(check: Check, context: Context): Promise<CheckResult> {
  if (check.isOfAccount && context.target.kind === 'machine')
    return elsewhere(OF_A_MACHINE[check.name] ?? 'a machine has nothing of the kind');
  if (context.target.local !== undefined && OF_THE_WAY.includes(check.name))
    return elsewhere('only another computer sees what is between a client and this machine');
  try {
    return await check.run(context);
  } catch (fault) {
    const { message, name, cause } = fault as Error & { cause?: { code?: string } };
    if (fault instanceof Inconclusive) return unknown(fault.message, fault.advice);
    if (isOfDns(cause?.code)) return unknown(`DNS has no answer (${cause?.code})`, 'Look at the row "DNS".');
    // The message of a failed fetch does not contain the address. That of wrangler is one line for people.
    return unknown(`${message.split('\n')[0] || name}${cause?.code ? ` (${cause.code})` : ''}`);
  }
}

/** @param onFinding is called with each finding as soon as its check ends */
export async function runChecks(context: Context, onFinding: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of CHECKS) {
    const finding = { check: check.name, ...(await resultOf(check, context)) };
    findings.push(finding);
    onFinding(finding);
  }
  return findings;
}

/** The rules by which the signed-in account makes and edits links. They are the rules of the API. */
import { type LinkPolicy, linkPolicy } from '#api/links/link-request';
import { currentSettings } from '#api/platform/settings';
import { type ConsoleContext, originOf } from './context';

export async function linkPolicyOf(c: ConsoleContext): Promise<LinkPolicy> {
  const settings = await currentSettings(c.env, c.get('now'));
  const { id: accountId, plan, reservedOverride } = c.get('account');
  const deployment = { config: c.get('config'), settings, origin: originOf(c), isStrict: true };
  return linkPolicy(deployment, { accountId, plan, reservedOverride });
}

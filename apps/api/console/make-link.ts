/** Making a link in the console: by the API's own rules, counted as by one more key of the account. */
import { sharedDraw } from '#api/links/draw';
import type { Terms } from '#api/links/link-request';
import { shortenOne } from '#api/links/shorten-each';
import { termsOf } from '#api/links/terms';
import { currentSettings } from '#api/platform/settings';
import type { Link } from '#domain/link';
import { type ConsoleContext, originOf } from './context';
import type { Run } from './forms/once';
import { meterNameOf } from './meter-call';

/** On which terms the account makes links here. */
export async function termsHere(c: ConsoleContext): Promise<Terms> {
  const settings = await currentSettings(c.env, c.get('now'));
  const { id: accountId, plan, reservedOverride } = c.get('account');
  return termsOf({ config: c.get('config'), settings, origin: originOf(c) }, { accountId, plan, reservedOverride });
}

/** @throws Refusal as POST /v2/shorten does */
export async function makeLink(
  c: ConsoleContext,
  body: Record<string, unknown>,
  { draw, requestHash }: Run,
): Promise<Link> {
  const terms = await termsHere(c);
  const now = c.get('now');
  const { id: accountId, plan } = c.get('account');
  const making = {
    env: c.env,
    now,
    requestId: c.get('requestId'),
    terms,
    drawOf: (item: number) => sharedDraw(draw, requestHash, item),
    meterName: meterNameOf(accountId),
    quota: terms.settings.linkQuota[plan],
  };
  return shortenOne(making, body);
}

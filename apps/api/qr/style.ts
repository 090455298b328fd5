/**
 * How the QR codes of an account begin in the console: their colours, and its logo (specification 9.4). The logo is also
 * that of GET /v2/qr with `logo=true`.
 */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { openDatabase, openPrimary, rowWhere } from '#api/database/database';
import { logEvent, withLog } from '#api/database/events';
import { accounts, qrStyles } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { Actor } from '#domain/account-events';

/** `hasLogo` says whether a code begins with the logo; `logo` is a PNG in base64, null if none was uploaded. */
export type QrStyle = Pick<typeof qrStyles.$inferSelect, 'color' | 'bgColor' | 'hasLogo' | 'logo'>;

/** The style of an account that has chosen nothing. */
const PLAIN: QrStyle = { color: '000000', bgColor: 'ffffff', hasLogo: false, logo: null };

export async function findStyle(env: Env, accountId: string): Promise<QrStyle> {
  const found = await openPrimary(env.DB).select().from(qrStyles).where(eq(qrStyles.accountId, accountId)).get();
  return found ?? PLAIN;
}

/** Who changes the style of which account, and when. */
type Change = { readonly accountId: string; readonly by: Actor; readonly now: number };

/** The statement that sets some properties of a style. It does nothing for a deleted account, whose style is erased. */
function setStyle(env: Env, accountId: string, set: Partial<QrStyle>) {
  const isOpen = and(eq(accounts.id, accountId), isNull(accounts.deletedAt));
  return openDatabase(env.DB)
    .insert(qrStyles)
    .select(rowWhere(qrStyles, { accountId, ...PLAIN, ...set }, sql`FROM ${accounts} WHERE ${isOpen}`))
    .onConflictDoUpdate({ target: qrStyles.accountId, set });
}

/** Stores the logo of an account in place of an earlier one, and begins its codes with it. @param logo base64 */
export async function saveLogo(env: Env, logo: string, { accountId, by, now }: Change): Promise<void> {
  const event = { accountId, kind: 'qr.logo-set', actor: by } as const;
  await withLog(logEvent(env, event, now), (log) =>
    openDatabase(env.DB).batch([setStyle(env, accountId, { logo, hasLogo: true }), ...log]),
  );
}

/** Erases the logo of an account, if it has one. */
export async function removeLogo(env: Env, { accountId, by, now }: Change): Promise<void> {
  const event = { accountId, kind: 'qr.logo-removed', actor: by } as const;
  const removal = openDatabase(env.DB)
    .update(qrStyles)
    .set({ logo: null, hasLogo: false })
    .where(and(eq(qrStyles.accountId, accountId), isNotNull(qrStyles.logo)));
  await withLog(logEvent(env, event, now), (log) => openDatabase(env.DB).batch([removal, ...log]));
}

/** Keeps the colours with which codes begin, and whether they begin with the logo. */
export async function saveLook(
  env: Env,
  look: Pick<QrStyle, 'color' | 'bgColor' | 'hasLogo'>,
  { accountId, by, now }: Change,
): Promise<void> {
  const name = `#${look.color} on #${look.bgColor}${look.hasLogo ? ', with the logo' : ''}`;
  const event = { accountId, kind: 'qr.look-set', actor: by, name } as const;
  await withLog(logEvent(env, event, now), (log) =>
    openDatabase(env.DB).batch([setStyle(env, accountId, look), ...log]),
  );
}

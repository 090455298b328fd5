/** Requests for a higher plan: asked in the console, answered by the operator (contract, "Authentication"). */
import * as z from 'zod';
import { PLANS, type Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { newId } from '#secrets/key-text';
import { changeAccount } from './accounts';
import type { Env } from './env';
import { Timestamp } from './link-record';
import type { Page } from './page';

const UPGRADE_STATES = ['open', 'granted', 'declined'] as const;

export type Upgrade = {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  /** The plan the account has now. */
  readonly currentPlan: Plan;
  /** The plan that was asked for. */
  readonly plan: Plan;
  readonly state: (typeof UPGRADE_STATES)[number];
  /** The operator's words; null where there are none. */
  readonly message: string | null;
  readonly createdAt: number;
  readonly answeredAt: number | null;
};

const COLUMNS = `u.id, u.account_id AS accountId, a.name AS accountName, a.plan AS currentPlan, u.plan, u.state, u.message,
  u.created_at AS createdAt, u.answered_at AS answeredAt`;
const FROM = 'FROM upgrade_requests u JOIN accounts a ON a.id = u.account_id';

/** What an answer to the operator shows of a request. */
export const UpgradeRecord = z
  .strictObject({
    id: z.string(),
    accountId: z.string(),
    accountName: z.string(),
    currentPlan: z.enum(PLANS).describe('The plan the account has now.'),
    plan: z.enum(PLANS).describe('The plan that was asked for.'),
    state: z.enum(UPGRADE_STATES),
    message: z.string().nullable().describe('The operator’s words.'),
    createdAt: Timestamp,
    answeredAt: Timestamp.nullable(),
  })
  .meta({ id: 'Upgrade', description: 'A request for a higher plan.' });
export type UpgradeRecord = z.output<typeof UpgradeRecord>;

export const UPGRADE_EXAMPLE: UpgradeRecord = {
  id: 'u7Kc20YbW9dN',
  accountId: 'a4Tq81ZkX0bM',
  accountName: 'Example Ltd',
  currentPlan: 'HOBBY',
  plan: 'PRO',
  state: 'open',
  message: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  answeredAt: null,
};

export const upgradeRecord = ({ createdAt, answeredAt, ...same }: Upgrade): UpgradeRecord => ({
  ...same,
  createdAt: new Date(createdAt).toISOString(),
  answeredAt: answeredAt === null ? null : new Date(answeredAt).toISOString(),
});

// One open request per account: asking again changes the plan that is asked for.
const ASK = `INSERT INTO upgrade_requests (id, account_id, plan, created_at) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (account_id) WHERE state = 'open' DO UPDATE SET plan = excluded.plan, created_at = excluded.created_at`;

export async function askForUpgrade(env: Env, accountId: string, plan: Plan, now: number): Promise<void> {
  await env.DB.prepare(ASK).bind(newId(), accountId, plan, now).run();
}

/** Takes an account's open request back, if there is one. */
export async function withdrawUpgrade(env: Env, accountId: string): Promise<void> {
  await env.DB.prepare("DELETE FROM upgrade_requests WHERE account_id = ?1 AND state = 'open'").bind(accountId).run();
}

/** The last request of an account, answered or not. */
export const latestUpgrade = (env: Env, accountId: string): Promise<Upgrade | null> =>
  env.DB.prepare(`SELECT ${COLUMNS} ${FROM} WHERE u.account_id = ?1 ORDER BY u.created_at DESC LIMIT 1`)
    .bind(accountId)
    .first<Upgrade>();

/** A page of requests in the order of their ids, the open ones only. */
export async function listUpgrades(env: Env, { cursor, limit }: Page): Promise<Upgrade[]> {
  const open = `SELECT ${COLUMNS} ${FROM} WHERE u.state = 'open' AND u.id > ?1 ORDER BY u.id LIMIT ?2`;
  return (await env.DB.prepare(open).bind(cursor, limit).all<Upgrade>()).results;
}

/**
 * Grants a request: the account, and every key that follows it, has the plan from the next request on. May be repeated
 * after a 503, because a granted request is granted again.
 * @throws Refusal UPGRADE_NOT_FOUND, UPGRADE_ANSWERED
 */
export async function grantUpgrade(env: Env, id: string, now: number): Promise<Upgrade> {
  const granted = await answer(env, id, 'granted', null, now);
  await changeAccount(env, granted.accountId, { plan: granted.plan });
  return { ...granted, currentPlan: granted.plan };
}

/** Declines a request, with words that its account reads. @throws Refusal UPGRADE_NOT_FOUND, UPGRADE_ANSWERED */
export const declineUpgrade = (env: Env, id: string, message: string, now: number): Promise<Upgrade> =>
  answer(env, id, 'declined', message, now);

const ANSWER = `UPDATE upgrade_requests SET state = ?2, message = ?3, answered_at = ?4
  WHERE id = ?1 AND (state = 'open' OR (state = 'granted' AND ?2 = 'granted')) RETURNING id`;

async function answer(
  env: Env,
  id: string,
  state: 'granted' | 'declined',
  message: string | null,
  now: number,
): Promise<Upgrade> {
  const answered = await env.DB.prepare(ANSWER).bind(id, state, message, now).first();
  const upgrade = await env.DB.withSession('first-primary')
    .prepare(`SELECT ${COLUMNS} ${FROM} WHERE u.id = ?1`)
    .bind(id)
    .first<Upgrade>();
  if (upgrade === null) throw new Refusal('UPGRADE_NOT_FOUND');
  if (answered === null) throw new Refusal('UPGRADE_ANSWERED');
  return upgrade;
}

/** Requests for a higher plan: asked in the console, answered by the operator (specification 13.8). */
import * as z from 'zod';
import type { Page } from '#api/http/page';
import { Timestamp } from '#api/http/timestamp';
import type { Env } from '#api/platform/env';
import { PLANS, type Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { newId } from '#secrets/key-text';
import { pushKeysOf } from './key-push';

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

// Of a request and of its account as it is: also for RETURNING, which knows no other table.
const COLUMNS = `id, account_id AS accountId, plan, state, message, created_at AS createdAt, answered_at AS answeredAt,
  (SELECT name FROM accounts WHERE accounts.id = account_id) AS accountName,
  (SELECT accounts.plan FROM accounts WHERE accounts.id = account_id) AS currentPlan`;
const SELECT = `SELECT ${COLUMNS} FROM upgrade_requests`;

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

// One open request per account. Another wish is another request, so that what is granted is what was read.
const FORGET_OTHER = "DELETE FROM upgrade_requests WHERE account_id = ?1 AND state = 'open' AND plan <> ?2";
const ASK = `INSERT INTO upgrade_requests (account_id, plan, id, created_at)
  SELECT id, ?2, ?3, ?4 FROM accounts WHERE id = ?1 AND deleted_at IS NULL
  ON CONFLICT (account_id) WHERE state = 'open' DO NOTHING`;

/** Asks for a plan. The same plan asked for again keeps its request; another one is a new request, under another id. */
export async function askForUpgrade(env: Env, accountId: string, plan: Plan, now: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(FORGET_OTHER).bind(accountId, plan),
    env.DB.prepare(ASK).bind(accountId, plan, newId(), now),
  ]);
}

/** Takes an account's open request back, if there is one. */
export async function withdrawUpgrade(env: Env, accountId: string): Promise<void> {
  await env.DB.prepare("DELETE FROM upgrade_requests WHERE account_id = ?1 AND state = 'open'").bind(accountId).run();
}

/** The last request of an account, answered or not. */
export const latestUpgrade = (env: Env, accountId: string): Promise<Upgrade | null> =>
  env.DB.prepare(`${SELECT} WHERE account_id = ?1 ORDER BY created_at DESC LIMIT 1`).bind(accountId).first<Upgrade>();

/** All requests of an account, oldest first. Each but the last was answered, so nobody makes many of them alone. */
export async function listUpgradesOf(env: Env, accountId: string): Promise<Upgrade[]> {
  const all = `${SELECT} WHERE account_id = ?1 ORDER BY created_at, id`;
  return (await env.DB.prepare(all).bind(accountId).all<Upgrade>()).results;
}

/** A page of requests in the order of their ids, the open ones only. */
export async function listUpgrades(env: Env, { cursor, limit }: Page): Promise<Upgrade[]> {
  const open = `${SELECT} WHERE state = 'open' AND id > ?1 ORDER BY id LIMIT ?2`;
  return (await env.DB.prepare(open).bind(cursor, limit).all<Upgrade>()).results;
}

const ANSWER = `UPDATE upgrade_requests SET state = ?2, message = ?3, answered_at = ?4
  WHERE id = ?1 AND state = 'open' RETURNING ${COLUMNS}`;

/** Where a request is still open, its account and the keys that carry its plan: belongs before the answer. */
const OF_OPEN = "FROM upgrade_requests WHERE id = ?1 AND state = 'open'";
const TOUCH_KEYS = `UPDATE keys SET version = version + 1 WHERE account_id = (SELECT account_id ${OF_OPEN}) AND status <> 'revoked'`;
const GIVE_PLAN = `UPDATE accounts SET plan = (SELECT plan ${OF_OPEN}) WHERE id = (SELECT account_id ${OF_OPEN})`;

/**
 * Grants a request: the account, and every key that follows it, has the plan from the next request on. Request and plan
 * change together, so granting again after a 503 only tells the keys that could not be told.
 * @throws Refusal UPGRADE_NOT_FOUND, UPGRADE_ANSWERED, OVERLOADED
 */
export async function grantUpgrade(env: Env, id: string, now: number): Promise<Upgrade> {
  const giving = [TOUCH_KEYS, GIVE_PLAN].map((sql) => env.DB.prepare(sql).bind(id));
  const answering = env.DB.prepare(ANSWER).bind(id, 'granted', null, now);
  const results = await env.DB.batch<Upgrade>([...giving, answering]);
  const granted = results.at(-1)?.results[0] ?? (await answered(env, id, 'granted'));
  await pushKeysOf(env, granted.accountId);
  return granted;
}

/** Declines a request, with words that its account reads. @throws Refusal UPGRADE_NOT_FOUND, UPGRADE_ANSWERED */
export const declineUpgrade = async (env: Env, id: string, message: string, now: number): Promise<Upgrade> =>
  (await env.DB.prepare(ANSWER).bind(id, 'declined', message, now).first<Upgrade>()) ?? answered(env, id);

/** A request that is open no longer, if it was answered so. @throws Refusal UPGRADE_NOT_FOUND, UPGRADE_ANSWERED */
async function answered(env: Env, id: string, state?: Upgrade['state']): Promise<Upgrade> {
  const upgrade = await env.DB.withSession('first-primary')
    .prepare(`${SELECT} WHERE id = ?1`)
    .bind(id)
    .first<Upgrade>();
  if (upgrade === null) throw new Refusal('UPGRADE_NOT_FOUND');
  if (upgrade.state !== state) throw new Refusal('UPGRADE_ANSWERED');
  return upgrade;
}

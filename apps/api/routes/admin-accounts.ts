/** The operator’s endpoints for accounts and their upgrades (specification 13.2, 13.8 and 13.9). */
import { Hono } from 'hono';
import * as z from 'zod';
import {
  ACCOUNT_EXAMPLE,
  AccountName,
  AccountRecord,
  accountRecord,
  changeAccount,
  createAccount,
  listAccounts,
  PlanName,
  setSuspended,
} from '#api/accounts/accounts';
import {
  declineUpgrade,
  grantUpgrade,
  listUpgrades,
  UPGRADE_EXAMPLE,
  UpgradeRecord,
  upgradeRecord,
} from '#api/accounts/upgrades';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { NextCursor, Pagination, Timestamp } from '#api/http/fields';
import { json } from '#api/http/response';
import { createSignInLink } from '#api/sign-in/sign-in-links';
import { Refusal } from '#domain/refusal';
import { AccountId, UpgradeId } from './params';

export const accountRoutes = new Hono<AppEnv>();

const NewAccount = z.object({ name: AccountName, plan: PlanName.default('FREE').describe('The plan of the account.') });

// POST /admin/accounts: creates an account (specification 13.2).
accountRoutes.post(
  '/accounts',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'createAccount',
    summary: 'Create an account',
    description:
      'Creates an account, which owns keys and links and has a plan. Several accounts may have the same name.',
    body: { schema: NewAccount, examples: { Account: { name: 'Example Ltd', plan: 'HOBBY' } } },
    responses: { 201: json('The account.', AccountRecord, { Account: ACCOUNT_EXAMPLE }) },
    refusals: [],
    handle: async (c) => {
      const { name, plan } = c.req.valid('json');
      return c.json(accountRecord(await createAccount(c.env, name, plan, c.get('now'))), 201);
    },
  }),
);

const AccountList = z.strictObject({ accounts: z.array(AccountRecord), nextCursor: NextCursor });

// GET /admin/accounts: a page of all accounts (specification 13.2).
accountRoutes.get(
  '/accounts',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'listAccounts',
    summary: 'List accounts',
    description:
      'Lists all accounts, sorted by ID. No account is skipped or listed twice while others are created or deleted.',
    query: Pagination,
    responses: {
      200: json('A page of accounts.', AccountList, {
        'The last page': { accounts: [ACCOUNT_EXAMPLE], nextCursor: null },
      }),
    },
    refusals: [],
    handle: async (c) => {
      const { rows, nextCursor } = await listAccounts(c.env, c.req.valid('query'));
      return c.json({ accounts: rows.map(accountRecord), nextCursor });
    },
  }),
);

const AccountChange = z.object({
  name: AccountName.optional(),
  plan: PlanName.optional().describe('The plan of the account.'),
  reservedOverride: z
    .boolean('reservedOverride must be true or false')
    .optional()
    .describe('`true` lets the account use reserved aliases.'),
});

// PATCH /admin/accounts/:id: changes an account’s name, plan or right to reserved aliases (specification 13.2).
accountRoutes.patch(
  '/accounts/:id',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'changeAccount',
    summary: 'Change an account',
    description:
      'Changes an account. Fields that you leave out don’t change.\n\n- A new plan applies from the next request on, to every key without a plan of its own.\n- A higher plan ends a monthly 429 at once.',
    params: { id: AccountId },
    body: { schema: AccountChange, examples: { Upgrade: { plan: 'PRO' } } },
    responses: {
      200: json('The changed account.', AccountRecord, { Upgrade: { ...ACCOUNT_EXAMPLE, plan: 'PRO' } }),
    },
    refusals: ['ACCOUNT_NOT_FOUND'],
    handle: async (c) => c.json(accountRecord(await changeAccount(c.env, c.req.param('id'), c.req.valid('json')))),
  }),
);

// POST /admin/accounts/:id/suspend: suspends an account, and so its keys and links (specification 13.2).
accountRoutes.post(
  '/accounts/:id/suspend',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'suspendAccount',
    summary: 'Suspend an account',
    description:
      'Stops the keys and the links of an account, until you resume it.\n\n> Calls with its keys get 401 at once. Visits to its links get 410 `BLOCKED` within a minute.',
    params: { id: AccountId },
    responses: {
      200: json('The account is suspended.', AccountRecord, { Suspended: { ...ACCOUNT_EXAMPLE, suspended: true } }),
    },
    refusals: ['ACCOUNT_NOT_FOUND'],
    handle: async (c) => c.json(accountRecord(await setSuspended(c.env, c.req.param('id'), true, c.get('now')))),
  }),
);

// POST /admin/accounts/:id/resume: resumes a suspended account (specification 13.2).
accountRoutes.post(
  '/accounts/:id/resume',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'resumeAccount',
    summary: 'Resume an account',
    description: 'Lets the keys and links of a suspended account work again.',
    params: { id: AccountId },
    responses: { 200: json('The account is resumed.', AccountRecord, { Resumed: ACCOUNT_EXAMPLE }) },
    refusals: ['ACCOUNT_NOT_FOUND'],
    handle: async (c) => c.json(accountRecord(await setSuspended(c.env, c.req.param('id'), false, c.get('now')))),
  }),
);

const SignInLink = z
  .strictObject({ url: z.url(), expiresAt: Timestamp })
  .meta({ id: 'SignInLink', description: 'A link that signs in to the console.' });

// POST /admin/accounts/:id/sign-in-link: creates a link that signs in to the console once (specification 13.9).
accountRoutes.post(
  '/accounts/:id/sign-in-link',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'createSignInLink',
    summary: 'Create a sign-in link',
    description:
      'Creates a link that signs in to the account’s console once, within 15 minutes. A deployment without a console responds 404.\n\n> Send it safely: anyone with the link gets into the account.',
    params: { id: AccountId },
    responses: {
      201: json('The link.', SignInLink, {
        link: {
          url: 'https://api.example.com/console/sign-in/Qm1b4vT9xZ3kR7pL',
          expiresAt: '2026-11-20T12:15:00.000Z',
        },
      }),
    },
    refusals: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_CLOSED'],
    handle: async (c) => {
      const { consoleOrigin } = c.get('config');
      if (consoleOrigin === undefined) throw new Refusal('UNKNOWN_ROUTE');
      const { text, expiresAt } = await createSignInLink(c.env, c.req.param('id'), c.get('now'));
      const url = `${consoleOrigin}/console/sign-in/${text}`;
      return c.json({ url, expiresAt: new Date(expiresAt).toISOString() }, 201);
    },
  }),
);

const UpgradeList = z.strictObject({ upgrades: z.array(UpgradeRecord), nextCursor: NextCursor });

// GET /admin/upgrades: a page of the open upgrade requests (specification 13.8).
accountRoutes.get(
  '/upgrades',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'listUpgrades',
    summary: 'List open upgrade requests',
    description: 'Lists the requests for a higher plan from the console that you haven’t answered yet.',
    query: Pagination,
    responses: {
      200: json('A page of requests.', UpgradeList, {
        'The last page': { upgrades: [UPGRADE_EXAMPLE], nextCursor: null },
      }),
    },
    refusals: [],
    handle: async (c) => {
      const { rows, nextCursor } = await listUpgrades(c.env, c.req.valid('query'));
      return c.json({ upgrades: rows.map(upgradeRecord), nextCursor });
    },
  }),
);

// POST /admin/upgrades/:id/grant: grants an upgrade request (specification 13.8).
accountRoutes.post(
  '/upgrades/:id/grant',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'grantUpgrade',
    summary: 'Grant an upgrade',
    description:
      'Gives the account the requested plan, from the next request on. Keys without a plan of their own get it too.\n\n- Granting it again has no effect.\n- If the account has requested another plan in the meantime, the request has a new ID, and the old ID gets 404.',
    params: { id: UpgradeId },
    responses: {
      200: json('The request is granted.', UpgradeRecord, {
        Granted: {
          ...UPGRADE_EXAMPLE,
          currentPlan: 'PRO',
          state: 'granted',
          answeredAt: '2026-11-20T14:30:00.000Z',
        },
      }),
    },
    refusals: ['UPGRADE_NOT_FOUND', 'UPGRADE_ANSWERED'],
    handle: async (c) => c.json(upgradeRecord(await grantUpgrade(c.env, c.req.param('id'), c.get('now')))),
  }),
);

const MESSAGE_RULE = 'message must be 1 to 500 characters';
const Decline = z.object({
  message: z
    .string('message must be a string')
    .trim()
    .min(1, MESSAGE_RULE)
    .max(500, MESSAGE_RULE)
    .describe('The reason. The account sees it in its console.'),
});

// POST /admin/upgrades/:id/decline: declines an upgrade request, with a message to the account (specification 13.8).
accountRoutes.post(
  '/upgrades/:id/decline',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'declineUpgrade',
    summary: 'Decline an upgrade',
    description: 'Declines the request. The plan doesn’t change, and the account sees your message in its console.',
    params: { id: UpgradeId },
    body: { schema: Decline, examples: { Declined: { message: 'Not before your first invoice is paid.' } } },
    responses: {
      200: json('The request is declined.', UpgradeRecord, {
        Declined: {
          ...UPGRADE_EXAMPLE,
          state: 'declined',
          message: 'Not before your first invoice is paid.',
          answeredAt: '2026-11-20T14:30:00.000Z',
        },
      }),
    },
    refusals: ['UPGRADE_NOT_FOUND', 'UPGRADE_ANSWERED'],
    handle: async (c) => {
      const { message } = c.req.valid('json');
      return c.json(upgradeRecord(await declineUpgrade(c.env, c.req.param('id'), message, c.get('now'))));
    },
  }),
);

/** The schemas of the operator's settings: the body of a change, and the response (specification 13.4). */
import * as z from 'zod';
import { PLANS, type Plan } from '#domain/plans';

const onOff = (name: string) => z.boolean(`${name} must be true or false`);
const perPlan = <T extends z.ZodType>(name: string, amount: T) =>
  z.strictObject(
    Object.fromEntries(PLANS.map((plan) => [plan, amount.optional()])) as Record<Plan, z.ZodOptional<T>>,
    `${name} must be an object of amounts by plan`,
  );

const WHOLE = 'must be a whole number of at least 0';

/**
 * The body of PUT /admin/settings: any subset of the settings. An unknown name is refused, because it may be mistyped.
 */
export const SettingsChange = z.strictObject(
  {
    maintenance: onOff('maintenance').optional(),
    shortening: onOff('shortening').optional(),
    aliases: onOff('aliases').optional(),
    passwords: onOff('passwords').optional(),
    expiration: onOff('expiration').optional(),
    clickLimits: onOff('clickLimits').optional(),
    qr: onOff('qr').optional(),
    activeKeys: perPlan(
      'activeKeys',
      z.number(`activeKeys ${WHOLE}`).int(`activeKeys ${WHOLE}`).min(0, `activeKeys ${WHOLE}`),
    ).optional(),
    linkQuota: perPlan(
      'linkQuota',
      z
        .number(`linkQuota ${WHOLE}, or null`)
        .int(`linkQuota ${WHOLE}, or null`)
        .min(0, `linkQuota ${WHOLE}, or null`)
        .nullable(),
    ).optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a setting` : undefined) },
);
export type SettingsChange = z.output<typeof SettingsChange>;

const everyPlan = <T extends z.ZodType>(amount: T) =>
  z.strictObject(Object.fromEntries(PLANS.map((plan) => [plan, amount])) as Record<Plan, T>);

/** Every setting, as responses show them. */
export const SettingsRecord = z
  .strictObject({
    maintenance: z.boolean().describe('Whether the API is 503. Visits and the operator’s endpoints go on.'),
    shortening: z.boolean(),
    aliases: z.boolean(),
    passwords: z.boolean(),
    expiration: z.boolean(),
    clickLimits: z.boolean(),
    qr: z.boolean(),
    activeKeys: everyPlan(z.int().min(0)).describe('Active keys that an account may have, by its plan.'),
    linkQuota: everyPlan(z.int().min(0).nullable()).describe(
      'Links that a key may make a month, by its plan. `null`: any number.',
    ),
  })
  .meta({ id: 'Settings', description: 'The settings that the operator can change while the service runs.' });

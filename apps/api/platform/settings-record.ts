/** The schemas of the operator's settings: the body of a change, and the response (specification 13.4). */
import * as z from 'zod';
import { PLANS, type Plan } from '#domain/plans';

/** What each switch of a feature means. */
const SWITCHES = {
  shortening: 'Whether links can be created.',
  aliases: 'Whether a link can be given an alias.',
  passwords: 'Whether a link can be given a password.',
  expiration: 'Whether a link can be given an expiry time.',
  clickLimits: 'Whether a link can be given a click limit.',
  qr: 'Whether QR codes are drawn.',
} as const;
type Switch = keyof typeof SWITCHES;

const MAINTENANCE = 'Whether the API is 503. Visits and the operator’s endpoints go on.';
const ACTIVE_KEYS = 'Active keys that an account may have, by its plan.';
const LINK_QUOTA = 'Links that a key may make a month, by its plan. `null`: any number.';

const onOff = (name: Switch | 'maintenance', description: string) =>
  z.boolean(`${name} must be true or false`).optional().describe(description);
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
    maintenance: onOff('maintenance', MAINTENANCE),
    shortening: onOff('shortening', SWITCHES.shortening),
    aliases: onOff('aliases', SWITCHES.aliases),
    passwords: onOff('passwords', SWITCHES.passwords),
    expiration: onOff('expiration', SWITCHES.expiration),
    clickLimits: onOff('clickLimits', SWITCHES.clickLimits),
    qr: onOff('qr', SWITCHES.qr),
    activeKeys: perPlan(
      'activeKeys',
      z.number(`activeKeys ${WHOLE}`).int(`activeKeys ${WHOLE}`).min(0, `activeKeys ${WHOLE}`),
    )
      .optional()
      .describe(ACTIVE_KEYS),
    linkQuota: perPlan(
      'linkQuota',
      z
        .number(`linkQuota ${WHOLE}, or null`)
        .int(`linkQuota ${WHOLE}, or null`)
        .min(0, `linkQuota ${WHOLE}, or null`)
        .nullable(),
    )
      .optional()
      .describe(LINK_QUOTA),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a setting` : undefined) },
);
export type SettingsChange = z.output<typeof SettingsChange>;

const everyPlan = <T extends z.ZodType>(amount: T) =>
  z.strictObject(Object.fromEntries(PLANS.map((plan) => [plan, amount])) as Record<Plan, T>);

/** Every setting, as responses show them. */
export const SettingsRecord = z
  .strictObject({
    maintenance: z.boolean().describe(MAINTENANCE),
    shortening: z.boolean().describe(SWITCHES.shortening),
    aliases: z.boolean().describe(SWITCHES.aliases),
    passwords: z.boolean().describe(SWITCHES.passwords),
    expiration: z.boolean().describe(SWITCHES.expiration),
    clickLimits: z.boolean().describe(SWITCHES.clickLimits),
    qr: z.boolean().describe(SWITCHES.qr),
    activeKeys: everyPlan(z.int().min(0)).describe(ACTIVE_KEYS),
    linkQuota: everyPlan(z.int().min(0).nullable()).describe(LINK_QUOTA),
  })
  .meta({ id: 'Settings', description: 'The settings that the operator can change while the service runs.' });

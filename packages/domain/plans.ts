/** The plans: what a key may do, and how often. Source: specification 4.1. */

export const PLANS = ['FREE', 'HOBBY', 'INDIE', 'PRO'] as const;
export type Plan = (typeof PLANS)[number];

/** How often a key may call, in a minute window and in a calendar month. */
export type KeyLimits = { readonly requestsPerMinute: number; readonly callsPerMonth: number };

type PlanLimits = KeyLimits & {
  /** How many links the bulk calls of an account may name in a minute window (docs/design/cost-limits.md). */
  readonly bulkLinksPerMinute: number;
  /** How many days filters of statistics reach back, today included. */
  readonly filterDays: number;
  /** How many UTM templates an account has at most. */
  readonly utmTemplates: number;
};

export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  FREE: { requestsPerMinute: 60, callsPerMonth: 2_000, bulkLinksPerMinute: 600, filterDays: 30, utmTemplates: 5 },
  HOBBY: { requestsPerMinute: 300, callsPerMonth: 25_000, bulkLinksPerMinute: 3_000, filterDays: 90, utmTemplates: 25 },
  INDIE: {
    requestsPerMinute: 1_000,
    callsPerMonth: 150_000,
    bulkLinksPerMinute: 10_000,
    filterDays: 180,
    utmTemplates: 100,
  },
  PRO: {
    requestsPerMinute: 5_000,
    callsPerMonth: 500_000,
    bulkLinksPerMinute: 50_000,
    filterDays: 400,
    utmTemplates: 100,
  },
};

/** The options of a link that a plan can withhold, by their names in the request body. */
export const FEATURES = ['alias', 'expiresIn', 'maxClicks', 'password'] as const;
export type Feature = (typeof FEATURES)[number];

/** The options that a plan grants. `minAliasLength` is null where the plan has no aliases. */
export type PlanFeatures = {
  readonly minAliasLength: number | null;
  readonly expiresIn: boolean;
  readonly maxClicks: boolean;
  readonly password: boolean;
};

export const PLAN_POLICIES = ['strict', 'lenient'] as const;
export type PlanPolicy = (typeof PLAN_POLICIES)[number];

const HOBBY: PlanFeatures = { minAliasLength: 4, expiresIn: true, maxClicks: true, password: false };
const INDIE: PlanFeatures = { minAliasLength: 3, expiresIn: true, maxClicks: true, password: true };
const FREE: PlanFeatures = { minAliasLength: null, expiresIn: false, maxClicks: false, password: false };

/**
 * The features of each plan under each policy. A deployment's variable PLAN_POLICY chooses the policy (specification
 * 4.2).
 */
export const PLAN_FEATURES: Record<PlanPolicy, Record<Plan, PlanFeatures>> = {
  strict: { FREE, HOBBY, INDIE, PRO: INDIE },
  lenient: { FREE: { ...FREE, minAliasLength: 6 }, HOBBY, INDIE, PRO: INDIE },
};

/** Whether a plan grants an option of a link. */
export const grants = (features: PlanFeatures, feature: Feature): boolean =>
  feature === 'alias' ? features.minAliasLength !== null : features[feature];

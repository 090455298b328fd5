/** What a key may do, and how often: one row per plan. Source: specification 4.1. */

export const PLANS = ['FREE', 'HOBBY', 'INDIE', 'PRO'] as const;
export type Plan = (typeof PLANS)[number];

/** How often a key may call. Per-minute window and calendar month are both per key. */
export type PlanLimits = { readonly requestsPerMinute: number; readonly callsPerMonth: number };

export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  FREE: { requestsPerMinute: 60, callsPerMonth: 2_000 },
  HOBBY: { requestsPerMinute: 300, callsPerMonth: 25_000 },
  INDIE: { requestsPerMinute: 1_000, callsPerMonth: 150_000 },
  PRO: { requestsPerMinute: 5_000, callsPerMonth: 500_000 },
};

/** The options of a link that a plan can withhold. The names are those of the request body. */
export const FEATURES = ['alias', 'expiresIn', 'maxClicks', 'password'] as const;
export type Feature = (typeof FEATURES)[number];

/** `minAliasLength` null: no alias on this plan. */
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
 * A deployment follows one of two behaviours, by its variable PLAN_POLICY; each is a policy that chooses rows
 * (specification 4.2).
 */
export const PLAN_FEATURES: Record<PlanPolicy, Record<Plan, PlanFeatures>> = {
  strict: { FREE, HOBBY, INDIE, PRO: INDIE },
  lenient: { FREE: { ...FREE, minAliasLength: 6 }, HOBBY, INDIE, PRO: INDIE },
};

/** Whether a row of the table grants an option of a link. */
export const grants = (features: PlanFeatures, feature: Feature): boolean =>
  feature === 'alias' ? features.minAliasLength !== null : features[feature];

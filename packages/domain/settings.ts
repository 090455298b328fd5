/** What the operator can change while the service runs (specification 15.1). */
import type { Plan } from './plans';

export type Settings = {
  readonly maintenance: boolean;
  readonly shortening: boolean;
  readonly aliases: boolean;
  readonly passwords: boolean;
  readonly expiration: boolean;
  readonly clickLimits: boolean;
  readonly qr: boolean;
  /** Active keys an account may have, by its plan. */
  readonly activeKeys: Record<Plan, number>;
  /** Links a key may make in a calendar month, by its plan; null: as many as it has calls for. */
  readonly linkQuota: Record<Plan, number | null>;
};

/** The switches in their usual position, and the usual caps (specification 4.1 and 15.1). */
export const DEFAULT_SETTINGS: Settings = {
  maintenance: false,
  shortening: true,
  aliases: true,
  passwords: true,
  expiration: true,
  clickLimits: true,
  qr: true,
  activeKeys: { FREE: 5, HOBBY: 20, INDIE: 20, PRO: 20 },
  linkQuota: { FREE: null, HOBBY: null, INDIE: null, PRO: null },
};

/** The settings that the operator can change while the service runs (specification 15.1). */
import type { Plan } from './plans';

export type Settings = {
  readonly maintenance: boolean;
  readonly shortening: boolean;
  readonly aliases: boolean;
  readonly passwords: boolean;
  readonly expiration: boolean;
  readonly clickLimits: boolean;
  readonly qr: boolean;
  /** How many active keys an account may have, by its plan. */
  readonly activeKeys: Record<Plan, number>;
  /** How many links a key may make in a calendar month, by its plan; null where only its calls are limited. */
  readonly linkQuota: Record<Plan, number | null>;
};

/** The default settings (specification 4.1 and 15.1). */
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

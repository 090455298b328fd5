/**
 * The limits of wrong attempts at a link's password (specification 11.8; docs/design/keys-and-metering.md): in 15
 * minutes five per network and twenty per wide network. The limits are one and three once a link has had sixty attempts
 * in an hour. So a provider with many networks is limited too, and no flood from elsewhere can lock a link.
 */

/** How long an attempt counts against its network and its wide network. */
export const NETWORK_PERIOD_MS = 900_000;

/** How long an attempt counts against its link, and so how long it is stored. */
export const LINK_PERIOD_MS = 3_600_000;

/** The number of attempts in LINK_PERIOD_MS from which on a link is under attack. */
export const ATTACK_ATTEMPTS = 60;

/** The wrong attempts that are allowed in NETWORK_PERIOD_MS. */
type Allowance = { readonly perNetwork: number; readonly perWideNetwork: number };

const NORMAL: Allowance = { perNetwork: 5, perWideNetwork: 20 };
const UNDER_ATTACK: Allowance = { perNetwork: 1, perWideNetwork: 3 };

/**
 * The allowance at a link. An attempt is charged before the password is checked, and refunded where the password is
 * right.
 */
export const getAllowance = (isUnderAttack: boolean): Allowance => (isUnderAttack ? UNDER_ATTACK : NORMAL);

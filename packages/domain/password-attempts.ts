/**
 * How often a link's password may be tried (specification 11.8; docs/adr/0025): five wrong attempts in 15 minutes per
 * network, twenty per wide network; one and three once a link has had sixty in an hour. So one provider's many networks
 * are capped, and no distant flood can lock a link.
 */

/** How long an attempt counts against its network and its wide network. */
export const NETWORK_PERIOD_MS = 900_000;

/** How long an attempt counts against its link, and so how long it is stored. */
export const LINK_PERIOD_MS = 3_600_000;

/** The number of attempts in its period from which a link is under attack. */
export const ATTACK_ATTEMPTS = 60;

/** The number of wrong attempts in one period. */
type Allowance = { readonly perNetwork: number; readonly perWideNetwork: number };

const IN_PEACE: Allowance = { perNetwork: 5, perWideNetwork: 20 };
const UNDER_ATTACK: Allowance = { perNetwork: 1, perWideNetwork: 3 };

/** The allowance at a link. An attempt is charged before it is checked, and given back where it is right. */
export const allowanceOf = (isUnderAttack: boolean): Allowance => (isUnderAttack ? UNDER_ATTACK : IN_PEACE);

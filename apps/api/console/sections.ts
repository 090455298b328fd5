/** The entries of the navigation. */
export const SECTIONS = {
  overview: ['/console', 'Overview'],
  links: ['/console/links', 'Links'],
  statistics: ['/console/statistics', 'Statistics'],
  keys: ['/console/keys', 'Keys'],
  plan: ['/console/plan', 'Plan'],
  account: ['/console/account', 'Account'],
} as const satisfies Record<string, readonly [path: string, label: string]>;
export type Section = keyof typeof SECTIONS;

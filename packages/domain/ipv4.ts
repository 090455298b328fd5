/** The IPv4 address in two groups of an IPv6 address, as four decimal numbers. */
export const ipv4OfGroups = (...groups: readonly string[]): string =>
  groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');

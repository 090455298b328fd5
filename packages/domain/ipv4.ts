/** The IPv4 address that stands in two groups of an IPv6 address, in four decimals. */
export const ipv4OfGroups = (...groups: readonly string[]): string =>
  groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');

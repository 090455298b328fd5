/** The changes of an upgrade: the sections of the changelog, and what a rollback does not revert. */

type Version = readonly [number, number, number];

export function versionOf(text: string): Version | null {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return patch === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

/** Returns a negative number if the first version is the earlier one. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [versionOf(one) ?? [0, 0, 0], versionOf(other) ?? [0, 0, 0]];
  const at = [0, 1, 2].find((n) => a[n] !== b[n]) ?? 0;
  return (a[at] ?? 0) - (b[at] ?? 0);
}

/** Returns the sections of a changelog for the versions after `from`, up to and including `to`. */
export function changesBetween(changelog: string, from: string, to: string): string {
  const sections = changelog.split(/^(?=## )/m).filter((text) => text.startsWith('## '));
  return sections
    .filter((text) => {
      const [, version = ''] = /^## v?(\S+)/.exec(text) ?? [];
      return versionOf(version) !== null && compareVersions(version, from) > 0 && compareVersions(version, to) <= 0;
    })
    .join('')
    .trim();
}

/**
 * Returns what a rollback does not revert.
 * @param there the migrations of this version
 * @param wanted the migrations of the new version
 * @param tags the migration tags of its new Durable Object classes
 */
export function permanentChanges(
  there: readonly string[],
  wanted: readonly string[],
  tags: readonly string[],
): string[] {
  const added = wanted.filter((name) => !there.includes(name));
  return [
    ...added.map((name) => `the migration ${name}: the former version works with it, and it is never taken back`),
    ...tags.map(
      (tag) => `the Durable Object classes of ${tag}: wrangler refuses to roll a worker back to a version without them`,
    ),
  ];
}

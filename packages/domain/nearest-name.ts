/** Finds the name that a person has probably meant. */

/** The number of single insertions, deletions and substitutions between two texts (Levenshtein distance). */
export function computeEditDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * Returns the name that is nearest to a misspelt one, without regard to case. A quarter of the characters may differ,
 * so that other words are no misspellings; undefined if every name differs more.
 */
export function findNearestName(text: string, names: readonly string[]): string | undefined {
  const lower = text.toLowerCase();
  const distances = names
    .filter((name) => Math.abs(name.length - text.length) <= allowed(name))
    .map((name) => ({ name, distance: computeEditDistance(lower, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= allowed(name));
  return distances.sort((a, b) => a.distance - b.distance)[0]?.name;
}

const allowed = ({ length }: string): number => Math.floor(length / 4);

/** Splits a list that is written as running text, which is short in the source and in the bundle. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

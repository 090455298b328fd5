/** Splits a text into its words. A list of words takes less space as one text, in the source and in the bundle. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

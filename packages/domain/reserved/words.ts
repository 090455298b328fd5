/** The words of a list that is written as running text, split once at load: short in the source and in the bundle. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

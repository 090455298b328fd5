/**
 * Tags as the text of a form's field: names with commas between them. A name that has a comma is in quotation marks.
 */

/**
 * A name in quotation marks, in which two marks stand for one, or a text without commas. A line end counts as a comma.
 */
const NAME = /\s*(?:"((?:[^"]|"")+)"\s*(?=[,\n]|$)|([^,\n]*))(?:[,\n]|$)/y;

/** Returns the names in a text, in their order. */
export function tagsOf(text: string): string[] {
  const names: string[] = [];
  NAME.lastIndex = 0;
  while (NAME.lastIndex < text.length) {
    const [, quoted, plain = ''] = NAME.exec(text) ?? [];
    const name = (quoted?.replaceAll('""', '"') ?? plain).trim();
    if (name !== '') names.push(name);
  }
  return names;
}

/** A name without spaces, as the value of a box of a field of kind `several`. */
export const valueOfTag = (name: string): string => encodeURIComponent(name);

/** Returns the names in the text of such a field. A value that no box has stays as it is. */
export const pickedTags = (text: string): string[] =>
  text.split(' ').flatMap((value) => {
    try {
      return value === '' ? [] : [decodeURIComponent(value)];
    } catch {
      return [value];
    }
  });

/** Returns the text whose names are these. */
export const textOfTags = (names: readonly string[]): string =>
  names.map((name) => (/^"|[,\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ');

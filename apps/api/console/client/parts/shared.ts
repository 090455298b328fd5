/** Functions that several parts of the scripts call. */

/** Runs the parts of a script. An exception ends its part only, and is reported as if nobody had caught it. */
export function run(...parts: readonly (() => void)[]): void {
  for (const part of parts) {
    try {
      part();
    } catch (error) {
      reportError(error);
    }
  }
}

/** The first element that matches. @throws Error if there is none: the server has sent another page */
export function find<E extends HTMLElement = HTMLElement>(within: ParentNode, selector: string): E {
  const found = within.querySelector<E>(selector);
  if (found === null) throw new Error(`The page has no ${selector}`);
  return found;
}

/** The field of a form, also of one with the name of a property of forms. Radio buttons of one name are one field. */
export const findField = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

/** The fields of a form as it would send them. No form of the console has a file, so each value is a text. */
export const readParams = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(new FormData(form) as unknown as Record<string, string>);

/** The address of a list that a form searches or filters. */
export function makeAddress(form: HTMLFormElement): string {
  const params = readParams(form).toString();
  return form.getAttribute('action') + (params && `?${params}`);
}

/** The page of a response's text. */
export const parsePage = (text: string): Document => new DOMParser().parseFromString(text, 'text/html');

/** The line for screen readers only, which the scripts of a page share. */
function statusLine(): HTMLElement {
  const found = document.getElementById('said');
  if (found !== null) return found;
  const line = Object.assign(document.createElement('p'), { id: 'said', className: 'unseen' });
  line.setAttribute('role', 'status');
  document.body.append(line);
  return line;
}
// The line is in the page before its first text, which would not be read out otherwise.
const said = /* @__PURE__ */ statusLine();

/** Has a text read out. */
export function announce(words: string): void {
  said.textContent = words;
}

/** The text for screen readers only. A line that is in the page before its text is read out. */

/** The line. The scripts of a page share one. */
function statusLine(): HTMLElement {
  const found = document.getElementById('said');
  if (found !== null) return found;
  const line = Object.assign(document.createElement('p'), { id: 'said', className: 'unseen' });
  line.setAttribute('role', 'status');
  document.body.append(line);
  return line;
}
const said = statusLine();

/** Has a text read out. */
export function announce(words: string): void {
  said.textContent = words;
}

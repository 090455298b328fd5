/** What the fields of a link say while they are filled in: when it would expire, and the preview of a new link. */
import { find } from './shared';
import { formatMoment } from './times';

/** Says under the field of a lifetime when the link would expire. */
export function showEnd(): void {
  for (const part of document.querySelectorAll('.lifetime')) {
    const until = part.querySelector('[data-until]');
    if (!until) continue;
    const amount = find<HTMLInputElement>(part, '[name=expiresIn]');
    const unit = find<HTMLSelectElement>(part, '[name=unit]');
    const other = find<HTMLInputElement>(part, '[value=other]');
    const say = () => {
      const at = new Date(Date.now() + Number(amount.value) * Number(unit.value) * 1000);
      const isShown = other.checked && /^\s*[1-9]\d*\s*$/.test(amount.value) && !Number.isNaN(at.getTime());
      until.textContent = isShown ? `Expires ${formatMoment(at)}` : '';
    };
    part.addEventListener('input', say);
    say();
  }
}

/** The value of an input of type `datetime-local` for a moment, in the zone of the browser. */
const localValue = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Shows the field of a moment in the zone of the browser, whose times the pages show too. */
export function useOwnZone(): void {
  for (const part of document.querySelectorAll<HTMLElement>('.on-date')) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    find<HTMLInputElement>(part, '[name=zone]').value = timeZone;
    // An error stands in place of the hint.
    const name = part.querySelector('[data-zone-name]');
    if (name) name.textContent = timeZone;
    // Its default value is not a draft.
    if (part.dataset.at)
      find<HTMLInputElement>(part, '[name=expiresOn]').defaultValue = localValue(new Date(Number(part.dataset.at)));
  }
}

type Field = HTMLInputElement | HTMLSelectElement;

/** The text of each part of the preview, from the text in the field of that name. */
const PREVIEWS: Record<string, (text: string, form: HTMLFormElement) => string> = {
  url: addressIn,
  alias: (text) => text,
  password: (text, form) => (text || form.querySelector('[name=kept]') ? 'Required' : ''),
  maxClicks: (text) => (/^\d+$/.test(text) ? `At most ${text}` : ''),
  expiresIn: lifetimeText,
};

/** The address in the typed text, without its scheme; '' if there is none. */
function addressIn(text: string): string {
  const address = text.replace(/^https?:\/\//i, '');
  return !/\s/.test(text) && URL.parse(`https://${address}`)?.hostname.includes('.') ? address : '';
}

function lifetimeText(text: string, form: HTMLFormElement): string {
  const lifetime = form.querySelector<HTMLInputElement>('[name=lifetime]:checked');
  if (lifetime?.value === 'never') return '';
  if (lifetime?.value === 'date') {
    const at = new Date(find<HTMLInputElement>(form, '[name=expiresOn]').value);
    return Number.isNaN(at.getTime()) ? '' : formatMoment(at);
  }
  if (lifetime && lifetime.value !== 'other') return `After ${lifetime.closest('label')?.textContent}`;
  if (!/^\d+$/.test(text)) return '';
  const unit = find<HTMLSelectElement>(form, '[name=unit]').selectedOptions[0]?.text ?? '';
  return `After ${text} ${text === '1' ? unit.slice(0, -1) : unit}`;
}

/** The text of a part of the preview; '' if the form has no such field. */
export function previewText(name: string, form: HTMLFormElement): string {
  const field = form.querySelector<Field>(`[name=${name}]`);
  return field === null ? '' : (PREVIEWS[name]?.(field.value.trim(), form) ?? '');
}

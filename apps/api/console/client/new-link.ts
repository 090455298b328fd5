/** The form of a new link: its preview, and the suggestions of its alias. */
import '../styles/new-link.css';
import '../styles/link-fields.css';
import { find, run } from './parts/shared';
import { showExpiry } from './parts/times';

type Field = HTMLInputElement | HTMLSelectElement;

/** The host in the typed text; '' if there is none. */
function hostOf(text: string): string {
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
  return url?.hostname.includes('.') ? url.host : '';
}

/** The preview follows the form. The server has drawn it for the values that the page begins with. */
function followForm(): void {
  const making = find<HTMLFormElement>(document, 'form[data-making]');
  const field = (name: string) => making.querySelector<Field>(`[name=${name}]`);
  const readText = (name: string) => field(name)?.value.trim() ?? '';

  function lifetimeText(text: string): string {
    const lifetime = making.querySelector<HTMLInputElement>('[name=lifetime]:checked');
    if (lifetime?.value === 'never') return '';
    if (lifetime && lifetime.value !== 'other') return `After ${lifetime.closest('label')?.textContent}`;
    if (!/^\d+$/.test(text)) return '';
    const unit = find<HTMLSelectElement>(making, '[name=unit]').selectedOptions[0]?.text ?? '';
    return `After ${text} ${text === '1' ? unit.slice(0, -1) : unit}`;
  }
  /** The text of each part of the preview, from what is typed into its field. */
  const texts: Record<string, () => string> = {
    host: () => hostOf(readText('url')),
    alias: () => readText('alias'),
    password: () => readText('password') && 'Required',
    maxClicks: () => (/^\d+$/.test(readText('maxClicks')) ? `At most ${readText('maxClicks')}` : ''),
    expiresIn: () => (field('expiresIn') ? lifetimeText(readText('expiresIn')) : ''),
  };

  function preview(): void {
    // A refused value keeps its mark until it is changed.
    for (const part of document.querySelectorAll<HTMLElement>('[data-preview]:not([data-refused])')) {
      const name = part.dataset.preview ?? '';
      const text = texts[name]?.() ?? '';
      part.textContent = text || (part.dataset.empty ?? '');
      const row = part.closest<HTMLElement>('dl>div');
      if (row) row.hidden = !text && name !== 'host';
    }
    find(document, '.preview').toggleAttribute('data-rest', !field('url')?.value && !field('alias')?.value);
  }
  const shownBy: Record<string, string> = { url: 'host', unit: 'expiresIn', lifetime: 'expiresIn' };
  function change(name: string): void {
    document.querySelector(`[data-preview=${shownBy[name] ?? name}]`)?.removeAttribute('data-refused');
    preview();
  }

  making.addEventListener('input', ({ target }) => change((target as Field).name));
  for (const chip of making.querySelectorAll<HTMLButtonElement>('button[name=alias]')) {
    chip.addEventListener('click', (event) => {
      event.preventDefault();
      const alias = find<HTMLInputElement>(making, 'input[name=alias]');
      alias.value = chip.value;
      alias.focus();
      change('alias');
    });
  }
  preview();
}

run(showExpiry, followForm);

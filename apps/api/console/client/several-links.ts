/** The form of several links. */
import '../styles/new-link.css';
import '../styles/link-fields.css';
import { showEnd, useOwnZone } from './parts/link-fields';
import { find, run } from './parts/shared';
import { fillFromTemplates } from './parts/utm';

/** Says how many addresses there are, and how many of them more than once. */
function countAddresses(): void {
  const field = document.querySelector<HTMLTextAreaElement>('[data-most]');
  if (!field) return;
  const line = find(field.form as HTMLFormElement, '[data-lines]');
  const most = Number(field.dataset.most);
  const say = () => {
    const addresses = field.value.split('\n').flatMap((text) => text.trim() || []);
    const repeated = addresses.length - new Set(addresses).size;
    const tooMany = addresses.length - most;
    const more = [repeated > 0 && `${repeated} of them given before`, tooMany > 0 && `${tooMany} too many`];
    const count = addresses.length === 1 ? '1 address' : `${addresses.length} addresses`;
    line.textContent = addresses.length > 0 ? `${[count, ...more].filter(Boolean).join(', ')}.` : '';
    line.className = tooMany > 0 ? 'bad' : 'hint';
  };
  field.addEventListener('input', say);
  say();
}

run(useOwnZone, showEnd, fillFromTemplates, countAddresses);

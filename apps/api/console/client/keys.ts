/** The pages of keys: the form of a key's permissions, and that of its name. */
import '../styles/statistics.css';
import '../styles/keys.css';
import '../styles/codes.css';
import { find, findField, readParams, run } from './parts/shared';

/** The head of a part of a form says what the part is set to, until one of its fields changes. */
function hideOutdated(): void {
  for (const part of document.querySelectorAll('.parts-of>details'))
    part.addEventListener('input', () => part.querySelector('summary .soft')?.remove());
}

/** Boxes of a key with full access are not sent, because nobody sees them. */
function leaveOutScopes(): void {
  for (const scopes of document.querySelectorAll('[data-scopes]')) {
    const { form } = find<HTMLInputElement>(scopes, 'input');
    if (!form) continue;
    const settle = () => {
      const isAll = findField(form, 'access').value === 'all';
      for (const box of scopes.querySelectorAll('input')) box.disabled = isAll;
    };
    form.addEventListener('input', settle);
    settle();
  }
}

/** Marks the preset that the fields agree with. */
function markPreset(): void {
  for (const presets of document.querySelectorAll<HTMLElement>('[data-presets]')) {
    const names = presets.dataset.presets?.split(' ') ?? [];
    presets.closest('form')?.addEventListener('input', ({ currentTarget }) => {
      const typed = readParams(currentTarget as HTMLFormElement);
      for (const link of presets.querySelectorAll('a')) {
        const wanted = new URLSearchParams(link.dataset.fields);
        const isMatch = names.every((name) => (typed.get(name) ?? '') === (wanted.get(name) ?? ''));
        link.ariaCurrent = isMatch ? 'true' : null;
      }
    });
  }
}

/** Choosing a preset keeps the name that was typed. */
function keepName(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-presets] a')) {
    link.addEventListener('click', () => {
      const name = link.closest('form')?.querySelector<HTMLInputElement>('[name=name]')?.value;
      if (name) link.search += `&name=${encodeURIComponent(name)}`;
    });
  }
}

run(hideOutdated, leaveOutScopes, markPreset, keepName);

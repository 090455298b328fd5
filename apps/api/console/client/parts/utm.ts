/** The UTM fields beside an address: both follow each other while one types. */
import { readUtm, UTM, type UtmName, writeUtm } from '#domain/utm';
import { announce, find, findField } from './shared';

/** What was typed into the fields before there was an address is written once that is complete. */
function follow(part: HTMLDetailsElement): void {
  const form = part.closest('form') as HTMLFormElement;
  const address = findField(form, 'url');
  const fields = UTM.map((name) => find<HTMLInputElement>(part, `[name=${name}]`));
  let isWaiting = false;
  const write = (written: readonly HTMLInputElement[]) => {
    isWaiting = address.value.trim() === '';
    if (isWaiting) return;
    const values = Object.fromEntries(written.map(({ name, value }) => [name, value]));
    address.value = writeUtm(address.value.trim(), values);
  };
  const read = () => {
    const values = readUtm(address.value);
    for (const field of fields) {
      const text = values[field.name as UtmName];
      if (text !== '' || !isWaiting) field.value = text;
    }
    part.open ||= fields.some(({ value }) => value !== '');
  };
  form.addEventListener('input', ({ target }) => {
    if (target === address) read();
    const field = fields.find((one) => one === target);
    if (field) write([field]);
  });
  address.addEventListener('change', () => {
    if (isWaiting) write(fields);
  });
}

/** Keeps the address and the UTM fields of each form the same. */
export function followUtm(): void {
  for (const part of document.querySelectorAll<HTMLDetailsElement>('.utm')) follow(part);
}

/** A chosen template fills the fields of its parameters at once. */
export function fillFromTemplates(): void {
  for (const choice of document.querySelectorAll<HTMLSelectElement>('.utm select'))
    choice.addEventListener('change', () => {
      for (const [name, text] of Object.entries(readUtm(`?${choice.value}`))) {
        if (text === '') continue;
        const field = findField(choice.form as HTMLFormElement, name);
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      if (choice.value) announce(`Filled in from ${choice.selectedOptions[0]?.text}.`);
    });
}

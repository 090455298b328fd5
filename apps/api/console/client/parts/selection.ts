/**
 * The links that are selected in the list. The tab keeps their codes with the filter of the list, so that they outlast a
 * page and a change of them, but not another filter.
 */
import { DRAFT } from './late';
import { announce, find, findField } from './shared';

/** It is a draft: it ends with the session (drafts.ts). */
const KEPT = `${DRAFT}${document.body.dataset.session} selected`;

/** The search, the filters and the order of the list, without the place of its page. */
function readFilter(): string {
  const form = findForm();
  const params = new URLSearchParams(form ? findField(form, 'list').value.split('?')[1] : '');
  for (const place of ['cursor', 'from', 'to', 'of']) params.delete(place);
  return `${params}`;
}

function readSelected(): Set<string> {
  const [filter, ...codes] = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
  return new Set(filter === readFilter() ? codes : []);
}

function keepSelected(codes: ReadonlySet<string>): void {
  if (codes.size > 0) sessionStorage.setItem(KEPT, JSON.stringify([readFilter(), ...codes]));
  else sessionStorage.removeItem(KEPT);
}

const listBoxes = (within: ParentNode): HTMLInputElement[] => [
  ...within.querySelectorAll<HTMLInputElement>('[type=checkbox][name=codes]'),
];

/** The selected links that this page does not show. */
const listElsewhere = (form: HTMLFormElement): string[] => {
  const shown = new Set(listBoxes(form).map((box) => box.value));
  return [...readSelected()].filter((code) => !shown.has(code));
};

const findForm = () => document.querySelector<HTMLFormElement>('form.many');

/** Shows how many links are selected. @returns the words for it */
function showCount(form: HTMLFormElement): string {
  const boxes = listBoxes(form).filter((box) => !box.disabled);
  const ticked = boxes.filter((box) => box.checked).length;
  const elsewhere = listElsewhere(form).length;
  const all = find<HTMLInputElement>(form, '[data-all]');
  all.checked = ticked > 0 && ticked === boxes.length;
  all.indeterminate = ticked > 0 && ticked < boxes.length;
  const label = all.closest('label');
  if (label) label.hidden = boxes.length === 0;
  form.toggleAttribute('data-elsewhere', elsewhere > 0);
  const count = ticked + elsewhere;
  const words = `${count} ${count === 1 ? 'link' : 'links'} selected`;
  const others = elsewhere > 0 && ticked > 0 ? `, ${elsewhere} on other pages` : elsewhere > 0 ? ' on other pages' : '';
  find(form, '[data-count]').textContent = words + others;
  return words + others;
}

/** Ticks the boxes of the links that are selected. Those that the server has ticked are so after a refused change. */
export function showSelected(): void {
  const form = findForm();
  if (!form) return;
  // After a change that has left links out, these alone are selected. The mark counts once.
  const codes = form.hasAttribute('data-left-out') ? new Set<string>() : readSelected();
  form.removeAttribute('data-left-out');
  for (const box of listBoxes(form)) {
    if (box.disabled) codes.delete(box.value);
    else if (box.defaultChecked) codes.add(box.value);
    box.checked = codes.has(box.value);
  }
  // What this page sends along for others is counted with them.
  for (const other of form.querySelectorAll<HTMLInputElement>('[type=hidden][name=codes]')) {
    codes.add(other.value);
    other.remove();
  }
  keepSelected(codes);
  showCount(form);
}

/** Keeps the ticks of a page, and says how many links are selected. */
function keepTicks(form: HTMLFormElement): void {
  const codes = readSelected();
  const wasEmpty = codes.size === 0;
  for (const box of listBoxes(form)) {
    if (box.checked) codes.add(box.value);
    else codes.delete(box.value);
  }
  keepSelected(codes);
  const words = showCount(form);
  announce(wasEmpty ? `${words}. The buttons to change them stand before the list.` : words);
}

/** The box that was changed last, from which a range goes. */
let last: HTMLInputElement | undefined;

/** Ticks a box like the one that was ticked before it, with all between them. */
function tickRange(form: HTMLFormElement, to: HTMLInputElement): void {
  const boxes = listBoxes(form);
  const ends = [last, to].map((box) => boxes.indexOf(box as HTMLInputElement)).sort((one, other) => one - other);
  const [first = -1, end = -1] = ends;
  if (first < 0) return;
  for (const box of boxes.slice(first, end + 1)) if (!box.disabled) box.checked = to.checked;
}

/** The handlers are on the document, because a search replaces the list. */
export function followSelection(): void {
  document.addEventListener('click', ({ target, shiftKey }) => {
    const box = target as HTMLInputElement;
    const { form } = box;
    if (!form || box.name !== 'codes') return;
    if (shiftKey) tickRange(form, box);
    last = box;
  });
  document.addEventListener('change', ({ target }) => {
    const box = target as HTMLInputElement;
    if (!box.form || (box.name !== 'codes' && !box.dataset.all)) return;
    if (box.dataset.all) for (const each of listBoxes(box.form)) each.checked = box.checked && !each.disabled;
    keepTicks(box.form);
  });
  document.addEventListener('formdata', (event) => {
    const { formData, target } = event;
    const form = findForm();
    if (!form || target !== form) return;
    for (const code of listElsewhere(form)) formData.append('codes', code);
    // A deletion ends the selection, but not before its links are in what is sent.
    if (formData.get('change') === 'delete') keepSelected(new Set());
  });
  showSelected();
}

/** The selection ends with “Clear”, which needs an earlier act, so this may come late. */
export function followClearing(): void {
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-clear]')) keepSelected(new Set());
  });
  // The boxes have their initial state only a moment after the event that clears the selection.
  document.addEventListener('reset', ({ target }) => {
    const form = findForm();
    if (form === null || target !== form) return;
    setTimeout(() => {
      showSelected();
      // The bar with the button that was pressed is gone.
      find(form, '[data-all]').focus();
      announce('No links selected.');
    });
  });
}

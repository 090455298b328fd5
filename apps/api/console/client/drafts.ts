/**
 * Keeps what was typed, except secrets, until it is sent or discarded: in the tab, and once its page is left for the next
 * visit in any tab. A draft belongs to one session. It is loaded once something is typed, or was (parts/late.ts).
 */
import { followErrors } from './parts/errors';
import { DRAFT, SIGNED_OUT } from './parts/late';
import { openAround } from './parts/panels';
import { announce } from './parts/shared';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Value = string | boolean;

const FORMS = 'main form[method=post]';
const session = document.body.dataset.session;
const own = `${DRAFT}${session} `;
/** The key of the form that was sent last. */
const SENT = `${own}sent`;

function clear(which: (key: string) => boolean): void {
  for (const store of [sessionStorage, localStorage])
    for (const key of Object.keys(store)) if (key.startsWith(DRAFT) && which(key)) store.removeItem(key);
}
const clearAll = () => clear(() => true);

const makeKey = (form: HTMLFormElement) => `${own}${form.getAttribute('action')} ${form.dataset.draft ?? ''}`;
const isTyped = (one: Element): one is Field =>
  one.matches('input,textarea,select') &&
  (one as Field).name !== '' &&
  (one as Field).form?.contains(one) === true &&
  !['hidden', 'submit', 'password', 'file'].includes((one as Field).type) &&
  !('unkept' in (one as Field).dataset);
const listFields = (form: HTMLFormElement) => [...form.elements].filter(isTyped);
const isBox = (one: Field): one is HTMLInputElement => one.type === 'checkbox' || one.type === 'radio';
function readDefault(one: Field): Value | undefined {
  if (isBox(one)) return one.defaultChecked;
  if (!(one instanceof HTMLSelectElement)) return one.defaultValue;
  return ([...one.options].find((option) => option.defaultSelected) ?? one.options[0])?.value;
}
const readTyped = (one: Field): Value => (isBox(one) ? one.checked : one.value);
const nameField = (one: Field) => one.name + (isBox(one) ? ` ${one.value}` : '');
const read = (key: string): [string, Value][] => JSON.parse(sessionStorage.getItem(key) ?? '[]');

/** How long what was left is there for the next visit. */
const LEFT_LASTS_MS = 7 * 86_400_000;

/** What was left; null for nothing, or nothing as young. */
function readLeft(key: string): string | null {
  const { at, typed } = JSON.parse(localStorage.getItem(key) ?? '{"at":0}');
  return at > Date.now() - LEFT_LASTS_MS ? typed : null;
}

/** Keeps for the next visit what the forms of a page have as it is left. */
function leaveForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(FORMS)) {
    const typed = sessionStorage.getItem(makeKey(form));
    if (typed) localStorage.setItem(makeKey(form), JSON.stringify({ at: Date.now(), typed }));
  }
}

function forget(key: string): void {
  sessionStorage.removeItem(key);
  localStorage.removeItem(key);
}

/** A draft differs from the form as a preset fills it in. It names the address with that preset under no field's name. */
const BEGUN_AT = '';
const findPresets = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-presets]');
const write = (key: string, typed: readonly (readonly [string, Value])[]) =>
  sessionStorage.setItem(key, JSON.stringify(typed));

/** After a refusal the page itself has what was typed as its values, so the values kept before stay. */
function keep(form: HTMLFormElement): void {
  const kept = new Map(read(makeKey(form)));
  const typed = listFields(form)
    .filter((one) => readTyped(one) !== readDefault(one) || kept.has(nameField(one)))
    .map((one) => [nameField(one), readTyped(one)] as const);
  const begunAt = findPresets(form)?.dataset.own ?? kept.get(BEGUN_AT);
  if (typed.length > 0) write(makeKey(form), begunAt === undefined ? typed : [...typed, [BEGUN_AT, begunAt]]);
  else forget(makeKey(form));
}

/** Begins a draft at the page of another preset, which replaces the fields that it has. */
function changePreset(key: string, { dataset }: HTMLElement, begunAt: string): void {
  const replaced = [BEGUN_AT, ...(dataset.presets?.split(' ') ?? [])];
  const others = read(key).filter(([id]) => !replaced.includes(id.split(' ')[0] ?? ''));
  if (others.length > 0) write(key, [...others, [BEGUN_AT, begunAt]]);
  else forget(key);
}

/**
 * A draft that was begun with another preset is shown on its page, so that it has the access that was chosen. An
 * address that names a preset itself is a choice of that one.
 */
function showWithPreset(form: HTMLFormElement): void {
  const [key, presets] = [makeKey(form), findPresets(form)];
  const [kept, here] = [new Map(read(key)), presets?.dataset.own];
  const begunAt = kept.get(BEGUN_AT);
  if (!presets || !here || kept.size === 0 || begunAt === here) return;
  // It was begun on the page of a refusal, which has the access as its own values.
  if (begunAt === undefined) forget(key);
  else if (here.includes('?preset=')) changePreset(key, presets, here);
  else {
    form.inert = true;
    location.replace(String(begunAt));
  }
}

function offerDiscard(form: HTMLFormElement): void {
  const line = Object.assign(document.createElement('p'), {
    className: 'line small soft',
    textContent: `What you typed before is here${form.querySelector('[data-unkept]') ? ', but no password' : ''}. `,
  });
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'text',
    textContent: 'Discard',
  });
  button.addEventListener('click', () => {
    form.reset();
    form.dispatchEvent(new Event('input', { bubbles: true }));
    listFields(form)[0]?.focus();
    announce('Discarded');
  });
  form.addEventListener('reset', () => line.remove());
  line.append(button);
  form.prepend(line);
}

/** What was left for the next visit is the draft of a tab that has none. */
function takeLeft(key: string): boolean {
  const left = sessionStorage.getItem(key) ?? readLeft(key);
  if (left !== null) sessionStorage.setItem(key, left);
  return left !== null;
}

function restore(form: HTMLFormElement): void {
  const key = makeKey(form);
  takeLeft(key);
  showWithPreset(form);
  if (form.inert) return;
  const kept = new Map(read(key));
  const changed = listFields(form).filter(
    (one) => kept.has(nameField(one)) && readTyped(one) !== kept.get(nameField(one)),
  );
  for (const one of changed) {
    const value = kept.get(nameField(one));
    if (isBox(one)) one.checked = value === true;
    else one.value = String(value);
    openAround(one);
  }
  for (const one of changed) one.dispatchEvent(new Event('input', { bubbles: true }));
  if (changed.length > 0) offerDiscard(form);
}

/** A form that succeeded redirects, and its draft goes. One that was refused, or did not arrive, keeps its draft. */
function forgetDone(): void {
  const sent = sessionStorage.getItem(SENT);
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (sent && navigation?.type === 'navigate' && navigation.redirectCount > 0) {
    // Another tab may have left another draft since.
    if (readLeft(sent) === sessionStorage.getItem(sent)) localStorage.removeItem(sent);
    sessionStorage.removeItem(sent);
  }
  sessionStorage.removeItem(SENT);
}

function replaceByPreset(target: Element): void {
  const presets = target.closest<HTMLElement>('[data-presets]');
  const [form, link] = [presets?.closest('form'), target.closest('a')];
  // The address may have a name, too.
  if (presets && form && link && read(makeKey(form)).length > 0)
    changePreset(makeKey(form), presets, link.pathname + link.search.split('&')[0]);
}

/** Keeps what is typed into the forms of a page, and restores it. */
function keepDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(own) && readLeft(key) === null) localStorage.removeItem(key);
  forgetDone();
  addEventListener('pagehide', leaveForms);
  document.addEventListener('submit', ({ target }) => {
    const form = target as HTMLFormElement;
    if (form.matches(FORMS)) sessionStorage.setItem(SENT, makeKey(form));
    if (form.matches('form[action$="/sign-out"]')) clearAll();
  });
  document.addEventListener('reset', ({ target }) => {
    const form = target as HTMLFormElement;
    if (form.matches(FORMS)) forget(makeKey(form));
  });
  document.addEventListener('click', ({ target }) => replaceByPreset(target as Element));
  for (const form of document.querySelectorAll<HTMLFormElement>(FORMS)) restore(form);
  for (const part of document.querySelectorAll<HTMLElement>('[data-draft-of]'))
    part.hidden = !takeLeft(`${own}${part.dataset.draftOf} `);
  document.addEventListener('input', ({ target }) => {
    const { form } = target as Field;
    if (form?.matches(FORMS)) keep(form);
  });
  // What was typed before this script was there.
  const { form } = document.activeElement as Field;
  if (form?.matches(FORMS) && read(makeKey(form)).length === 0) keep(form);
}

// The sign-in page deletes the drafts of the session before. An error page without a session deletes none.
if (session) clear((key) => !key.startsWith(own));
else if (location.pathname.startsWith('/console/sign-in')) clearAll();
addEventListener('storage', ({ key }) => {
  if (key === SIGNED_OUT) clearAll();
});
if (session) keepDrafts();
followErrors();

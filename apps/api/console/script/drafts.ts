/** What was typed stays in the tab until it is sent or discarded, but no secret. A draft belongs to one session. */
export const DRAFTS = `
const PREFIX = 'draft ';
const SIGNED_OUT = 'console-signed-out';
const session = document.body.dataset.session;
const own = PREFIX + session + ' ';
const SENT = own + 'sent';
function clear(which) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX) && which(key)) sessionStorage.removeItem(key);
}
// The page of the sign-in ends what a session has left here. A page of an error may have no session, and ends nothing.
if (session) clear((key) => !key.startsWith(own));
else if (location.pathname.startsWith('/console/sign-in')) clear(() => true);
addEventListener('storage', ({ key }) => key === SIGNED_OUT && clear(() => true));
const keyOf = (form) => own + form.getAttribute('action') + ' ' + (form.dataset.draft || '');
const isTyped = (one) => one.name && one.matches('input,textarea,select') && one.form.contains(one) &&
  !['hidden', 'submit', 'password', 'file'].includes(one.type) && !('unkept' in one.dataset);
const fieldsOf = (form) => [...form.elements].filter(isTyped);
const isBox = ({ type }) => type === 'checkbox' || type === 'radio';
const defaultOf = (one) => isBox(one) ? one.defaultChecked
  : one.options ? ([...one.options].find((option) => option.defaultSelected) || one.options[0])?.value : one.defaultValue;
const valueOf = (one) => isBox(one) ? one.checked : one.value;
const idOf = (one) => one.name + (isBox(one) ? ' ' + one.value : '');
const keptOf = (form) => new Map(JSON.parse(sessionStorage.getItem(keyOf(form)) || '[]'));
// After a refusal the page has what was typed as its own values, so what was kept before stays.
function keep(form) {
  const kept = keptOf(form);
  const typed = fieldsOf(form).filter((one) => valueOf(one) !== defaultOf(one) || kept.has(idOf(one)))
    .map((one) => [idOf(one), valueOf(one)]);
  if (typed.length) sessionStorage.setItem(keyOf(form), JSON.stringify(typed));
  else sessionStorage.removeItem(keyOf(form));
}
function offerDiscard(form) {
  const line = document.createElement('p');
  line.className = 'line small soft';
  line.textContent = 'What you typed before is here. ';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'text';
  button.textContent = 'Discard';
  button.addEventListener('click', () => {
    form.reset();
    form.dispatchEvent(new Event('input', { bubbles: true }));
    sessionStorage.removeItem(keyOf(form));
    line.remove();
    fieldsOf(form)[0]?.focus();
    announce('Discarded');
  });
  line.append(button);
  form.prepend(line);
}
function restore(form) {
  const kept = keptOf(form);
  const changed = fieldsOf(form).filter((one) => kept.has(idOf(one)) && valueOf(one) !== kept.get(idOf(one)));
  for (const one of changed) {
    if (isBox(one)) one.checked = kept.get(idOf(one));
    else one.value = kept.get(idOf(one));
    for (let part = one.closest('details'); part; part = part.parentElement.closest('details')) part.open = true;
  }
  for (const one of changed) one.dispatchEvent(new Event('input', { bubbles: true }));
  if (changed.length) offerDiscard(form);
}
const FORMS = 'main form[method=post]';
if (session) {
  // A form that was done redirects, and has no draft any more. One that was refused, or did not arrive, does not.
  const sent = sessionStorage.getItem(SENT);
  const { type, redirectCount } = performance.getEntriesByType('navigation')[0] || {};
  if (sent && type === 'navigate' && redirectCount) sessionStorage.removeItem(sent);
  sessionStorage.removeItem(SENT);
  document.addEventListener('submit', ({ target }) => {
    if (target.matches(FORMS)) sessionStorage.setItem(SENT, keyOf(target));
    if (!target.matches('form[action$="/sign-out"]')) return;
    clear(() => true);
    localStorage.setItem(SIGNED_OUT, Date.now());
  });
  // A preset replaces the fields that it has.
  document.addEventListener('click', ({ target }) => {
    const presets = target.closest('[data-presets]');
    const key = presets && target.closest('a') && keyOf(presets.closest('form'));
    const kept = key && sessionStorage.getItem(key);
    if (!kept) return;
    const replaced = presets.dataset.presets.split(' ');
    sessionStorage.setItem(key, JSON.stringify(JSON.parse(kept).filter(([id]) => !replaced.includes(id.split(' ')[0]))));
  });
  // The parts of the script that only this page has come after this one, and hear of what is restored.
  document.addEventListener('DOMContentLoaded', () => {
    for (const form of document.querySelectorAll(FORMS)) restore(form);
    document.addEventListener('input', ({ target }) => target.form?.matches(FORMS) && keep(target.form));
  });
}
`;

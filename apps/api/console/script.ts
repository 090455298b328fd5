/**
 * The script of the console. Every page works without it, except for passkeys. Browsers convert the JSON of WebAuthn
 * themselves (Level 3, sections 5.1.8 to 5.1.10), so the script needs no library.
 */

export const SCRIPT = `
'use strict';
// Copy buttons appear only where the browser has a clipboard.
for (const button of document.querySelectorAll('[data-copy]')) {
  const field = document.getElementById(button.dataset.copy);
  if (!navigator.clipboard || !field) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      return;
    }
    const label = button.textContent;
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = label; }, 1500);
  });
}
for (const field of document.querySelectorAll('input[readonly]')) field.addEventListener('focus', () => field.select());

// A form is sent once. Its button is disabled until the response arrives, for at most 10 seconds.
const UNLOCK_MS = 10000;
const locked = new Map();
function unlock(button) {
  if (!locked.has(button)) return;
  button.textContent = locked.get(button);
  button.disabled = false;
  locked.delete(button);
}
for (const form of document.querySelectorAll('form[method=post]:not([data-passkey])')) {
  form.addEventListener('submit', (event) => {
    const button = form.querySelector('button[type=submit]');
    if (locked.has(button)) return event.preventDefault();
    locked.set(button, button.textContent);
    button.textContent = 'Sending…';
    button.disabled = true;
    setTimeout(unlock, UNLOCK_MS, button);
  });
}
// A box that selects all links of the page, and the number of the selected ones.
for (const all of document.querySelectorAll('[data-all]')) {
  const boxes = [...all.form.querySelectorAll('[name=' + all.dataset.all + ']:enabled')];
  const count = all.form.querySelector('[data-count]');
  const show = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    all.checked = ticked > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    count.textContent = ticked === 1 ? '1 link is selected.' : ticked + ' links are selected.';
  };
  all.closest('[hidden]').hidden = boxes.length === 0;
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener('change', show);
  show();
}
// When a deletion can no longer be undone, the page is loaded again, unless that would lose a selection or a typed text.
for (const form of document.querySelectorAll('[data-left]')) {
  setTimeout(() => {
    const isInUse = document.querySelector('[name=codes]:checked') || document.activeElement.matches('input,select');
    if (isInUse) form.remove();
    else location.reload();
  }, Number(form.dataset.left));
}
// Empty fields of a filter stay out of the address.
for (const form of document.querySelectorAll('form[method=get]')) {
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
}
// On a page from the back/forward cache buttons work again, and one-time notices disappear.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const button of [...locked.keys()]) unlock(button);
  for (const note of document.querySelectorAll('[data-once]')) note.remove();
});
// After a refused form, Back and reload request the form's page instead of sending the form again.
const summary = document.querySelector('[data-page]');
if (summary) history.replaceState(null, '', summary.dataset.page);

// Passkeys: fetch a challenge, let the browser sign it, and send the credential with the form.
const ceremonies = {
  create: (json) => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) }),
  get: (json) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) }),
};
const MESSAGES = {
  NotAllowedError: 'No passkey was used. You can try again.',
  InvalidStateError: 'This device already has a passkey of this account.',
  AbortError: 'No passkey was used. You can try again.',
};

async function answerChallenge(form) {
  const response = await fetch(form.dataset.challenge, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  if (response.status === 429) throw new Error('Too many tries. Please wait a minute.');
  if (!response.ok) return;
  const credential = await ceremonies[form.dataset.passkey](await response.json());
  form.elements.credential.value = JSON.stringify(credential.toJSON());
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const button = form.querySelector('button');
  const status = form.querySelector('[role=status]');
  if (!window.PublicKeyCredential || !PublicKeyCredential.parseCreationOptionsFromJSON) {
    status.textContent = 'This browser is too old for passkeys. Please use a newer one.';
    continue;
  }
  button.disabled = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = '';
    try {
      await answerChallenge(form);
      form.submit();
    } catch (error) {
      status.textContent = MESSAGES[error.name] || error.message;
      button.disabled = false;
    }
  });
}
`;

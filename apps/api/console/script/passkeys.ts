/**
 * Passkeys. Browsers convert the JSON of WebAuthn themselves (Level 3, sections 5.1.8 to 5.1.10), so no library is
 * needed.
 */
export const PASSKEYS = `
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

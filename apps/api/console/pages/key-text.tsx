/** The page that shows the text of a key, and the page that replaces it later. */

import type { FC } from 'hono/jsx';
import type { Key } from '#api/accounts/keys';
import { SECRET_LASTS_MINUTES } from '../forms/secret-cookie';
import type { ConsolePage } from '../page';
import { Alert, Head } from './components';
import { FirstCall } from './first-call';

/** The page of a new text. @param origin of the API, for the sample of a first call */
export const keyTextPage = (key: Key, text: string, origin: string): ConsolePage => ({
  title: 'Copy your new key',
  section: 'keys',
  own: 'keys',
  main: (
    <>
      <Head title="Copy your new key" lead={<span class="few">“{key.name}” is ready.</span>} />
      <section class="card">
        <Secret text={text} />
        <Alert kind="wait" lead="You can’t see it again later.">
          {`This browser shows it for ${SECRET_LASTS_MINUTES} minutes.`}
        </Alert>
      </section>
      <section class="card">
        <FirstCall origin={origin} text={text} by={key} />
      </section>
      <p class="line">
        <a class="button quiet" href={`/console/keys/${key.id}`}>
          I’ve saved it
        </a>
        <a href="/docs/guide">Guide to the API</a>
      </p>
    </>
  ),
});

/** The text in a read-only field, which breaks it. The script shows the button where the browser has a clipboard. */
const Secret: FC<{ text: string }> = ({ text }) => (
  <div class="field">
    <label for="key-text">Secret</label>
    <div class="join secret">
      <textarea id="key-text" rows={1} readonly autocomplete="off" spellcheck={false}>
        {text}
      </textarea>
      <button type="button" data-copy="key-text" hidden>
        Copy
      </button>
    </div>
  </div>
);

/** The page after the text has expired, or after its cookie was cleared. */
export const textWasShownPage = (key: Key): ConsolePage => ({
  title: 'Key already shown',
  section: 'keys',
  own: 'keys',
  main: (
    <>
      <Head title="This key has already been shown" lead="A key is shown once, and never again." />
      <section class="card">
        <h2>Lost the key?</h2>
        <p class="soft">Rotate “{key.name}”. It gets a new secret, and you choose when the old one stops working.</p>
        <p class="line">
          <a class="button" href={`/console/keys/${key.id}?rotate#secret`}>
            Rotate secret
          </a>
          <a class="button quiet" href="/console/keys">
            All keys
          </a>
        </p>
      </section>
    </>
  ),
});

/** The page that shows the text of a key, and the page that replaces it later. */

import type { Key } from '#api/accounts/keys';
import { SECRET_LASTS_MINUTES } from '../forms/secret-cookie';
import type { ConsolePage } from '../page';
import { Alert, Copyable, Head } from './components';
import { FirstCall } from './first-call';

export const keyTextPage = (key: Key, text: string, origin: string): ConsolePage => ({
  title: 'Your key',
  section: 'keys',
  main: (
    <>
      <Head title={`Your key ${key.name}`} lead={`The console later shows it as …${text.slice(-10, -6)}······`} />
      <Alert kind="wait">
        {`Copy it now: this browser shows it for ${SECRET_LASTS_MINUTES} minutes, and after that nobody can show it again.`}
      </Alert>
      <section class="card">
        <Copyable label="Key" id="key-text" value={text} />
        <FirstCall origin={origin} text={text} by={key} />
      </section>
      <p class="line">
        <a class="button" href={`/console/keys/${key.id}`}>
          I’ve saved it
        </a>
        <a class="button quiet" href="/docs/guide">
          Next: the guide
        </a>
      </p>
    </>
  ),
});

/** The page after the text has expired, or after its cookie was cleared. */
export const textWasShownPage = (key: Key): ConsolePage => ({
  title: 'Your key',
  section: 'keys',
  main: (
    <>
      <Head title="This key has already been shown" lead="We can’t show it again." />
      <p>
        Lost it? Rotate the key “{key.name}”: it gets a new secret, and you choose how long the old one keeps working.
      </p>
      <p>
        <a class="button" href={`/console/keys/${key.id}`}>
          Go to the key
        </a>
      </p>
    </>
  ),
});

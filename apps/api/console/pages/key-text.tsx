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
      <Head
        title={`Your key ${key.name}`}
        lead={`You can recognise it by “${text.slice(-10, -6)}”, the four characters before its last six.`}
      />
      <Alert kind="wait">
        {`Copy it now: we store only its digest. This browser can show it for ${SECRET_LASTS_MINUTES} minutes. After that nobody can show it.`}
      </Alert>
      <section class="card">
        <Copyable label="Key" id="key-text" value={text} />
        <FirstCall origin={origin} text={text} by={key} />
      </section>
      <p class="line">
        <a class="button" href={`/console/keys/${key.id}`}>
          I have it
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
      <Head title={`The text of ${key.name} was shown`} lead="It cannot be shown again: we store only its digest." />
      <p>You do not have it? Rotate the key: it gets a new text, and you choose which of its texts keep working.</p>
      <p>
        <a class="button" href={`/console/keys/${key.id}`}>
          To the key
        </a>
      </p>
    </>
  ),
});

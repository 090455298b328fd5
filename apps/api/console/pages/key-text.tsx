/** The page that shows a key's text, and what stands there afterwards. */

import type { Key } from '#api/accounts/keys';
import { FOR_MINUTES } from '../forms/handed';
import type { ConsolePage } from '../page';
import { Copyable, Head, Note } from './components';

export const keyTextPage = (key: Key, text: string, origin: string): ConsolePage => ({
  title: 'Your key',
  section: 'keys',
  main: (
    <>
      <Head
        title={`Your key ${key.name}`}
        lead={`You will know it again by “${text.slice(-10, -6)}”, before its last six characters.`}
      />
      <Note kind="wait">
        {`Copy it now: we keep only its digest. This browser can show it for ${FOR_MINUTES} minutes, nobody can afterwards.`}
      </Note>
      <section class="card">
        <Copyable label="Key" id="key-text" value={text} />
        <Copyable
          label="A first call with it"
          id="key-call"
          value={`curl -s ${origin}/v2/shorten -H 'Authorization: Bearer ${text}' -H 'Content-Type: application/json' -d '{"url":"https://example.com/"}'`}
        />
      </section>
      <p>
        <a class="button" href={`/console/keys/${key.id}`}>
          I have it
        </a>
      </p>
    </>
  ),
});

/** Once the text was put away, or its minutes are over. */
export const shownTextPage = (key: Key): ConsolePage => ({
  title: 'Your key',
  section: 'keys',
  main: (
    <>
      <Head title={`The text of ${key.name} was shown`} lead="It is shown to nobody again: we keep only its digest." />
      <p>You do not have it? Rotate the key: it gets another text, and you say which of its texts go on working.</p>
      <p>
        <a class="button" href={`/console/keys/${key.id}`}>
          To the key
        </a>
      </p>
    </>
  ),
});

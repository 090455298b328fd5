/**
 * The page that shows the secret of a key, which the code calls its text, and the page that replaces it later.
 */
import type { Child, FC } from 'hono/jsx';
import { type Key, ownKey } from '#api/accounts/keys';
import { type PreviousText, readTexts } from '#api/accounts/rotation';
import { writeFetch, writeInLanguages } from '#api/samples/languages';
import type { SampleRequest } from '#api/samples/request';
import { listMissingScopes, type Scope } from '#domain/key-rights';
import { hashText } from '#secrets/digest';
import { Alert, Head, Moment } from '../components';
import { type ConsoleContext, createHandlers, readOrigin } from '../context';
import { readKeyText, SECRET_LASTS_MINUTES } from '../forms/kept-in-browser';
import type { FormResult } from '../forms/run-once';
import { type ConsolePage, show } from '../page';

/** The page with the text of a key. Only the browser that made or rotated the key sees it, for two minutes. */
export const getKeyText = createHandlers(async (c) => {
  const key = await findKey(c);
  const text = await readKeyText(c, key.id);
  const isCurrent = text !== null && (await hashText(text)) === key.digest;
  const { previous } = readTexts(key, c.get('now'));
  return show(c, isCurrent ? keyTextPage(key, text, previous, readOrigin(c)) : textWasShownPage(key));
});

/** The redirect to the page that shows the new text of a key. */
export const redirectToText = (id: string): FormResult => ({
  to: `${keyPath({ id })}/text`,
  hands: { kind: 'key', keyId: id },
});

/** Reads the key in the path. @throws Refusal KEY_NOT_FOUND, also for a key of another account */
export const findKey = (c: ConsoleContext): Promise<Key> => ownKey(c.env, c.get('account').id, c.req.param('id') ?? '');

export const keyPath = ({ id }: Pick<Key, 'id'>): string => `/console/keys/${id}`;

/**
 * The page of a new text.
 * @param previous the text before it, if that still works
 * @param origin of the API, for the sample of a first call
 */
const keyTextPage = (key: Key, text: string, previous: PreviousText | null, origin: string): ConsolePage => ({
  title: 'Copy the secret',
  section: 'keys',
  own: 'keys',
  main: (
    <>
      <Head
        title="Copy the secret"
        lead={
          previous === null ? (
            <span class="few">
              “{key.name}” is ready. {key.origins === null ? 'Your application' : 'Your page'} sends this secret.
            </span>
          ) : (
            <span class="few">
              “{key.name}” has a new secret. The old one works until <Moment at={previous.worksUntil} />.
            </span>
          )
        }
      />
      <section class="card" tabindex={-1} autofocus aria-labelledby="title">
        <Secret text={text} />
        <Alert kind="wait" lead="You can’t see it again later.">
          {`This browser shows it for ${SECRET_LASTS_MINUTES} minutes.`}
        </Alert>
      </section>
      <section class="card">
        {key.origins === null ? (
          <FirstCall origin={origin} text={text} by={key} />
        ) : (
          <FirstCallOfPage origin={origin} text={text} by={key} origins={key.origins} />
        )}
      </section>
      <p class="line">
        <a class="button" href={`/console/keys/${key.id}`}>
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
const textWasShownPage = (key: Key): ConsolePage => ({
  title: 'Secret already shown',
  section: 'keys',
  own: 'keys',
  main: (
    <>
      <Head title="This secret has already been shown" lead="A secret is shown once, and never again." />
      <section class="card">
        <h2>Lost the secret?</h2>
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

/** What a sample needs to know of a key. */
type Caller = {
  /** Null: all scopes. */
  readonly scopes: readonly Scope[] | null;
  readonly linkReach: 'own' | null;
};

type FirstRequest = Pick<SampleRequest, 'method' | 'address' | 'body'>;

/**
 * The first requests of keys, the best one first. The sample of a key that may send none of them reads the key's own
 * rights.
 */
const REQUESTS: readonly (FirstRequest & { readonly scope: Scope; readonly needsAccount?: true })[] = [
  { scope: 'links:create', method: 'POST', address: '/v2/shorten', body: { url: 'https://example.com/' } },
  { scope: 'links:read', method: 'GET', address: '/v2/links' },
  { scope: 'stats:read', method: 'GET', address: '/v2/stats', needsAccount: true },
];
const OWN_RIGHTS: FirstRequest = { method: 'GET', address: '/v2/key' };

/** Returns the request that a key sends first: one that it may send. */
export const chooseFirstRequest = ({ scopes, linkReach }: Caller): FirstRequest =>
  REQUESTS.find(
    ({ scope, needsAccount }) =>
      listMissingScopes({ scopes }, scope).length === 0 && !(needsAccount && linkReach === 'own'),
  ) ?? OWN_RIGHTS;

const GUIDE = '/docs/guide#first-link';

/** What a computer needs to run a sample, by the id of its language. */
const NOTES: Readonly<Record<string, Child>> = {
  js: (
    <>
      The package <code>swiftlet-client</code> comes from the operator of this service (<a href={GUIDE}>guide</a>). It
      waits for limits and repeats what failed; nothing is made twice.
    </>
  ),
  python: (
    <>
      Needs the package <code>requests</code>.
    </>
  ),
  php: (
    <>
      Needs the extension <code>curl</code>.
    </>
  ),
};

/** @property origin of the API */
type FirstCallProps = { origin: string; text: string; by: Caller };

/** The first request of a key with its text. */
const makeFirstCall = ({ origin, text, by }: FirstCallProps) =>
  ({ api: origin, ...chooseFirstRequest(by), key: text, access: 'key', response: 'json' }) as const;

/** A first call from the pages of a website. */
const FirstCallOfPage: FC<FirstCallProps & { origins: readonly string[] }> = ({ origins, ...call }) => (
  <>
    <h2>Make your first call</h2>
    <div class="codes">
      <div class="in-page">
        <pre>
          <code id="code-page">{writeFetch(makeFirstCall(call))}</code>
        </pre>
        <button class="quiet" type="button" data-copy="code-page" hidden>
          Copy
        </button>
        <p class="soft small">
          Runs on pages of{' '}
          {origins.map((one, n) => (
            <>
              {n > 0 && ', '}
              <code>{one}</code>
            </>
          ))}
          . Their visitors can read the secret, and origins do not hold off servers: whoever has it can call from
          anywhere, with the access of this key.
        </p>
      </div>
    </div>
  </>
);

/** A first call in four languages. The tabs are radio buttons, and work without script. */
const FirstCall: FC<FirstCallProps> = (call) => {
  const samples = writeInLanguages(makeFirstCall(call));
  return (
    <fieldset class="codes">
      <legend>Make your first call</legend>
      {samples.map(({ id, label }, index) => (
        <>
          <input type="radio" name="language" id={`in-${id}`} checked={index === 0} autocomplete="off" />
          <label for={`in-${id}`}>{label}</label>
        </>
      ))}
      {samples.map(({ id, code }) => (
        <div class={`in-${id}`}>
          <pre>
            <code id={`code-${id}`}>{code}</code>
          </pre>
          <button class="quiet" type="button" data-copy={`code-${id}`} hidden>
            Copy
          </button>
          {NOTES[id] && <p class="soft small">{NOTES[id]}</p>}
        </div>
      ))}
    </fieldset>
  );
};

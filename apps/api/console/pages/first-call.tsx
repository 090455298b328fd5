/** A first call with a key as code to copy, in four languages. The tabs are radio buttons, and work without script. */
import type { Child, FC } from 'hono/jsx';
import { languagesOf } from '#api/samples/languages';
import type { SampleRequest } from '#api/samples/request';
import { missingScopes } from '#domain/key-rights';
import type { Scope } from '#domain/scopes';

/** What a sample needs to know of a key. */
type Caller = {
  /** Null: all scopes. */
  readonly scopes: readonly Scope[] | null;
  readonly linkReach: 'own' | null;
};

type FirstRequest = Pick<SampleRequest, 'method' | 'address' | 'body'>;

/** The first requests of keys, the best one first. A key that may send none of them reads its own rights. */
const REQUESTS: readonly (FirstRequest & { readonly scope: Scope; readonly needsAccount?: true })[] = [
  { scope: 'links:create', method: 'POST', address: '/v2/shorten', body: { url: 'https://example.com/' } },
  { scope: 'links:read', method: 'GET', address: '/v2/links' },
  { scope: 'stats:read', method: 'GET', address: '/v2/stats', needsAccount: true },
];
const OWN_RIGHTS: FirstRequest = { method: 'GET', address: '/v2/key' };

/** Returns the request that a key sends first: one that it may send. */
export const firstRequestOf = ({ scopes, linkReach }: Caller): FirstRequest =>
  REQUESTS.find(
    ({ scope, needsAccount }) =>
      missingScopes({ scopes }, scope).length === 0 && !(needsAccount && linkReach === 'own'),
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

type FirstCallProps = { origin: string; text: string; by?: Caller };

/** @param origin of the API @param text of the key @param by the key; by default one with all rights */
export const FirstCall: FC<FirstCallProps> = ({ origin, text, by = { scopes: null, linkReach: null } }) => {
  const { method, address, body } = firstRequestOf(by);
  const request = { api: origin, method, address, key: text, access: 'key', answer: 'json' } as const;
  const samples = languagesOf(body === undefined ? request : { ...request, body });
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
          <pre tabindex={0}>
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

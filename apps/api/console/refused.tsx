/** The pages of refusals and faults. */

import type { FC } from 'hono/jsx';
import { secondsUntil } from '#domain/meter';
import { Head } from './components';
import type { ConsoleContext } from './context';
import { type ConsolePage, show } from './page';

/** How many characters are shown of an address that leads nowhere. */
const SHOWN_PATH = 80;

/**
 * @param path the address that leads nowhere
 * @param isSignedIn whether the page may belong to another account, and links can be searched
 */
export const notFoundPage = (path: string, isSignedIn: boolean): ConsolePage => ({
  title: 'Not found',
  flight: 'lost',
  main: (
    <>
      <Head
        title="Page not found"
        lead={
          <>
            There is nothing at <code>{path.length > SHOWN_PATH ? `${path.slice(0, SHOWN_PATH)}…` : path}</code>
            {isSignedIn && ', or it belongs to another account'}.
          </>
        }
      />
      <p class="line ends">
        {isSignedIn ? (
          <>
            <a class="button" href="/console">
              Go to overview
            </a>
            <SearchLinks path={path} />
          </>
        ) : (
          <a class="button" href="/console/sign-in">
            Sign in
          </a>
        )}
      </p>
    </>
  ),
});

/** The search of links, which begins with the code that the page of a link would have. */
const SearchLinks: FC<{ path: string }> = ({ path }) => {
  const [, code] = /^\/console\/links\/([\w-]{1,50})$/.exec(path) ?? [];
  return (
    <a class="button quiet" href={code === undefined ? '/console/links#search' : `/console/links?search=${code}`}>
      {code === undefined ? 'Search your links' : `Search links for “${code}”`}
    </a>
  );
};

export const forgedPage: ConsolePage = {
  title: 'Refused',
  flight: 'turned',
  main: (
    <>
      <Head
        title="That did not come from this console"
        lead="Nothing was changed. The console accepts a form only from one of its own pages."
      />
      <p class="line ends">
        <a class="button" href="/console">
          Go to overview
        </a>
      </p>
    </>
  ),
};

const tooManyPage: ConsolePage = {
  title: 'Too many requests',
  flight: 'turned',
  main: <Head title="Too many requests" lead="Please wait a minute, then try again." />,
};

export const tooLongPage: ConsolePage = {
  title: 'Too long',
  flight: 'turned',
  main: <Head title="This form is too long" lead="Nothing was done. Go back to what you typed, and shorten it." />,
};

export const runningPage: ConsolePage = {
  title: 'Still under way',
  flight: 'flying',
  main: (
    <>
      <Head
        title="This is still under way"
        lead="The form was sent a moment ago, and is being processed. Reload this page in a minute to see the result. Nothing is done twice."
      />
      <p class="line ends">
        <a class="button quiet" href="/console">
          Go to overview
        </a>
      </p>
    </>
  ),
};

export const unavailablePage: ConsolePage = {
  title: 'Not available',
  flight: 'turned',
  main: (
    <Head
      title="Not available at the moment"
      lead="A part of the service does not respond. Please try again in a moment."
    />
  ),
};

export const faultPage = (requestId: string): ConsolePage => ({
  title: 'Error',
  flight: 'turned',
  main: (
    <Head
      title="Something went wrong"
      lead={`That was our fault, and it has been noted. If it happens again, tell us this: ${requestId}`}
    />
  ),
});

export const elsewherePage = (origin: string): ConsolePage => ({
  title: 'The console is elsewhere',
  flight: 'lost',
  main: (
    <>
      <Head
        title="The console is at another address"
        lead="Passkeys belong to one host name, and so does the console."
      />
      <p class="line ends">
        <a class="button" href={`${origin}/console`}>
          {`${origin}/console`}
        </a>
      </p>
    </>
  ),
});

/**
 * Responds to a request over the limit of its network or account with 429 and Retry-After (specification 14.4).
 * @param until the end of the window, epoch milliseconds
 */
export function showTooMany(c: ConsoleContext, until: number): Response {
  c.header('Retry-After', String(secondsUntil(until, c.get('now'))));
  return show(c, tooManyPage, 429);
}

/** The short address of a link with a copy button, and its destination, as lists show them. */
import type { FC } from 'hono/jsx';
import type { Link } from '#domain/link';

/** The most characters of a destination in a list. A row has room for fewer. */
const DESTINATION_SHOWN = 300;

type AddressProps = { link: Pick<Link, 'alias' | 'code'>; shortBaseUrl: string };

/** The host is soft, because all links have the same. The stylesheet shows the button where there is a clipboard. */
export const ShortAddress: FC<AddressProps> = ({ link, shortBaseUrl }) => {
  const shortCode = link.alias ?? link.code;
  const host = shortBaseUrl.replace(/^https?:\/\//, '');
  return (
    <span class="address">
      <a class="name clip" href={`/console/links/${shortCode}`}>
        <span class="soft">{`${host}/`}</span>
        {shortCode}
      </a>
      <button class="copy" type="button" data-copies={`${shortBaseUrl}/${shortCode}`}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M9 9h11v11H9zM5 15H4V4h11v1" />
          <path class="tick" d="M5 12.5l5 5L19 7" />
        </svg>
        <span class="unseen">{`Copy ${shortCode}`}</span>
      </button>
    </span>
  );
};

/** A destination without its scheme. It is soft, and as it was sent, so nothing in it is decoded. */
export const Destination: FC<{ url: string }> = ({ url }) => (
  <bdi class="soft" title={url.slice(0, DESTINATION_SHOWN)}>
    {url
      .slice(0, DESTINATION_SHOWN)
      .replace(/^https?:\/\/(?:www\.)?/i, '')
      .replace(/^([^/?#]*)\/$/, '$1')}
  </bdi>
);

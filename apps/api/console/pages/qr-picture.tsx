/** The picture of the QR studio with its downloads, and the addresses of both. */
import type { FC } from 'hono/jsx';
import type { FormErrors } from '../forms/form';
import { type Contrast, isOfPreset, QR_PURPOSES, type QrParameters } from '../qr-form';
import { Alert } from './components';

export type QrView = {
  readonly shortCode: string;
  /** The address that the code holds, without its scheme. */
  readonly content: string;
  /** The query parameters of the picture. */
  readonly parameters: QrParameters;
  /** Null if a colour is none. */
  readonly contrast: Contrast | null;
  readonly errors: FormErrors;
};

export const studioOf = (shortCode: string): string => `/console/links/${shortCode}/qr`;

export const addressWith = (address: string, parameters: QrParameters): string =>
  `${address}?${new URLSearchParams(parameters)}`;

/** The picture as it is downloaded. The script replaces it after each change of the form. */
export const QrPicture: FC<QrView> = ({ shortCode, content, parameters, contrast, errors }) => {
  const picture = (more: QrParameters) => addressWith(`${studioOf(shortCode)}/picture`, { ...parameters, ...more });
  const messages = Object.values(errors);
  return (
    <section class="card seen" id="seen">
      <h2 class="unseen">The picture</h2>
      {messages.length > 0 ? (
        <>
          <div class="ground">
            <p class="qr none" aria-hidden="true" />
          </div>
          {messages.map((message) => (
            <Alert kind="wrong">{message}</Alert>
          ))}
        </>
      ) : (
        <>
          <div class="ground">
            <img class="qr" src={picture({ format: 'svg' })} alt={`QR code of ${content}`} width="600" height="600" />
          </div>
          <div class="about-picture">
            <Content of={content} />
            <p class="soft">{`PNG: ${parameters.size} × ${parameters.size} pixels`}</p>
            {contrast?.kind === 'good' && <Verdict words={contrast.words} />}
          </div>
          {contrast && contrast.kind !== 'good' && <Alert kind={contrast.kind}>{contrast.words}</Alert>}
          <p class="takes">
            {FORMATS[isForPaper(parameters) ? 'paper' : 'screen'].map((format, place) => (
              <a
                class={place === 0 ? 'button' : 'button quiet'}
                href={picture({ format, download: 'true' })}
                download
              >{`Download ${format.toUpperCase()}`}</a>
            ))}
            <button class="quiet" type="button" data-copy-picture={picture({ format: 'png' })} hidden>
              Copy as image
            </button>
          </p>
        </>
      )}
    </section>
  );
};

/** The formats of a download. The first one suits the purpose: a printer enlarges an SVG without loss. */
const FORMATS = { screen: ['png', 'svg'], paper: ['svg', 'png'] } as const;

/** Whether the parameters are those of a purpose that is not the screen. */
export const isForPaper = (parameters: QrParameters): boolean =>
  QR_PURPOSES.some((one) => one.name !== 'Screen' && isOfPreset(parameters, one));

/** The address in the code. A line of it ends after a slash. */
const Content: FC<{ of: string }> = ({ of }) => {
  const [host = '', ...rest] = of.split('/');
  return (
    <p>
      <bdi>
        {host}/<wbr />
        {rest.join('/')}
      </bdi>
    </p>
  );
};

const Verdict: FC<{ words: string }> = ({ words }) => (
  <p class="verdict" data-verdict>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 12.500l5 5L19 7" />
    </svg>
    {words}
  </p>
);

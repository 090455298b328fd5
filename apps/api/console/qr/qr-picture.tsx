/** The picture of the QR studio with its downloads. */
import type { FC } from 'hono/jsx';
import type { QrStyle } from '#api/qr/style';
import { Alert, formatCount } from '../components';
import type { FormErrors, Forms } from '../forms/form';
import { type Contrast, isForPaper, QR_FIELDS, type QrField, type QrParameters } from './parameters';

export type QrView = {
  readonly shortCode: string;
  /** The address that the code holds, without its scheme. */
  readonly content: string;
  /** The query parameters of the picture. */
  readonly parameters: QrParameters;
  /** Null if a colour is invalid. */
  readonly contrast: Contrast | null;
  readonly errors: FormErrors;
  /** The parameters of the picture that is shown: of an SVG, if only the width is wrong. Null for no picture. */
  readonly drawn: QrParameters | null;
  /** What the account keeps for every link. */
  readonly style: QrStyle;
  readonly forms: Forms;
};

export const studioPath = (shortCode: string): string => `/console/links/${shortCode}/qr`;

export const addressWith = (address: string, parameters: QrParameters): string =>
  `${address}?${new URLSearchParams(parameters)}`;

/** The picture as it is downloaded. The script replaces it after each change of the form. */
export const QrPicture: FC<QrView> = (view) => (
  <section class="card seen" id="seen">
    <h2 class="unseen">The picture</h2>
    {view.drawn === null ? <NoPicture errors={view.errors} /> : <Drawn {...view} drawn={view.drawn} />}
  </section>
);

/** Says where the form is wrong. The words of an error stand at its field. */
const NoPicture: FC<Pick<QrView, 'errors'>> = ({ errors }) => {
  const fields = (Object.keys(QR_FIELDS) as QrField[]).filter((name) => errors[name] !== undefined);
  return (
    <>
      <div class="ground">
        <p class="qr none" aria-hidden="true" />
      </div>
      <Alert kind="wrong">
        {errors.form ?? 'No picture yet. Please check: '}
        {fields.map((name, place) => (
          <>
            {place > 0 && ', '}
            <a href={`#${name}`}>{QR_FIELDS[name]}</a>
          </>
        ))}
      </Alert>
    </>
  );
};

const Drawn: FC<QrView & { drawn: QrParameters }> = ({ shortCode, content, parameters, drawn, contrast, errors }) => {
  const picture = (more: QrParameters) => addressWith(`${studioPath(shortCode)}/picture`, { ...drawn, ...more });
  const width = formatCount(Number(parameters.size));
  const formats = errors.size === undefined ? FORMATS[isForPaper(parameters) ? 'paper' : 'screen'] : FORMATS.vector;
  return (
    <>
      <div class="ground">
        <img class="qr" src={picture({ format: 'svg' })} alt={`QR code of ${content}`} width="600" height="600" />
      </div>
      <div class="about-picture">
        <Content of={content} />
        <p class="soft">
          {errors.size === undefined
            ? `PNG: ${width} × ${width} pixels`
            : 'No PNG of this width. An SVG prints sharp at any size.'}
        </p>
        {contrast?.kind === 'good' && <Verdict words={contrast.words} />}
      </div>
      {contrast && contrast.kind !== 'good' && <Alert kind={contrast.kind}>{contrast.words}</Alert>}
      <p class="takes">
        {formats.map((format, place) => (
          <a
            class={place === 0 ? 'button' : 'button quiet'}
            href={picture({ format, download: 'true' })}
            download
          >{`Download ${format.toUpperCase()}`}</a>
        ))}
        {errors.size === undefined && (
          <button class="quiet" type="button" data-copy-picture={picture({ format: 'png' })} hidden>
            Copy as image
          </button>
        )}
      </p>
    </>
  );
};

/** The formats of a download. The first one suits the purpose: a printer enlarges an SVG without loss. */
const FORMATS = { screen: ['png', 'svg'], paper: ['svg', 'png'], vector: ['svg'] } as const;

/** The address in the code. Its lines break after a slash. */
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

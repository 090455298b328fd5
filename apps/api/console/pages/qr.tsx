/** The page of a link's QR code: the picture, its downloads, and the form of its options. */
import type { FormErrors } from '../forms/form';
import type { ConsolePage } from '../page';
import { Alert, Choice, Field, Head } from './components';

type QrView = {
  readonly shortCode: string;
  /** The query parameters of the picture. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly errors: FormErrors;
};

const LEVELS = [
  ['L', 'Low: the fewest dots'],
  ['M', 'Middle'],
  ['Q', 'High'],
  ['H', 'Highest: survives a logo or a scratch'],
] as const;

export const qrPage = ({ shortCode, parameters, errors }: QrView): ConsolePage => {
  const address = `/console/links/${shortCode}/qr`;
  const picture = (more: Record<string, string>) =>
    `${address}/picture?${new URLSearchParams({ ...parameters, ...more })}`;
  const isValid = Object.keys(errors).length === 0;
  return {
    title: `QR code of ${shortCode}`,
    section: 'links',
    main: (
      <>
        <Head title="QR code" lead={shortCode}>
          <a class="button quiet" href={`/console/links/${shortCode}`}>
            To the link
          </a>
        </Head>
        {errors.form && <Alert kind="wrong">{errors.form}</Alert>}
        {isValid && (
          <section class="card">
            <img class="qr" src={picture({ format: 'svg' })} alt={`QR code of ${shortCode}`} />
            <p class="line">
              <a class="button" href={picture({ format: 'png', download: 'true' })} download>
                Download PNG
              </a>
              <a class="button quiet" href={picture({ format: 'svg', download: 'true' })} download>
                Download SVG
              </a>
            </p>
          </section>
        )}
        <section class="card">
          <form method="get" action={address}>
            <div class="fields">
              <Field
                label="Size in pixels"
                name="size"
                value={parameters.size ?? '300'}
                error={errors.size}
                input={{ inputmode: 'numeric' }}
              />
              <Field
                label="Margin in dots"
                name="margin"
                value={parameters.margin ?? '4'}
                error={errors.margin}
                input={{ inputmode: 'numeric' }}
              />
              <Field
                label="Colour"
                name="color"
                type="color"
                value={`#${parameters.color ?? '000000'}`}
                error={errors.color}
              />
              <Field
                label="Background"
                name="bgColor"
                type="color"
                value={`#${parameters.bgColor ?? 'ffffff'}`}
                error={errors.bgColor}
              />
            </div>
            <Choice label="Error correction" name="level" value={parameters.level ?? 'M'} options={LEVELS} />
            <label class="check">
              <input type="checkbox" name="track" value="true" checked={parameters.track === 'true'} />
              Count visits by this code as scans
            </label>
            <button class="quiet" type="submit">
              Show
            </button>
          </form>
        </section>
      </>
    ),
  };
};

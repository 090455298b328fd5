/** The QR studio of a link: the picture with its downloads, and the form of its options. */
import type { FC } from 'hono/jsx';
import type { FormErrors } from '../forms/form';
import type { ConsolePage } from '../page';
import { type Contrast, isOfPreset, QR_COLOURS, QR_PURPOSES, type QrParameters } from '../qr-form';
import { Alert, Choice, Field, Head } from './components';

type QrView = {
  readonly shortCode: string;
  /** The address that the code holds. */
  readonly content: string;
  /** The query parameters of the picture. */
  readonly parameters: QrParameters;
  /** Null if a colour is none. */
  readonly contrast: Contrast | null;
  readonly errors: FormErrors;
};

const LEVELS = [
  ['L', 'Little: the largest dots'],
  ['M', 'Some: for screens'],
  ['Q', 'More: for print'],
  ['H', 'Most: dirt and scratches'],
] as const;

const studioOf = (shortCode: string): string => `/console/links/${shortCode}/qr`;

const addressWith = (address: string, parameters: QrParameters): string =>
  `${address}?${new URLSearchParams(parameters)}`;

export const qrPage = (view: QrView): ConsolePage => ({
  title: `QR code of ${view.shortCode}`,
  own: 'studio',
  section: 'links',
  main: (
    <>
      <Head title="QR code" lead={view.shortCode} back={['Back to link', `/console/links/${view.shortCode}`]} />
      <div class="studio">
        <Preview {...view} />
        <Options {...view} />
      </div>
    </>
  ),
});

/** The picture as it is downloaded. The script replaces it after each change of the form. */
const Preview: FC<QrView> = ({ shortCode, content, parameters, contrast, errors }) => {
  const picture = (more: QrParameters) => addressWith(`${studioOf(shortCode)}/picture`, { ...parameters, ...more });
  const messages = Object.values(errors);
  return (
    <section class="card seen" id="seen">
      <h2 class="unseen">The picture</h2>
      {messages.length > 0 ? (
        <>
          <p class="qr none" aria-hidden="true" />
          {messages.map((message) => (
            <Alert kind="wrong">{message}</Alert>
          ))}
        </>
      ) : (
        <>
          <img class="qr" src={picture({ format: 'svg' })} alt={`QR code of ${content}`} width="600" height="600" />
          <div class="soft small about-picture">
            <p>
              <bdi class="code">{content}</bdi>
            </p>
            <p>{sizeText(parameters)}</p>
          </div>
          <p class="takes">
            <a class="button" href={picture({ format: 'png', download: 'true' })} download>
              Download PNG
            </a>
            <a class="button quiet" href={picture({ format: 'svg', download: 'true' })} download>
              Download SVG
            </a>
            <button class="quiet" type="button" data-copy-picture={picture({ format: 'png' })} hidden>
              Copy as image
            </button>
          </p>
          {contrast && <Alert kind={contrast.kind}>{contrast.words}</Alert>}
        </>
      )}
    </section>
  );
};

type ColourProps = Pick<QrView, 'parameters' | 'errors'> & { label: string; name: 'color' | 'bgColor' };

/** A colour as a hexadecimal value. The script puts the browser's choice of colours beside it. */
const Colour: FC<ColourProps> = ({ label, name, parameters, errors }) => (
  <div class="swatch">
    <Field
      label={label}
      name={name}
      value={`#${parameters[name]}`}
      error={errors[name]}
      input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }}
    />
    <input type="color" data-well={name} aria-label={`Choose: ${label.toLowerCase()}`} hidden />
  </div>
);

/** The pairs of colours to begin with. */
const ColourPresets: FC<Pick<QrView, 'shortCode' | 'parameters'>> = ({ shortCode, parameters }) => (
  <nav class="pairs" aria-label="Colours to begin with">
    {QR_COLOURS.map((pair) => (
      <a
        href={addressWith(studioOf(shortCode), { ...parameters, ...pair.parameters })}
        aria-current={isOfPreset(parameters, pair) ? 'true' : undefined}
        data-preset
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path fill={`#${pair.parameters.bgColor}`} d="M0 0h24v24H0z" />
          <path fill={`#${pair.parameters.color}`} d="M0 24L24 0v24z" />
        </svg>
        {pair.name}
      </a>
    ))}
  </nav>
);

const DOTS_PER_CENTIMETRE = 300 / 2.54;

/** The size of the PNG: in pixels, and in print for a purpose that is not the screen. */
function sizeText(parameters: QrParameters): string {
  const size = Number(parameters.size);
  const pixels = `PNG: ${size} × ${size} pixels`;
  const isForScreen = QR_PURPOSES.some((one) => one.name === 'Screen' && isOfPreset(parameters, one));
  return isForScreen ? `${pixels}.` : `${pixels}, ${(size / DOTS_PER_CENTIMETRE).toFixed(1)} cm in print (300 dpi).`;
}

const Options: FC<QrView> = ({ shortCode, parameters, errors }) => (
  <section class="card">
    <h2 id="purpose">Purpose</h2>
    <nav class="presets" aria-labelledby="purpose">
      {QR_PURPOSES.map((preset) => (
        <a
          href={addressWith(studioOf(shortCode), { ...parameters, ...preset.parameters })}
          aria-current={isOfPreset(parameters, preset) ? 'true' : undefined}
          data-preset
        >
          <b>{preset.name}</b>
          <span>{preset.use}</span>
        </a>
      ))}
    </nav>
    <form method="get" action={studioOf(shortCode)} data-studio>
      <fieldset>
        <legend class="heading">Colours</legend>
        <ColourPresets shortCode={shortCode} parameters={parameters} />
        <div class="fields">
          <Colour label="Code" name="color" parameters={parameters} errors={errors} />
          <Colour label="Background" name="bgColor" parameters={parameters} errors={errors} />
        </div>
      </fieldset>
      <fieldset>
        <legend class="heading">Size</legend>
        <div class="fields">
          <Field
            label="Width (pixels)"
            name="size"
            value={parameters.size}
            error={errors.size}
            hint="100 to 1,000."
            input={{ inputmode: 'numeric', autocomplete: 'off' }}
          />
          <Field
            label="Margin (dots)"
            name="margin"
            value={parameters.margin}
            error={errors.margin}
            hint="The empty border. Scanners need 4."
            input={{ inputmode: 'numeric', autocomplete: 'off' }}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend class="heading">Scanning</legend>
        <Choice
          label="Damage it survives (error correction)"
          name="level"
          value={parameters.level ?? ''}
          options={LEVELS}
          hint="The more it survives, the smaller its dots."
        />
        <div class="field">
          <label class="check">
            <input type="checkbox" name="track" value="true" checked={parameters.track === 'true'} />
            Count scans
          </label>
          {/* Of two values of a name the first counts, so this is the value of a box that is not ticked. */}
          <input type="hidden" name="track" value="false" />
          <p class="hint">Statistics show scans apart from clicks. The address then ends in ?qr=1.</p>
        </div>
      </fieldset>
      <button class="quiet" type="submit">
        Show
      </button>
    </form>
    <p class="unseen" role="status" data-said />
  </section>
);

/** What an account keeps for the QR codes of all links: how they begin, and the logo. */
import type { FC } from 'hono/jsx';
import type { QrStyle } from '#api/qr/style';
import { FormElement } from '../forms/form-element';
import { Input } from '../forms/input';
import { KEEP_LOOK, REMOVE_LOGO, UPLOAD_LOGO } from './forms';
import type { QrParameters } from './parameters';
import type { QrView } from './qr-picture';

/** What the account keeps for every link. The script replaces the first part after each change of the options. */
export const Kept: FC<QrView> = ({ shortCode, parameters, errors, style, forms }) => {
  const params = { code: shortCode };
  const query = new URLSearchParams(parameters).toString();
  const isKept = isKeptLook(parameters, style);
  return (
    <section class="card kept" id="kept">
      <h2>For every link</h2>
      <div data-look>
        <p class="soft">
          {`Every QR code in the console begins ${isKept ? 'with these colours' : `as #${style.color} on #${style.bgColor}`}${style.hasLogo ? ', and with your logo' : ''}.`}
        </p>
        {!isKept && Object.keys(errors).length === 0 && (
          <FormElement form={KEEP_LOOK} forms={forms} params={params}>
            {(shown) => (
              <>
                <Input of={shown} name="query" value={query} />
                <Input of={shown} name="color" value={parameters.color} />
                <Input of={shown} name="bgColor" value={parameters.bgColor} />
                <Input of={shown} name="logo" value={parameters.logo} />
                <button class="quiet" type="submit">
                  Begin every QR code like this
                </button>
              </>
            )}
          </FormElement>
        )}
      </div>
      <div class="logo">
        {style.logo !== null && <img src="/console/account/logo" alt="Your logo" />}
        <FormElement form={UPLOAD_LOGO} forms={forms} params={params}>
          {(shown) => (
            <>
              <Input of={shown} name="query" value={query} />
              <Input of={shown} name="logo" label={style.logo === null ? 'Your logo' : 'Another logo'} />
              <button class="quiet" type="submit">
                {style.logo === null ? 'Upload logo' : 'Replace logo'}
              </button>
            </>
          )}
        </FormElement>
        {style.logo !== null && (
          <FormElement form={REMOVE_LOGO} forms={forms} params={params}>
            {(shown) => (
              <>
                <Input of={shown} name="query" value={query} />
                <button class="text" type="submit">
                  Remove logo
                </button>
              </>
            )}
          </FormElement>
        )}
      </div>
    </section>
  );
};

/** Whether the options have the colours and the logo with which codes begin. */
const isKeptLook = ({ color, bgColor, logo }: QrParameters, style: QrStyle): boolean =>
  color === style.color && bgColor === style.bgColor && logo === String(style.hasLogo);

/** The font of headings: an asset beside the worker's script, so that its bytes are no part of the worker. */

export const FONT_PATH = '/console/assets/heading.woff2';

/** The CRC-32 of fonts/heading.woff2, in base 36. A new font needs a new one, which font.test.ts shows. */
const CHECKSUM = '1ru8447';

export const FONT_ADDRESS = `${FONT_PATH}?${CHECKSUM}`;

/** The modules of a QR code, as qrcode-svg lays them out. */
import QRCode from 'qrcode-svg';

export const LEVELS = ['L', 'M', 'Q', 'H'] as const;
/** The level of error correction: 7, 15, 25 or 30 per cent of a code may be lost (ISO/IEC 18004). */
type Level = (typeof LEVELS)[number];

/** The modules of a code, row by row; true is dark. */
export type Modules = readonly (readonly boolean[])[];

/** Encodes an ASCII text; null if the library cannot: its table of level H lacks room for 192 to 217 characters. */
export function modulesOf(text: string, level: Level): Modules | null {
  try {
    return new QRCode({ content: text, ecl: level }).qrcode.modules;
  } catch {
    return null;
  }
}

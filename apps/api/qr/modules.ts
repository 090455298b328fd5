/** Encodes a text as the modules of a QR code, by qrcode-svg. */
import QRCode from 'qrcode-svg';

export const LEVELS = ['L', 'M', 'Q', 'H'] as const;
/**
 * The level of error correction. A code stays readable if 7 per cent of it is lost (L), 15 (M), 25 (Q) or 30 (H)
 * (ISO/IEC 18004).
 */
type Level = (typeof LEVELS)[number];

/** The modules of a code, row by row. True means dark. */
export type Modules = readonly (readonly boolean[])[];

/** Encodes an ASCII text. Returns null if the library cannot: with level H it fails for 192 to 217 characters. */
export function modulesOf(text: string, level: Level): Modules | null {
  try {
    return new QRCode({ content: text, ecl: level }).qrcode.modules;
  } catch {
    return null;
  }
}

/**
 * CRC-32/ISO-HDLC (reveng.sourceforge.io/crc-catalogue/17plus.htm). workerd has one in node:zlib, whose import takes
 * an eighth of an empty worker's start.
 */

/** The remainder of a byte. @param byte 0 to 255 */
function remainderOf(byte: number): number {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
}

const REMAINDERS = Int32Array.from({ length: 256 }, (_, byte) => remainderOf(byte));

/** The checksum of an ASCII text, from 0 to 2³² - 1. */
export function crc32(text: string): number {
  let rest = -1;
  for (let i = 0; i < text.length; i++)
    rest = (REMAINDERS[(rest ^ text.charCodeAt(i)) & 0xff] as number) ^ (rest >>> 8);
  return (rest ^ -1) >>> 0;
}

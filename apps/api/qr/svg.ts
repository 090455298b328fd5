/** Writes a QR code as SVG. */
import type { Drawing } from './drawing';

/**
 * Writes the background, and all dark modules as one path. A rectangle per module would take twenty times the bytes.
 */
export function svgOf({ modules, size, scale, offset, color, bgColor }: Drawing): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#${bgColor}" d="M0 0h${size}v${size}H0z"/>` +
    `<path fill="#${color}" transform="translate(${offset} ${offset}) scale(${scale})" d="${pathOf(modules)}"/></svg>`
  );
}

/** Returns a path with one rectangle for each run of dark modules in a row. */
function pathOf(modules: Drawing['modules']): string {
  let path = '';
  for (const [y, row] of modules.entries()) {
    for (let x = row.indexOf(true); x !== -1; ) {
      const end = row.indexOf(false, x);
      const width = (end === -1 ? row.length : end) - x;
      path += `M${x} ${y}h${width}v1h-${width}z`;
      x = row.indexOf(true, x + width);
    }
  }
  return path;
}

/** Which kind of response a request asks for by its header Accept. */

/**
 * Returns true if Accept names the type with a weight above 0. Weights are not compared, and a wildcard names no type
 * (RFC 9110, section 12.5.1). Splitting the header, unlike a regular expression, takes linear time.
 * @param accept the value of the header; null where there is none
 */
export function acceptsByName(accept: string | null, type: string): boolean {
  const ranges = accept?.toLowerCase() ?? '';
  if (!ranges.includes(type)) return false;
  return ranges.split(',').some((range) => {
    const [name, ...parameters] = range.split(';').map((part) => part.trim());
    return name === type && !parameters.some(hasZeroWeight);
  });
}

/** Returns true for `q=0`, which marks a type as not acceptable (RFC 9110, section 12.4.2). */
const hasZeroWeight = (parameter: string): boolean => parameter.startsWith('q=') && Number(parameter.slice(2)) === 0;

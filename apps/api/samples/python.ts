import { literal, PYTHON } from './literal';
import { hasBody, pictureFile, type SampleRequest } from './request';

const PRINTED: Record<SampleRequest['answer'], (request: SampleRequest) => string> = {
  json: () => 'print(response.json())',
  text: () => 'print(response.text)',
  picture: (request) => `open("${pictureFile(request)}", "wb").write(response.content)`,
  nothing: () => 'response.raise_for_status()',
};

/** The most characters of an address on one line. The query of a longer one has a line per parameter. */
const ADDRESS_LENGTH = 60;

/** Writes an address as one text, or as texts that Python joins. */
function addressOf(address: string): string {
  if (address.length <= ADDRESS_LENGTH) return PYTHON.text(address);
  return address
    .split(/(?=[?&])/)
    .map((part) => PYTHON.text(part))
    .join('\n    ');
}

/** Writes a request for Python, with the library `requests`. */
export function pythonOf(request: SampleRequest): string {
  const { api, method, address, headers = {}, body, key } = request;
  const written = [
    `"Authorization": ${key === undefined ? `f"Bearer {os.environ['KEY']}"` : PYTHON.text(`Bearer ${key}`)}`,
    ...Object.entries(headers).map(([name, value]) => `${PYTHON.key(name)}${PYTHON.text(value)}`),
  ];
  const args = [
    addressOf(api + address),
    `headers={${written.join(', ')}}`,
    ...(hasBody(request) ? [`json=${literal(body, PYTHON, '    ')}`] : []),
  ];
  return [
    key === undefined ? 'import os, requests' : 'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...args.map((arg) => `    ${arg},`),
    ')',
    PRINTED[request.answer](request),
  ].join('\n');
}

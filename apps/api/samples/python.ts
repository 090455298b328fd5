import { literal, PYTHON } from './literal';
import { hasBody, type SampleRequest } from './request';

const PRINTED: Record<SampleRequest['answer'], string> = {
  json: 'print(response.json())',
  text: 'print(response.text)',
  picture: 'open("link.png", "wb").write(response.content)',
  nothing: 'response.raise_for_status()',
};

/** Writes a request for Python, with the library `requests`. */
export function pythonOf(request: SampleRequest): string {
  const { api, method, address, headers = {}, body, key } = request;
  const written = [
    `"Authorization": ${key === undefined ? `f"Bearer {os.environ['KEY']}"` : PYTHON.text(`Bearer ${key}`)}`,
    ...Object.entries(headers).map(([name, value]) => `${PYTHON.key(name)}${PYTHON.text(value)}`),
  ];
  const args = [
    `${PYTHON.text(api + address)}`,
    `headers={${written.join(', ')}}`,
    ...(hasBody(request) ? [`json=${literal(body, PYTHON, '    ')}`] : []),
  ];
  return [
    key === undefined ? 'import os, requests' : 'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...args.map((arg) => `    ${arg},`),
    ')',
    PRINTED[request.answer],
  ].join('\n');
}

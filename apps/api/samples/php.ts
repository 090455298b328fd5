import { literal, PHP } from './literal';
import { hasBody, pictureFile, type SampleRequest } from './request';

const PRINTED: Record<SampleRequest['answer'], (request: SampleRequest) => string> = {
  json: () => 'print_r(json_decode(curl_exec($curl)));',
  text: () => 'echo curl_exec($curl);',
  picture: (request) => `file_put_contents('${pictureFile(request)}', curl_exec($curl));`,
  nothing: () => 'curl_exec($curl);',
};

/** The most characters of an address on one line. The query of a longer one has a line per parameter. */
const ADDRESS_LENGTH = 60;

/** Writes an address as one text, or as texts that PHP joins. */
function addressOf(address: string): string {
  if (address.length <= ADDRESS_LENGTH) return PHP.text(address);
  return address
    .split(/(?=[?&])/)
    .map((part, index) => `${index > 0 ? '\n    . ' : ''}${PHP.text(part)}`)
    .join('');
}

/** Writes a request for PHP, with its extension `curl`. */
export function phpOf(request: SampleRequest): string {
  const { api, method, address, headers = {}, body, key } = request;
  const written = [
    key === undefined ? "'Authorization: Bearer ' . getenv('KEY')" : PHP.text(`Authorization: Bearer ${key}`),
    ...(hasBody(request) ? [PHP.text('Content-Type: application/json')] : []),
    ...Object.entries(headers).map(([name, value]) => PHP.text(`${name}: ${value}`)),
  ];
  return [
    '<?php',
    `$curl = curl_init(${addressOf(api + address)});`,
    'curl_setopt_array($curl, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    '    CURLOPT_HTTPHEADER => [',
    ...written.map((header) => `        ${header},`),
    '    ],',
    ...(hasBody(request) ? [`    CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, '    ')}),`] : []),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    PRINTED[request.answer](request),
  ].join('\n');
}

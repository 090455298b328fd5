import { literal, PHP } from './literal';
import { hasBody, type SampleRequest } from './request';

const PRINTED: Record<SampleRequest['answer'], string> = {
  json: 'print_r(json_decode(curl_exec($curl)));',
  text: 'echo curl_exec($curl);',
  picture: "file_put_contents('link.png', curl_exec($curl));",
  nothing: 'curl_exec($curl);',
};

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
    `$curl = curl_init(${PHP.text(api + address)});`,
    'curl_setopt_array($curl, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    `    CURLOPT_HTTPHEADER => [${written.join(', ')}],`,
    ...(hasBody(request) ? [`    CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, '    ')}),`] : []),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    PRINTED[request.answer],
  ].join('\n');
}

/** A first call with a key as code to copy, in four languages. The tabs are radio buttons, and work without script. */
import type { FC } from 'hono/jsx';

type Sample = { readonly name: string; readonly code: string; readonly note?: string };

const BODY = '{"url":"https://example.com/"}';

/** The samples by the name of their tab. @param origin of the API @param text of the key */
const samplesOf = (origin: string, text: string): Record<string, Sample> => ({
  curl: {
    name: 'curl',
    code: `curl -s ${origin}/v2/shorten \\
  -H 'Authorization: Bearer ${text}' \\
  -H 'Content-Type: application/json' \\
  -d '${BODY}'`,
  },
  javascript: {
    name: 'JavaScript',
    code: `import { Swiftlet } from 'swiftlet-client';

const swiftlet = new Swiftlet({
  baseUrl: '${origin}',
  key: '${text}',
});
const link = await swiftlet.shorten({ url: 'https://example.com/' });
console.log(link.shortUrl);`,
    note: 'The client waits for limits and repeats what failed; nothing is made twice.',
  },
  python: {
    name: 'Python',
    code: `import json, urllib.request

request = urllib.request.Request(
    "${origin}/v2/shorten",
    data=json.dumps({"url": "https://example.com/"}).encode(),
    headers={
        "Authorization": "Bearer ${text}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["shortUrl"])`,
  },
  php: {
    name: 'PHP',
    code: `<?php
$request = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'Authorization: Bearer ${text}',
        'Content-Type: application/json',
    ],
    'content' => json_encode(['url' => 'https://example.com/']),
]]);
$response = file_get_contents('${origin}/v2/shorten', false, $request);
echo json_decode($response)->shortUrl;`,
  },
});

export const FirstCall: FC<{ origin: string; text: string }> = ({ origin, text }) => {
  const samples = Object.entries(samplesOf(origin, text));
  return (
    <fieldset class="codes">
      <legend>A first call with it</legend>
      {samples.map(([id, { name }], index) => (
        <>
          <input type="radio" name="language" id={`in-${id}`} checked={index === 0} autocomplete="off" />
          <label for={`in-${id}`}>{name}</label>
        </>
      ))}
      {samples.map(([id, { code, note }]) => (
        <div class={`in-${id}`}>
          <pre>
            <code id={`code-${id}`}>{code}</code>
          </pre>
          <button class="quiet" type="button" data-copy={`code-${id}`} hidden>
            Copy
          </button>
          {note && <p class="soft small">{note}</p>}
        </div>
      ))}
    </fieldset>
  );
};

/** Reads the requests that samples for PHP and Python send. */
import { execFileSync } from 'node:child_process';
import type { SampleCall } from './samples';

/** Runs samples with a module `requests` that records instead of sending, and prints what it has recorded. */
const PYTHON = `
import json, os, sys, types
calls = []
class Response:
    text, content = "", b""
    def json(self): return {}
    def raise_for_status(self): pass
def recorder(method):
    def record(url, headers={}, json=None):
        calls.append({"method": method, "url": url, "headers": headers, "body": json})
        return Response()
    return record
module = types.ModuleType("requests")
for method in ["get", "post", "put", "patch", "delete"]:
    setattr(module, method, recorder(method.upper()))
sys.modules["requests"] = module
class Sink:
    def write(self, content): pass
for code in json.load(sys.stdin):
    exec(code, {"print": lambda *all: None, "open": lambda *all: Sink()})
json.dump(calls, sys.stdout)
`;

/** Returns the request of each sample. */
export function pythonCalls(samples: readonly string[], key: string): readonly SampleCall[] {
  const printed = execFileSync('python3', ['-c', PYTHON], {
    input: JSON.stringify(samples),
    encoding: 'utf8',
    env: { ...process.env, KEY: key },
  });
  const calls: (Omit<SampleCall, 'url'> & { url: string })[] = JSON.parse(printed);
  return calls.map((call) => ({ ...call, url: new URL(call.url), body: call.body ?? undefined }));
}

/** Reads the PHP literal at the beginning of a text. @returns its value, and the text after it */
function phpLiteral(text: string): [value: unknown, rest: string] {
  const quoted = /^'((?:[^'\\]|\\.)*)'/.exec(text);
  if (quoted) return [quoted[1]?.replace(/\\(.)/g, '$1'), text.slice(quoted[0].length)];
  const bare = /^[\w.]+/.exec(text);
  if (bare) return [JSON.parse(bare[0]), text.slice(bare[0].length)];
  const items: [unknown, unknown][] = [];
  let isList = true;
  let rest = text.slice(1).trimStart();
  while (!rest.startsWith(']')) {
    let [value, after] = phpLiteral(rest);
    let name: unknown = items.length;
    if (after.startsWith(' => ')) {
      isList = false;
      name = value;
      [value, after] = phpLiteral(after.slice(4));
    }
    items.push([name, value]);
    rest = after.replace(/^,\s*/, '').trimStart();
  }
  return [isList ? items.map(([, value]) => value) : Object.fromEntries(items), rest.slice(1)];
}

/** Reads the request of a sample. */
export function phpCall(sample: string, key: string): SampleCall {
  const part = (pattern: RegExp): string | undefined => pattern.exec(sample)?.[1];
  const headers = part(/CURLOPT_HTTPHEADER => (\[.*?\]),\n/s) ?? '';
  const [written] = phpLiteral(headers.replace("' . getenv('KEY')", `${key}'`));
  const body = part(/CURLOPT_POSTFIELDS => json_encode\((.*?)\),\n {4}CURLOPT/s);
  return {
    method: part(/CURLOPT_CUSTOMREQUEST => '(\w+)'/) ?? 'GET',
    url: new URL((part(/curl_init\('(.*?)'\);/s) ?? '').replace(/'\n {4}\. '/g, '')),
    headers: Object.fromEntries((written as string[]).map((header) => header.split(/: (.*)/, 2) as [string, string])),
    body: body === undefined ? undefined : phpLiteral(body)[0],
  };
}

/** A request that the documentation shows in several languages, and JSON values as literals of these languages. */
export type SampleRequest = {
  /** The origin of the API. */
  readonly api: string;
  readonly method: string;
  /** The path, percent-encoded, with its query. */
  readonly address: string;
  /** The JSON body. */
  readonly body?: unknown;
  /** Headers besides Authorization and Content-Type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The text of the API key. Without it the sample reads the environment variable KEY. */
  readonly key?: string;
  /** Whose secrets the request needs: those of an API key, of the operator, or of the operator for backups. */
  readonly access?: 'key' | 'operator' | 'backup' | undefined;
  /** The file that the request sends, and its media type. Only requests for a shell have one. */
  readonly upload?: { readonly file: string; readonly type: string } | undefined;
  /** The file in which a command for a shell stores the response. */
  readonly saveAs?: string | undefined;
  /** The content of a successful response. */
  readonly response: 'json' | 'text' | 'picture' | 'nothing';
};

export const hasBody = ({ body }: SampleRequest): boolean => body !== undefined;

/** The name of the file into which a sample writes a picture. */
export const pictureFile = ({ address }: SampleRequest): string =>
  `link.${new URLSearchParams(address.split('?')[1]).get('format') ?? 'png'}`;

export type Dialect = {
  readonly object: readonly [open: string, close: string];
  readonly list: readonly [open: string, close: string];
  /** Whether a space separates the braces of an object from its properties. */
  readonly isSpaced: boolean;
  readonly indent: string;
  /** Whether a comma follows the last part of several lines. */
  readonly endsWithComma: boolean;
  readonly text: (value: string) => string;
  /** Writes the name of a property with its separator. */
  readonly key: (name: string) => string;
  readonly constants: { readonly true: string; readonly false: string; readonly null: string };
};

const MAX_LINE = 60;

const singleQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const LOWER_CASE = { true: 'true', false: 'false', null: 'null' } as const;

export const JAVASCRIPT: Dialect = {
  object: ['{', '}'],
  list: ['[', ']'],
  isSpaced: true,
  indent: '  ',
  endsWithComma: true,
  text: singleQuoted,
  key: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name)}: `,
  constants: LOWER_CASE,
};

export const JSON_TEXT: Dialect = {
  object: ['{', '}'],
  list: ['[', ']'],
  isSpaced: false,
  indent: '  ',
  endsWithComma: false,
  text: (value) => JSON.stringify(value),
  key: (name) => `${JSON.stringify(name)}: `,
  constants: LOWER_CASE,
};

export const PYTHON: Dialect = {
  object: ['{', '}'],
  list: ['[', ']'],
  isSpaced: false,
  indent: '    ',
  endsWithComma: true,
  text: (value) => JSON.stringify(value),
  key: (name) => `${JSON.stringify(name)}: `,
  constants: { true: 'True', false: 'False', null: 'None' },
};

export const PHP: Dialect = {
  object: ['[', ']'],
  list: ['[', ']'],
  isSpaced: false,
  indent: '    ',
  endsWithComma: true,
  text: singleQuoted,
  key: (name) => `${singleQuoted(name)} => `,
  constants: LOWER_CASE,
};

/**
 * Writes a JSON value, on one line if it is short.
 * @param before the indentation of the line on which the literal begins
 */
export function literal(value: unknown, dialect: Dialect, before = ''): string {
  if (typeof value === 'string') return dialect.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return dialect.constants[`${value}`];
  if (typeof value !== 'object' || value === null) return dialect.constants.null;
  const isList = Array.isArray(value);
  const [open, close] = isList ? dialect.list : dialect.object;
  const parts = (indent: string) =>
    isList
      ? value.map((item) => literal(item, dialect, indent))
      : Object.entries(value).map(([name, one]) => dialect.key(name) + literal(one, dialect, indent));
  const space = dialect.isSpaced && !isList ? ' ' : '';
  const flat = parts(before);
  if (flat.length === 0) return open + close;
  const line = `${open}${space}${flat.join(', ')}${space}${close}`;
  if (line.length <= MAX_LINE && !line.includes('\n')) return line;
  const inner = before + dialect.indent;
  const lines = parts(inner).map((part) => inner + part);
  return `${open}\n${lines.join(',\n')}${dialect.endsWithComma ? ',' : ''}\n${before}${close}`;
}

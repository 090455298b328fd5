/** A request that the documentation shows in several languages. */
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
  readonly answer: 'json' | 'text' | 'picture' | 'nothing';
};

export const hasBody = ({ body }: SampleRequest): boolean => body !== undefined;

/** The name of the file into which a sample writes a picture. */
export const pictureFile = ({ address }: SampleRequest): string =>
  `link.${new URLSearchParams(address.split('?')[1]).get('format') ?? 'png'}`;

/** The behaviours of the threat service stub, and the requests that it records. A behaviour is a kind of response. */
export type Behaviour =
  | 'right'
  | 'flags all'
  | 'flags none'
  | 'frames only'
  | 'unheard of'
  | 'canary only'
  | 'later version'
  | 'json'
  | 'truncated'
  | 'without duration'
  | 'garbage'
  | 'wrong hash'
  | 'huge'
  | 'never'
  | 'half'
  | 'reset'
  | '400'
  | '500'
  | '429'
  | '302'
  | 'html'
  | 'other shape'
  | 'error in 200'
  | 'nothing';

/** The behaviours with an unusable response. The behaviours that hang are in HANGING_RESPONSES. */
export const UNUSABLE_RESPONSES = [
  '500',
  '429',
  '302',
  'html',
  'other shape',
  'error in 200',
  'nothing',
  'reset',
  'huge',
] as const;
/** The behaviours with a malformed response of Safe Browsing. */
export const MALFORMED_RESPONSES = ['json', 'truncated', 'without duration', 'garbage', 'wrong hash'] as const;
/** The behaviours that hang: before the response, and in the middle of its body. */
export const HANGING_RESPONSES = ['never', 'half'] as const;

export type RecordedRequest = {
  readonly key: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** The moods of the threat service stub, and the requests that it records. A mood selects a kind of response. */
export type Mood =
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

/** The moods with an unusable response. The moods that hang are in HANGING_MOODS. */
export const SICK_MOODS = [
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
/** The moods with a malformed response of Safe Browsing. */
export const SICK_FORMS = ['json', 'truncated', 'without duration', 'garbage', 'wrong hash'] as const;
/** The moods that hang: before the response, and in the middle of its body. */
export const HANGING_MOODS = ['never', 'half'] as const;

export type RecordedRequest = {
  readonly key: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

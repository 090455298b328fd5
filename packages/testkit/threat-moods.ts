/** How the stub of a threat service may be disposed towards a key, and what it keeps of a request. */
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

/** The moods in which nothing can be believed, but for those that keep the caller waiting. */
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
/** What Safe Browsing answers in a form that cannot be believed. */
export const SICK_FORMS = ['json', 'truncated', 'without duration', 'garbage', 'wrong hash'] as const;
/** The moods that keep the caller waiting: without an answer, and in the middle of one. */
export const HANGING_MOODS = ['never', 'half'] as const;

export type Kept = {
  readonly key: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** What the server finds for the dialog of Ctrl-K, which its script shows. */
export type JumpResults = {
  readonly links: readonly JumpResult[];
  readonly tags: readonly JumpResult[];
  /** How many further tags there are. */
  readonly moreTags: number;
};

/** A link or a tag: its page, its name, and what else a row says of it. */
export type JumpResult = { readonly href: string; readonly words: string; readonly more: string };

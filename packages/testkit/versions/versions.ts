/** The three versions before the present one (CHANGELOG.md). `commit` is the last commit of a version. */

export type Version = { readonly version: string; readonly commit: string };

export const VERSIONS: readonly Version[] = [
  { version: '0.14.0', commit: '902e2a89a3f5c25d7a094a9c7c87e1bc92ca8965' },
  { version: '0.13.0', commit: '1463df17d18b29c891c25153f20c5b24fc25cf33' },
  { version: '0.12.0', commit: '686a1f0b2b8ef487be02b0379873a270e70702bb' },
];

/** The last version that lacks the newest migration. */
export const WITHOUT_NEWEST_MIGRATION: Version = {
  version: '0.10.0',
  commit: '6bde6fed4f780b29f9b17ac94261c76740785a50',
};

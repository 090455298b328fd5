/** The three versions before the present one (CHANGELOG.md). `commit` is the last commit of a version. */

export type Version = { readonly version: string; readonly commit: string };

export const VERSIONS: readonly Version[] = [
  { version: '0.21.0', commit: 'c6985d600d646fc08f4dd1c24060393e61963c41' },
  { version: '0.20.0', commit: 'b86d74f625162e49e91d7e540d8fc26ba2ff8889' },
  { version: '0.19.0', commit: '482c7de3336fb51c2af1fe6c3195cc3109ae86e1' },
];

/** The last version that lacks the newest migration. */
export const WITHOUT_NEWEST_MIGRATION: Version = {
  version: '0.17.0',
  commit: '8a49d9dd00735169b991c0c3d13ee8f621ab8140',
};

/** The last versions whose keys have no rights (docs/adr/0056). */
export const BEFORE_RIGHTS: readonly Version[] = [
  { version: '0.15.0', commit: '128e5d824f74109d44fe2119be059c5890de095f' },
  { version: '0.14.0', commit: '902e2a89a3f5c25d7a094a9c7c87e1bc92ca8965' },
];

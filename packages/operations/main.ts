/** The commands of this package, for the scripts that start them. */
export { abandonLine } from './abandon';
export { backup, USAGE as BACKUP_USAGE } from './backup';
export { republish } from './republish';
export { restore, USAGE as RESTORE_USAGE } from './restore';
export { sendTo } from './service';

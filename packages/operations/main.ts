/** The commands of this package, for the scripts that start them. */

export { backup, USAGE as BACKUP_USAGE } from './backup';
export { republish } from './republish';
export { abandonLine, restore, USAGE as RESTORE_USAGE } from './restore';
export { sendTo } from './service';

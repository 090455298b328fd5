/** The commands of this package, for the scripts that start them. */
export { republish } from './republish';
export { sendTo } from './service';

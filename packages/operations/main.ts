/** The commands of this package, for the scripts that start them. */

export { backup } from './backup';
export { republish } from './republish';
export { hintAfterSignal, restore } from './restore';
export { sendTo } from './service';

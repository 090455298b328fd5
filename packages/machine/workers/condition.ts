/** What the machine has told this worker: whether it may answer yet, and whether the disk has room. */

let isOpened = false;
let isDiskFull = false;

/** Whether the machine has seen both workers answer on a migrated database. Until then the door is closed. */
export const isOpen = (): boolean => isOpened;

/** Whether the disk was full when the machine last looked. */
export const isFull = (): boolean => isDiskFull;

/** Opens the door. */
export function open(): void {
  isOpened = true;
}

/** Stores what the machine has seen of the disk. */
export function setFull(isFullNow: boolean): void {
  isDiskFull = isFullNow;
}

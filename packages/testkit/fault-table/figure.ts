/** Prints the figure of a fault, which a test of the fault table has measured, in one line. */
import type { RowId } from './rows';

/** @param text the figure of this run */
export const figure = (row: RowId, text: string): void => console.log(`${row}: ${text}`);

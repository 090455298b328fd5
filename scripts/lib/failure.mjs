/** A failure that the user can fix. Its message is the only line that is printed. */
export class Failure extends Error {}

/** An error that the operator can mend. Commands print its message, one line, and nothing else. */
export class Failure extends Error {}

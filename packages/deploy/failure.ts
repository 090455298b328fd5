/** What a person can mend: its message is the one line they get to see. */
export class Failure extends Error {}

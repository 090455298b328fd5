export function buildMachine(out: string): Promise<void>;
export function workerdBinary(): string;

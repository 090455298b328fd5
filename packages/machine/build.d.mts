export function buildMachine(out: string, options?: { readonly isLast?: boolean }): Promise<void>;
export function workerdBinary(): string;

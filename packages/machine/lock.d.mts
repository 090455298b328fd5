export type Lock = { release(): void };

export declare function isLocked(file: string): boolean;
export declare function takeLock(file: string): Lock | undefined;

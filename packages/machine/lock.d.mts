export type Lock = { release(): void };

export type Owner = { readonly pid: number; readonly started: string | undefined };

export declare function ownerOf(file: string): Owner | undefined;
export declare function isLocked(file: string): boolean;
export declare function takeLock(file: string): Lock | undefined;

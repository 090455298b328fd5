export type Process = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly started: string;
  readonly name: string;
};

export declare const hasProc: boolean;
export declare function lookUp(pid: number): Process | undefined;
export declare function residentKiB(pid: number): number;
export declare function pidsInProc(): string[];
export declare function everyProcess(): Process[];
export declare function killAll(find: () => readonly number[]): Promise<boolean>;

import type { BuildResult } from 'esbuild';

export declare function bundle(): Promise<BuildResult<{ write: false; metafile: true }>>;
export declare function main(): Promise<void>;

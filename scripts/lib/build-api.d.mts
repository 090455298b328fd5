import type { BuildResult } from 'esbuild';

export declare const FOR_WORKERD: {
  readonly bundle: true;
  readonly write: false;
  readonly format: 'esm';
  readonly target: string;
  readonly conditions: string[];
  readonly external: string[];
};
export declare function bundle(script?: 'api' | 'one'): Promise<BuildResult<{ write: false; metafile: true }>>;
export declare function main(): Promise<void>;
export declare function makeOne(): Promise<void>;

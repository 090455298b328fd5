/** Starts the threat service stub before all tests. */
import type { TestProject } from 'vitest/node';
import { startThreatStub } from './threat-stub';

declare module 'vitest' {
  export interface ProvidedContext {
    threatStub: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const { address, stop } = await startThreatStub();
  project.provide('threatStub', address);
  return stop;
}

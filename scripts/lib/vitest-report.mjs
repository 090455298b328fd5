import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, notes: string[] }} Report */
/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} TestResult */
/** @typedef {{ name: string, status: string, assertionResults: TestResult[] }} FileResult */
/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 * testResults: FileResult[] }} Json
 */

/**
 * Whether a file failed although none of its tests did: it could not be loaded, or a hook failed.
 * @param {FileResult} file
 */
const failedAsWhole = (file) =>
  file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed');

/** A line of each failed test of a file, with its first message. @param {FileResult} file @returns {string[]} */
const failedTests = (file) =>
  file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages = [] }) => {
      const [reason = 'no message'] = failureMessages.join('\n').split('\n');
      return `Failed: ${path.relative(ROOT, file.name)}: ${fullName}: ${reason}`;
    });

/**
 * Counts the tests in vitest's JSON report, and names those that failed: a long run ends with its failures. A file that
 * failed as a whole counts as one failure.
 * @param {Json} json
 * @param {boolean} succeeded whether vitest's exit code was 0
 * @returns {Report}
 */
export function countReport(json, succeeded) {
  const files = json.testResults.filter(failedAsWhole);
  const notes = json.testResults.flatMap(failedTests);
  notes.push(...files.map((file) => `Failed as a whole: ${path.relative(ROOT, file.name)}`));
  let failed = json.numFailedTests + files.length;
  if (!succeeded && failed === 0) {
    failed = 1;
    notes.push('vitest failed outside its tests: see the unhandled errors above.');
  }
  return { passed: json.numPassedTests, failed, skipped: json.numPendingTests + json.numTodoTests, notes };
}

/** @param {string} file @param {boolean} succeeded @returns {Report} */
export function readReport(file, succeeded) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { passed: 0, failed: 1, skipped: 0, notes: ['vitest left no report: it crashed.'] };
  }
  return countReport(JSON.parse(text), succeeded);
}

/** The sum of the reports of several runs. @param {readonly Report[]} reports @returns {Report} */
export const sumOf = (reports) => ({
  passed: reports.reduce((sum, { passed }) => sum + passed, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
  skipped: reports.reduce((sum, { skipped }) => sum + skipped, 0),
  notes: reports.flatMap(({ notes }) => notes),
});

/** @param {number} passed @param {number} failed @param {number} skipped */
export const closingLine = (passed, failed, skipped) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

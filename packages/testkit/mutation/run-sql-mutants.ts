/**
 * Plants the mutants of the SQL statements one at a time, and runs the tests of each, which must fail. It exits with 1
 * if the tests kill fewer than nine of ten. Arguments: parts of the names or files of mutants; none for all mutants.
 */
import path from 'node:path';
import { createVitest, type Reporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { filesOf, SQL_MUTANTS, type SqlMutant, sources } from './sql-mutants';

const ENOUGH = 0.9;

/**
 * Matches errors of invalid statements and undefined names. Such a mutant proves nothing, so its row must be mended.
 */
const NOT_SQL =
  /is not defined|syntax error|no such column|no such function|ambiguous column|wrong number of (parameter )?bindings/i;

type Outcome = { readonly mutant: SqlMutant; readonly state: 'killed' | 'survived' | 'broken'; readonly by: string };

/**
 * A reporter that prints nothing. It collects the test files of a run, and finds errors of invalid statements in the
 * output.
 */
class Listener implements Reporter {
  isNotSql = false;
  /** The test files of this run. vitest's own result also contains earlier runs, with failures of other mutants. */
  modules: TestModule[] = [];

  onTestRunStart(): void {
    this.modules = [];
  }

  onTestModuleEnd(module: TestModule): void {
    this.modules.push(module);
  }

  onUserConsoleLog({ content }: { content: string }): void {
    this.isNotSql ||= NOT_SQL.test(content);
  }
}

/** Sorts test files in the order of their names in the mutant's row. */
function inOrder(specifications: readonly TestSpecification[], names: readonly string[]): TestSpecification[] {
  const place = ({ moduleId }: TestSpecification) => names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return specifications.toSorted((a, b) => place(a) - place(b));
}

/** The first failure of a run; null if all tests passed. */
function failureOf(modules: readonly TestModule[]): string | null {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const failed = tests.find((test) => test.result().state === 'failed');
  // A hook of a suite may fail instead of a test.
  const suites = modules.flatMap((module) => [...module.children.allSuites()]);
  const [error] = failed?.result().errors ?? [...modules, ...suites].flatMap((one) => one.errors());
  if (failed === undefined && error === undefined) return null;
  return `${failed?.fullName ?? 'a file'}: ${error?.message.split('\n')[0] ?? ''}`;
}

/**
 * Makes vitest load one file again. To load all files again would take longer than most tests.
 * @param file its path from the root
 */
function forget(vitest: Vitest, file: string): void {
  const graphs = vitest.projects.flatMap(({ vite }) => Object.values(vite.environments).map((one) => one.moduleGraph));
  for (const graph of graphs)
    for (const module of graph.getModulesByFile(path.resolve(file)) ?? []) graph.invalidateModule(module);
}

/**
 * Runs test files with the current sources, one at a time. A failure cancels the rest of a run, and vitest cannot
 * cancel a workerd that has not started yet.
 * @param names of the test files
 * @returns the first failure; null without one
 */
async function run(vitest: Vitest, listener: Listener, names: readonly string[]): Promise<string | null> {
  const specifications = await vitest.globTestSpecifications(names.map((name) => `/${name}.test.ts`));
  for (const specification of inOrder(specifications, names)) {
    const { unhandledErrors } = await vitest.runTestSpecifications([specification]);
    const failure = failureOf(listener.modules) ?? (unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null);
    if (failure?.includes('pool is cancelling')) throw new Error(`vitest ran no test: ${failure}`);
    if (failure !== null) return failure;
  }
  return null;
}

async function outcomeOf(vitest: Vitest, listener: Listener, mutant: SqlMutant): Promise<Outcome> {
  const [file = ''] = filesOf(mutant, sources());
  listener.isNotSql = false;
  process.env.MUTANT = JSON.stringify({ ...mutant, file });
  forget(vitest, file);
  const failure = await run(vitest, listener, mutant.tests);
  forget(vitest, file);
  if (failure === null) return { mutant, state: 'survived', by: '' };
  return { mutant, state: listener.isNotSql || NOT_SQL.test(failure) ? 'broken' : 'killed', by: failure };
}

/** Prints the survivors and the score. @returns whether enough mutants were killed, and none is broken */
function report(outcomes: readonly Outcome[]): boolean {
  const count = (state: Outcome['state']) => outcomes.filter((one) => one.state === state).length;
  const score = count('killed') / outcomes.length;
  const left = outcomes.filter(({ state }) => state !== 'killed');
  for (const { mutant, state } of left) console.log(`${state}: ${mutant.file}: ${mutant.name}`);
  console.log(
    `SQL: ${outcomes.length} mutants, ${count('killed')} killed, ${count('survived')} survived, ${count('broken')} with invalid SQL: ${(score * 100).toFixed(1)} %`,
  );
  return score >= ENOUGH && count('broken') === 0;
}

const parts = process.argv.slice(2);
const mutants = SQL_MUTANTS.filter(
  ({ file, name }) => parts.length === 0 || parts.some((part) => file.includes(part) || name.includes(part)),
);
const listener = new Listener();
process.env.MUTANT = '';
const vitest = await createVitest('test', {
  watch: false,
  project: 'workerd',
  bail: 1,
  // A timeout on a busy computer must not count as a killed mutant.
  testTimeout: 60_000,
  reporters: [listener],
});
// The first failure cancels the run. vitest then also sends this to a workerd that has not started, which rejects, and
// vitest's own listener would exit.
process.removeAllListeners('unhandledRejection');
process.on('unhandledRejection', (reason) => {
  if (!String(reason).includes('Message sent to Worker before initialisation')) throw reason;
});
const failure = await run(vitest, listener, [...new Set(mutants.flatMap(({ tests }) => tests))]);
if (failure !== null) throw new Error(`The tests fail without a mutant: ${failure}`);
const outcomes: Outcome[] = [];
for (const mutant of mutants) {
  const outcome = await outcomeOf(vitest, listener, mutant);
  outcomes.push(outcome);
  console.log(`${outcomes.length}/${mutants.length} ${outcome.state}: ${mutant.file}: ${mutant.name} (${outcome.by})`);
}
process.exitCode = report(outcomes) ? 0 : 1;
await vitest.close();

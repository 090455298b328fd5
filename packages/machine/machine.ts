/** One machine: a workerd process on a state folder. The machine restarts workerd whenever it exits, until `stop`. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startCluster } from './cluster';
import { ClockWatch, DiskWatch, FigureReader } from './computer';
import { configurationFile } from './configuration';
import { type Control, connectControl, listOrigins } from './control';
import { removeEmptyObjects } from './empty-objects';
import type { PlacesServer } from './places';
import { writeWhole } from './processes.mjs';
import { Killed, type Runtime, type Sockets, startRuntime } from './runtime';
import { randomSecret } from './secrets';
import { controlFile, diskArguments, hasDatabase, objectsFolder, type State, workerdLockFile } from './state';
import { readMigrations, storeVersion } from './version';

type MachineOptions = {
  /** The folder that the build has written. */
  readonly built: string;
  /** Path of the workerd executable. */
  readonly binary: string;
  readonly state: State;
  /**
   * The listen address of each worker. Without `api` both share the port of `short`; without any, only the control
   * socket is open.
   */
  readonly sockets: Sockets;
  /** The number of processes that serve visits; with 0 one workerd does everything. */
  readonly visitProcesses: number;
  /** The environment of workerd: variables and secrets of the workers, and the configuration of their doors. */
  readonly values: Readonly<Record<string, string>>;
  /** The server that looks up country and city of client addresses. */
  readonly places?: PlacesServer | undefined;
  readonly log: (line: string) => void;
};

const CHECK_MS = 5_000;
/** The workers' readiness is at most five seconds old (specification 16.1). */
const DISK_CHECK_MS = 2_000;
/** The machine restarts workerd after this time without a successful health check. */
const SILENT_MS = 30_000;
const CRON_MS = 60_000;
const SWEEP_MS = 3_600_000;
const FIGURES_MS = 15_000;
/** The default timeout of a drain, in which running requests finish and click buffers are flushed. */
const DRAIN_MS = 10_000;
/** The time between SIGTERM and SIGKILL if a drain has failed, because some requests do not end. */
const CUT_OFF_MS = 500;
const MAX_PAUSE_MS = 1_000;
/** The most attempts at a first start, if signals from outside kill workerd. */
const MAX_ATTEMPTS = 10;

export class Machine {
  readonly #options: MachineOptions;
  readonly #controlToken = randomSecret();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #disk: DiskWatch;
  readonly #clock = new ClockWatch(Date.now(), performance.now());
  readonly #figures: FigureReader;
  #runtime: Runtime | undefined;
  #control: Control | undefined;
  #isStopping = false;
  /** The last successful health check, in milliseconds of `performance.now()`. */
  #answeredAt = 0;
  #watching: Promise<void> | undefined;

  private constructor(options: MachineOptions) {
    this.#options = options;
    this.#disk = new DiskWatch(options.state.folder, options.log);
    this.#figures = new FigureReader(options.state.folder);
  }

  /** Starts workerd and the timers of health checks and cron. @throws Error with the reason why it cannot run */
  static async start(options: MachineOptions): Promise<Machine> {
    const { built, state } = options;
    // The version is stored first, so that a killed start leaves no tables of an unknown version.
    if (!hasDatabase(state.folder)) storeVersion(state.folder, built);
    const machine = new Machine(options);
    await machine.#openFirst();
    storeVersion(state.folder, built);
    machine.#watching = machine.#watch();
    machine.#timers.push(
      setInterval(() => machine.#check(), CHECK_MS),
      setInterval(() => machine.#checkDisk(), DISK_CHECK_MS),
      setInterval(() => machine.#cron(), CRON_MS),
      setInterval(() => machine.#sweep(true), SWEEP_MS),
      setInterval(() => machine.#tellFigures(), FIGURES_MS),
    );
    void machine.#cron();
    return machine;
  }

  /** Runs `act`. If it fails because workerd exited meanwhile, runs it again; `act` must be repeatable. */
  async insist<T>(act: (control: Control) => Promise<T>): Promise<T> {
    for (;;) {
      const { runtime, control } = await this.#opened();
      try {
        return await act(control);
      } catch (error) {
        const hasEnded = await Promise.race([runtime.ended.then(() => true), wait(100, false)]);
        if (!hasEnded || this.#isStopping) throw error;
      }
    }
  }

  async #opened(): Promise<{ runtime: Runtime; control: Control }> {
    for (;;) {
      const [runtime, control] = [this.#runtime, this.#control];
      if (runtime !== undefined && control !== undefined) return { runtime, control };
      if (this.#isStopping) throw new Error('The machine was stopped.');
      await wait(20);
    }
  }

  /**
   * Starts workerd for the first time. If a signal from outside ends workerd, it tries again.
   * @throws Error if workerd exits by itself
   */
  async #openFirst(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#open();
      } catch (error) {
        if (!(error instanceof Killed) || tries === MAX_ATTEMPTS) throw error;
        this.#options.log(`${error.message}; starting it anew.`);
      }
    }
  }

  /** Starts workerd, applies the D1 migrations, waits until both workers are ready, and opens their doors. */
  async #open(): Promise<void> {
    const { built, binary, state, sockets, visitProcesses, values, places, log } = this.#options;
    const [hasPlaces, hasVisitProcesses] = [places !== undefined, visitProcesses > 0];
    const findConfiguration = (names: readonly string[]) =>
      path.join(built, configurationFile({ sockets: names, hasPlaces, hasVisitProcesses }));
    await this.#sweep(false);
    const options = {
      binary,
      configuration: findConfiguration(Object.keys(sockets)),
      externals: places === undefined ? {} : { places: places.address },
      sockets: { ...sockets, control: '127.0.0.1:0' },
      disks: [...diskArguments(state.folder), `--directory-path=files-disk=${path.join(built, 'documentation')}`],
      lockFile: workerdLockFile(state.folder),
      values: { ...values, SWIFTLET_WORD: this.#controlToken },
      log,
    };
    const { runtime, visitPorts } = hasVisitProcesses
      ? await startCluster(options, visitProcesses, findConfiguration(['visits']))
      : { runtime: await startRuntime(options), visitPorts: [] };
    const control = connectControl(runtime.ports.get('control') ?? 0, this.#controlToken, visitPorts);
    try {
      await control.migrate(readMigrations(built)).catch(({ message }: Error) => {
        throw new Error(`The migrations failed: ${message}`);
      });
      await control.health();
      await this.#disk.push(control);
      await control.open();
    } catch (error) {
      const how = await Promise.race([runtime.ended, wait(100)]);
      await runtime.stop();
      throw how?.startsWith('SIG') ? new Killed(how) : error;
    }
    // Other programs of this user reach the stores through the control socket. They start no second workerd on the
    // folder, because it would run a second instance of every Durable Object.
    const written = {
      port: runtime.ports.get('control'),
      word: this.#controlToken,
      origins: listOrigins(this.#options),
    };
    writeWhole(controlFile(state.folder), JSON.stringify(written));
    this.#answeredAt = performance.now();
    [this.#runtime, this.#control] = [runtime, control];
    void this.#tellFigures();
  }

  /** Restarts workerd after every exit, until the machine stops. */
  async #watch(): Promise<void> {
    while (!this.#isStopping) {
      const how = await this.#runtime?.ended;
      [this.#runtime, this.#control] = [undefined, undefined];
      if (this.#isStopping) return;
      this.#options.log(`workerd ended (${how}); starting it anew.`);
      await this.#reopen();
    }
  }

  async #reopen(): Promise<void> {
    for (let pauseMs = 50; !this.#isStopping; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        await this.#open();
        if (this.#isStopping) await this.#runtime?.stop();
        return;
      } catch (error) {
        this.#options.log(`workerd cannot be started: ${(error as Error).message}`);
        await wait(pauseMs);
      }
    }
  }

  async #check(): Promise<void> {
    const jump = this.#clock.check(Date.now(), performance.now());
    if (jump !== undefined) this.#options.log(jump);
    const [runtime, control] = [this.#runtime, this.#control];
    if (control === undefined || this.#isStopping) return;
    const answers = await control.health(CHECK_MS).then(
      () => true,
      () => false,
    );
    if (answers) this.#answeredAt = performance.now();
    if (runtime !== this.#runtime || performance.now() - this.#answeredAt < SILENT_MS || this.#isStopping) return;
    this.#options.log('workerd has stopped answering.');
    await runtime?.stop();
  }

  /** Removes the files of objects that hold nothing. */
  async #sweep(isRunning: boolean): Promise<void> {
    const { state, log } = this.#options;
    await removeEmptyObjects(objectsFolder(state.folder), isRunning, log);
  }

  async #checkDisk(): Promise<void> {
    if (this.#control !== undefined && !this.#isStopping) await this.#disk.push(this.#control).catch(() => {});
  }

  async #cron(): Promise<void> {
    await this.#control?.cron().catch((error: Error) => {
      if (this.#control !== undefined && !this.#isStopping) this.#options.log(`The cron failed: ${error.message}`);
    });
  }

  /** Pushes this computer's figures to the API worker, for GET /admin/metrics. After a failure the former ones stay. */
  async #tellFigures(): Promise<void> {
    const [runtime, control] = [this.#runtime, this.#control];
    if (runtime !== undefined) await control?.figures(await this.#figures.read(runtime.groups)).catch(() => undefined);
  }

  /** Stops workerd; `#watch` then starts it again with the files of the latest build. */
  reload = async (): Promise<void> => this.#runtime?.stop();

  /**
   * Stops the machine once the running requests have their responses and the click buffers are flushed.
   * @returns false if workerd was down, or the drain failed or timed out
   */
  async stop(drainMs = DRAIN_MS): Promise<boolean> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    const drained = await this.#control?.drain(drainMs).then(
      () => true,
      () => false,
    );
    await this.#runtime?.stop(drained ? undefined : CUT_OFF_MS);
    await this.#watching;
    this.#options.places?.stop();
    rmSync(controlFile(this.#options.state.folder), { force: true });
    this.#options.state.release();
    return drained ?? false;
  }
}

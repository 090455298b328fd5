/** Reads the metrics during a history, and checks that no counter decreases and that every visit counts once. */
import { type MetricFamily, parseOpenMetrics } from '../openmetrics';
import type { World } from '../world';
import type { Recorder } from './recorder';

type Counters = ReadonlyMap<string, number>;

export class MetricsWatch {
  /** The counters of the latest scrape that has ended. */
  #last: Counters = new Map();
  /** The visits that were counted before the history. */
  #before = 0;
  /** The visits that have their response. */
  visits = 0;

  constructor(readonly recorder: Recorder) {}

  async begin(world: World): Promise<void> {
    this.#last = (await this.#read(world)) ?? this.#last;
    this.#before = visitsIn(this.#last);
  }

  /** Reads the metrics. Their sources may fail, but the response is well-formed, and no counter has decreased. */
  async scrape(world: World): Promise<void> {
    const earlier = this.#last;
    const counters = await this.#read(world);
    if (counters === null) return;
    for (const [sample, value] of earlier)
      if ((counters.get(sample) ?? 0) < value) this.recorder.broken.push(`the counter ${sample} has decreased`);
    this.#last = counters;
  }

  /** Checks the number of visits, once the faults have ended. One more request at each location hands over the rest. */
  async check(locations: readonly World[]): Promise<void> {
    for (const location of locations) await location.visit('.health');
    await this.scrape(locations[0] as World);
    const counted = visitsIn(this.#last) - this.#before;
    if (counted !== this.visits) this.recorder.broken.push(`${this.visits} visits count as ${counted} in the metrics`);
  }

  /** Returns the counters by sample; null while the object with the sums does not respond. */
  async #read(world: World): Promise<Counters | null> {
    const response = await world.admin('GET', '/metrics');
    const text = new TextDecoder().decode(await response.arrayBuffer());
    if (response.status !== 200) {
      this.recorder.broken.push(`the metrics are ${response.status}: ${text}`);
      return null;
    }
    const families = [...parseOpenMetrics(text).values()];
    const counters = new Map(families.filter(({ type }) => type === 'counter').flatMap(listSamples));
    return counters.size === 0 ? null : counters;
  }
}

const listSamples = ({ points }: MetricFamily): [string, number][] =>
  points.map(({ name, labels, value }) => [`${name} ${[...labels].map((pair) => pair.join('=')).join(' ')}`, value]);

const visitsIn = (counters: Counters): number =>
  [...counters].reduce(
    (sum, [sample, value]) => (/worker=redirect .*route=\/:code/.test(sample) ? sum + value : sum),
    0,
  );

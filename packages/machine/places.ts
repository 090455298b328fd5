/**
 * Looks up country and city of an IP address in a file of MaxMind's format (maxmind.github.io/MaxMind-DB). The redirect
 * worker requests them after it has responded to the visit.
 */
import { readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Reader } from 'mmdb-lib';
import { Failure } from './failure';

type Place = { readonly country?: string; readonly city?: string };

/** A record of a file, with the fields of the known layouts. In a file of another layout they may have any value. */
type PlaceRecord = {
  /** `iso_code` in files of MaxMind and DB-IP; the code itself, or the name of the country, in those of IPinfo. */
  readonly country?: { readonly iso_code?: unknown } | string;
  /** In files of ip-location-db, IPLocate and IPinfo Lite. */
  readonly country_code?: unknown;
  /** Names by language in files of MaxMind and DB-IP; the name in those of ip-location-db and IPinfo. */
  readonly city?: { readonly names?: { readonly en?: unknown } } | string;
};

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[a-z]{2}$/i.test(value);
const getField = (value: unknown, name: string): unknown => (value as Record<string, unknown> | undefined)?.[name];

/** Reads country and city of a record, each if it has them. */
function readPlace({ country, country_code: code, city }: PlaceRecord): Place {
  const found = [getField(country, 'iso_code'), code, country].find(isCode);
  const name = typeof city === 'string' ? city : getField(getField(city, 'names'), 'en');
  return {
    ...(found !== undefined && { country: found.toUpperCase() }),
    ...(typeof name === 'string' && name !== '' && { city: name }),
  };
}

/** Whether a record without a place is one of MaxMind about an address whose country is not known. */
const isWithoutCountry = (record: PlaceRecord): boolean =>
  record.country === undefined &&
  ['continent', 'registered_country', 'represented_country', 'location', 'traits'].some(
    (name) => typeof getField(record, name) === 'object',
  );

/** The shortest time between two checks whether the file was replaced. */
const CHECK_MS = 10_000;
/** Room for ten thousand addresses of the greatest length. */
const MAX_BODY_BYTES = 1024 * 1024;

/** A places file. `renew` reads it again after it was replaced. */
export class PlacesFile {
  readonly #file: string;
  readonly #log: (line: string) => void;
  #reader: Reader<never>;
  #changedAt: number;
  #checkedAt = performance.now();
  #hasWarned = false;

  /** @throws Failure if the file cannot be read, or is incomplete */
  constructor(file: string, log: (line: string) => void) {
    [this.#file, this.#log] = [file, log];
    try {
      this.#changedAt = statSync(file).mtimeMs;
      this.#reader = new Reader(readFileSync(file));
    } catch (error) {
      throw new Failure(`PLACES_FILE ${file} cannot be read: ${(error as Error).message}.`);
    }
  }

  /** The place of an address; an empty object for an unknown one. */
  findPlace(address: string): Place {
    try {
      const record = this.#reader.get(address) as PlaceRecord | null;
      if (record === null) return {};
      const place = readPlace(record);
      if (Object.keys(place).length === 0 && !isWithoutCountry(record)) this.#warn();
      return place;
    } catch {
      return {}; // `address` is not an address, or its record is malformed
    }
  }

  /** Logs that the records of a file have an unknown layout, once for each content of the file. */
  #warn(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const type = JSON.stringify(this.#reader.metadata.databaseType.slice(0, 40));
    this.#log(
      `PLACES_FILE has records of a layout that is not known (${type}): clicks get no country and no city from them.`,
    );
  }

  /**
   * Reads the file again if it was replaced. If it cannot be read, the former content stays, and one line is logged.
   * @param now milliseconds of `performance.now()`
   */
  renew(now = performance.now()): void {
    if (now - this.#checkedAt < CHECK_MS) return;
    this.#checkedAt = now;
    try {
      const { mtimeMs } = statSync(this.#file);
      if (mtimeMs === this.#changedAt) return;
      this.#changedAt = mtimeMs;
      this.#reader = new Reader(readFileSync(this.#file));
      this.#hasWarned = false;
    } catch (error) {
      if (this.#changedAt === 0) return;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.#changedAt = 0;
      this.#log(`PLACES_FILE cannot be read any more (${(error as Error).message}): its former content is used.`);
    }
  }
}

async function addressesIn(request: IncomingMessage): Promise<string[]> {
  let text = '';
  for await (const piece of request) {
    text += piece;
    if (text.length > MAX_BODY_BYTES) return [];
  }
  const addresses: unknown = JSON.parse(text);
  return Array.isArray(addresses) ? addresses.filter((one) => typeof one === 'string') : [];
}

export type PlacesServer = { readonly address: string; stop(): void };

/**
 * Starts an HTTP server on a loopback port: the request is a JSON array of addresses, the response an object of places
 * by address.
 * @throws Failure if the file cannot be read
 */
export async function servePlaces(file: string, log: (line: string) => void): Promise<PlacesServer> {
  const places = new PlacesFile(file, log);
  const server: Server = createServer(async (request, response) => {
    places.renew();
    const addresses = await addressesIn(request).catch(() => []);
    response.end(JSON.stringify(Object.fromEntries(addresses.map((one) => [one, places.findPlace(one)]))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.closeAllConnections() };
}

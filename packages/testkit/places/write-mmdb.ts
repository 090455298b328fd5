/** Writes a file of MaxMind's format in which every IPv4 address has one record (maxmind.github.io/MaxMind-DB). */

type Value = string | number | { readonly [name: string]: Value };

const TYPE = { text: 2, map: 7, number: 6 } as const;

/** The control bytes of a field: its type in three bits, and its size, which is below 285 here. */
const control = (type: number, size: number): number[] =>
  size < 29 ? [(type << 5) | size] : [(type << 5) | 29, size - 29];

function encodeValue(value: Value): number[] {
  if (typeof value === 'number') return [...control(TYPE.number, 4), value >>> 24, value >>> 16, value >>> 8, value];
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return [...control(TYPE.text, bytes.length), ...bytes];
  }
  const fields = Object.entries(value);
  return [
    ...control(TYPE.map, fields.length),
    ...fields.flatMap(([name, one]) => [...encodeValue(name), ...encodeValue(one)]),
  ];
}

/** The bytes of a file with one node, whose two records of 24 bits point at the same data. */
export function writeMmdb(record: Value, databaseType = 'Test'): Buffer {
  const metadata = { node_count: 1, record_size: 24, ip_version: 4, database_type: databaseType, build_epoch: 1 };
  const pointer = [0, 0, metadata.node_count + 16];
  const separator = Array.from({ length: 16 }, () => 0);
  const marker = [0xab, 0xcd, 0xef, ...Buffer.from('MaxMind.com')];
  return Buffer.from([
    ...pointer,
    ...pointer,
    ...separator,
    ...encodeValue(record),
    ...marker,
    ...encodeValue(metadata),
  ]);
}

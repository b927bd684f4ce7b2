import type { PDFDict } from '../objects.ts';
import { ByteSink } from '../write/byte-sink.ts';
import { serializeStreamDict } from '../write/serialize.ts';

/** Returns `n g obj … endstream`. References keep their numbers, and must be of generation 0. */
export function streamObject(
  number: number,
  generation: number,
  dict: PDFDict,
  data: Uint8Array,
): Uint8Array {
  const sink = new ByteSink();
  sink.text(`${number} ${generation} obj\n`);
  serializeStreamDict(dict, data.length, sink, { numberOf: ({ objectNumber }) => objectNumber });
  sink.text('stream\n');
  sink.bytes(data);
  sink.text('\nendstream');
  return sink.view();
}

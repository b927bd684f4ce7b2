import type { Frame } from '../../../codecs/jpeg/format/frame.ts';
import { type PlainPlan, planTokens } from './plan.ts';
import { type PlainScan, type Token, tokensOf } from './tokens.ts';

/** A whole file: `appSegments` right after SOI, then tables, frame and scans. */
export function plainFile(
  frame: Frame,
  scans: readonly PlainScan[],
  appSegments: readonly Uint8Array[] = [],
): Uint8Array {
  const isProgressive = scans[0]!.kind !== 'sequential';
  const tables = [...new Map(frame.components.map(({ quantTable }) => [quantTable.join(), quantTable]))];
  const isWide = tables.some(([, table]) => table.some((entry) => entry > 255));
  const sequential = isWide ? 0xc1 : 0xc0;
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...appSegments.flatMap((segment) => [...segment]),
    ...segment(
      0xdb,
      tables.flatMap(([, table], id) => quantTableBytes(table, id)),
    ),
    ...segment(isProgressive ? 0xc2 : sequential, [
      ...[8, ...twoBytes(frame.height), ...twoBytes(frame.width), frame.components.length],
      ...frame.components.flatMap(({ id, horizontal, vertical, quantTable }) => {
        const table = tables.findIndex(([text]) => text === quantTable.join());
        return [id, horizontal * 16 + vertical, table];
      }),
    ]),
    ...scans.flatMap((scan) => scanBytes(frame, scan)),
    ...[0xff, 0xd9],
  ]);
}

function quantTableBytes(table: Uint16Array, id: number): readonly number[] {
  const entries = [...table];
  return entries.some((entry) => entry > 255) ? [16 + id, ...entries.flatMap(twoBytes)] : [id, ...entries];
}

function segment(marker: number, body: readonly number[]): readonly number[] {
  return [0xff, marker, ...twoBytes(body.length + 2), ...body];
}

function twoBytes(value: number): readonly number[] {
  return [value >> 8, value & 255];
}

/** Tables, header and data of a scan. */
function scanBytes(frame: Frame, scan: PlainScan): readonly number[] {
  const tokens = tokensOf(frame, scan);
  const plan = planTokens(tokens);
  const body = plan.tables.flatMap(([destination, { lengths, symbols }]) => [
    destination,
    ...lengths,
    ...symbols,
  ]);
  const components = 'component' in scan ? [scan.component] : scan.components;
  const selectors = components.flatMap((component, index) => [
    frame.components[component]!.id,
    (plan.ids.get(index) ?? 0) * 16 + (plan.ids.get(16 + index) ?? 0),
  ]);
  return [
    ...('interval' in scan && scan.interval ? segment(0xdd, twoBytes(scan.interval)) : []),
    ...(body.length > 0 ? segment(0xc4, body) : []),
    ...segment(0xda, [components.length, ...selectors, ...bandBytes(scan)]),
    ...dataBytes(tokens, plan),
  ];
}

/** Ss, Se, Ah and Al (T.81, B.2.3). */
function bandBytes(scan: PlainScan): readonly number[] {
  if (scan.kind === 'sequential') return [0, 63, 0];
  const high = scan.kind.endsWith('refine') ? scan.low + 1 : 0;
  return 'first' in scan ? [scan.first, scan.last, high * 16 + scan.low] : [0, 0, high * 16 + scan.low];
}

/** Codes and values, with the markers between restart intervals (E.1.4). */
function dataBytes(tokens: readonly Token[], { codes }: PlainPlan): readonly number[] {
  const parts = tokens.map(({ table, symbol, bits, restarts }) => {
    const coded = symbol === null ? bits : `${codes.get(table)!.get(symbol)}${bits}`;
    return restarts ? `|${coded}` : coded;
  });
  const intervals = parts.join('').split('|').map(paddedBytes);
  return intervals.flatMap((bytes, index) =>
    index === 0 ? bytes : [0xff, 0xd0 + ((index - 1) % 8), ...bytes],
  );
}

/** Padded with ones, with stuffed bytes (F.1.2.3). */
function paddedBytes(bits01: string): readonly number[] {
  const bytes = bits01.match(/.{1,8}/g) ?? [];
  return bytes.flatMap((bits) => {
    const byte = Number.parseInt(bits.padEnd(8, '1'), 2);
    return byte === 0xff ? [0xff, 0] : [byte];
  });
}

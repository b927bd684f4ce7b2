import { bestPlainTable, codesBySymbol, type PlainTable } from './huffman.ts';
import type { Token } from './tokens.ts';

/** The Huffman tables of a scan; `planScan` must find the same. */
export interface PlainPlan {
  /** Tables, each with the class << 4 | identifier of each in a DHT segment. */
  readonly tables: readonly (readonly [destination: number, table: PlainTable])[];
  /** Per table of the tokens: identifiers, and codes by symbol. */
  readonly ids: ReadonlyMap<number, number>;
  readonly codes: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** Bits of codes and values, without stuffed bytes. */
  readonly dataBits: number;
}

/**
 * Among all ways in which components share two tables of each class, returns the one with the fewest bits; of
 * equal ones the first, with components assigned to the other table by the bits of an increasing number.
 */
export function planTokens(tokens: readonly Token[]): PlainPlan {
  const groups = [0, 1].flatMap((tableClass) => {
    const used = [...new Set(tokens.flatMap(({ symbol, table }) => (symbol === null ? [] : [table])))]
      .filter((table) => table >> 4 === tableClass)
      .sort((a, b) => a - b);
    return bestGroups(tokens, used).map((group, id) => ({ ...group, destination: tableClass * 16 + id }));
  });
  const entries = groups.flatMap(({ members, destination, table }) =>
    members.map((member) => ({ member, destination, codes: codesBySymbol(table) })),
  );
  return {
    tables: groups.map(({ destination, table }) => [destination, table]),
    ids: new Map(entries.map(({ member, destination }) => [member, destination & 15])),
    codes: new Map(entries.map(({ member, codes }) => [member, codes])),
    dataBits: tokens.reduce((sum, { bits }) => sum + bits.length, 0) + sumOf(groups, 'codeBits'),
  };
}

interface Group {
  readonly members: readonly number[];
  readonly table: PlainTable;
  readonly codeBits: number;
  readonly tableBits: number;
}

function sumOf(groups: readonly Group[], key: 'codeBits' | 'tableBits'): number {
  return groups.reduce((sum, group) => sum + group[key], 0);
}

function bestGroups(tokens: readonly Token[], used: readonly number[]): readonly Group[] {
  if (used.length === 0) return [];
  const ways = Array.from({ length: 2 ** (used.length - 1) }, (_, split) => {
    const isOther = (place: number) => (split >> place) % 2 === 1;
    return [
      used.filter((_member, place) => !isOther(place)),
      used.filter((_member, place) => isOther(place)),
    ].flatMap((members) => (members.length === 0 ? [] : [groupOf(tokens, members)]));
  });
  const bits = ways.map((groups) => sumOf(groups, 'codeBits') + sumOf(groups, 'tableBits'));
  return ways[bits.indexOf(Math.min(...bits))]!;
}

function groupOf(tokens: readonly Token[], members: readonly number[]): Group {
  const counts = symbolCounts(tokens.filter(({ table }) => members.includes(table)));
  const table = bestPlainTable(counts);
  const codeBits = Array.from(codesBySymbol(table)).reduce(
    (sum, [symbol, code]) => sum + counts[symbol]! * code.length,
    0,
  );
  return { members, table, codeBits, tableBits: 8 * (17 + table.symbols.length) };
}

export function symbolCounts(tokens: readonly Token[]): readonly number[] {
  const counts: number[] = new Array(256).fill(0);
  for (const { symbol } of tokens) if (symbol !== null) counts[symbol]! += 1;
  return counts;
}

/** One meta-block of Brotli data: its header, its codes, and its commands (RFC 7932, 9.2 and 9.3). */
import type { BitReader } from './bit-reader.ts';
import { BlockTypes } from './block-types.ts';
import type { CappedOutput } from './capped-output.ts';
import { COMMANDS, readCopyLength, readInsertLength, WITH_LAST_DISTANCE } from './commands.ts';
import { type ContextMap, readContextMap } from './context-map.ts';
import { dictionaryWord } from './dictionary.ts';
import { DistanceCodes, type LastDistances } from './distances.ts';
import { CONTEXT_MODES, LITERAL_CONTEXTS, type LiteralContext } from './literal-context.ts';
import type { PrefixCode } from './prefix-table.ts';
import { readPrefixCode } from './read-prefix-code.ts';
import { BrotliError } from './stop.ts';
import { transformed } from './transforms.ts';

const LITERALS = 256;
const DISTANCE_CONTEXTS = 4;
/** Literals for which memory is allocated at a time: the declared number may never arrive. */
const LITERALS_AT_ONCE = 4096;

/** State kept between meta-blocks. */
export interface BrotliState {
  readonly reader: BitReader;
  readonly out: CappedOutput;
  readonly lastDistances: LastDistances;
  /** Maximum distance of a copy. */
  readonly windowBytes: number;
  readonly isLargeWindow: boolean;
}

/** A compressed meta-block, ready to decode. */
export class MetaBlock {
  readonly #state: BrotliState;
  readonly #literalTypes: BlockTypes;
  readonly #commandTypes: BlockTypes;
  readonly #distanceTypes: BlockTypes;
  readonly #distances: DistanceCodes;
  readonly #contexts: readonly LiteralContext[];
  readonly #literalMap: ContextMap;
  readonly #distanceMap: ContextMap;
  readonly #literalCodes: readonly PrefixCode[];
  readonly #commandCodes: readonly PrefixCode[];
  readonly #distanceCodes: readonly PrefixCode[];

  /** Reads the header after its length. */
  constructor(state: BrotliState) {
    const { reader } = state;
    this.#state = state;
    this.#literalTypes = new BlockTypes(reader);
    this.#commandTypes = new BlockTypes(reader);
    this.#distanceTypes = new BlockTypes(reader);
    this.#distances = new DistanceCodes(reader, state.isLargeWindow);
    this.#contexts = Array.from({ length: this.#literalTypes.count }, () => CONTEXT_MODES[reader.take(2)]!);
    this.#literalMap = readContextMap(reader, this.#literalTypes.count * LITERAL_CONTEXTS);
    this.#distanceMap = readContextMap(reader, this.#distanceTypes.count * DISTANCE_CONTEXTS);
    const codes = (count: number, symbols: number) =>
      Array.from({ length: count }, () => readPrefixCode(reader, symbols));
    this.#literalCodes = codes(this.#literalMap.codes, LITERALS);
    this.#commandCodes = codes(this.#commandTypes.count, COMMANDS);
    this.#distanceCodes = codes(this.#distanceMap.codes, this.#distances.symbols);
  }

  /** Decodes the `bytes` of the meta-block. */
  run(bytes: number): void {
    const { reader, out } = this.#state;
    const end = out.length + bytes;
    while (out.length < end) {
      const types = this.#commandTypes;
      types.enter();
      types.left -= 1;
      const command = reader.symbol(this.#commandCodes[types.type]!);
      const insertLength = readInsertLength(command, reader);
      const copyLength = readCopyLength(command, reader);
      if (out.length + insertLength > end) throw new BrotliError('damaged');
      this.#literals(insertLength);
      // "The copy length of the last command is ignored" when the literals end the meta-block (9.3).
      if (out.length === end) return;
      this.#copy(command, copyLength, end - out.length);
    }
  }

  #literals(count: number): void {
    const types = this.#literalTypes;
    const { out } = this.#state;
    for (let left = count; left > 0; ) {
      types.enter();
      const wanted = Math.min(left, types.left, LITERALS_AT_ONCE);
      const run = out.room(wanted);
      this.#literalRun(run);
      if (run < wanted) throw new BrotliError('too-large');
      types.left -= run;
      left -= run;
    }
  }

  /** Decodes literals of one block type. */
  #literalRun(count: number): void {
    const { reader, out } = this.#state;
    const { type } = this.#literalTypes;
    const { last, beforeLast } = this.#contexts[type]!;
    const { map } = this.#literalMap;
    const codes = this.#literalCodes;
    const mapAt = type * LITERAL_CONTEXTS;
    const { bytes } = out;
    let at = out.length;
    let one = bytes[at - 1] ?? 0;
    let two = bytes[at - 2] ?? 0;
    for (const end = at + count; at < end; ) {
      const code = codes[map[mapAt + (last[one]! | beforeLast[two]!)]!]!;
      two = one;
      one = reader.symbol(code);
      bytes[at] = one;
      // Immediately, since the data may end at the next one.
      out.length = ++at;
    }
  }

  #copy(command: number, length: number, most: number): void {
    const { out, lastDistances, windowBytes } = this.#state;
    const code = command < WITH_LAST_DISTANCE ? 0 : this.#distanceCode(length);
    const distance = this.#distances.read(code, this.#state.reader, lastDistances);
    const farthest = Math.min(windowBytes, out.length);
    if (distance > farthest) {
      this.#word(length, distance - farthest - 1, most);
      return;
    }
    if (length > most) throw new BrotliError('damaged');
    if (code !== 0) lastDistances.add(distance);
    out.repeat(distance, length);
  }

  #distanceCode(copyLength: number): number {
    const types = this.#distanceTypes;
    types.enter();
    types.left -= 1;
    const context = Math.min(copyLength, DISTANCE_CONTEXTS + 1) - 2;
    const code = this.#distanceMap.map[types.type * DISTANCE_CONTEXTS + context]!;
    return this.#state.reader.symbol(this.#distanceCodes[code]!);
  }

  /** Copies a dictionary word, named by a distance beyond all data. */
  #word(length: number, id: number, most: number): void {
    const found = dictionaryWord(length, id);
    const word = found === null ? null : transformed(found.word, found.transform);
    if (word === null || word.length > most) throw new BrotliError('damaged');
    this.#state.out.append(word);
  }
}

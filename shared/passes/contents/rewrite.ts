/**
 * Rewrites content in fewer bytes with the same effect (ISO 32000-2, 7.8.2): numbers without redundant
 * digits, strings in their shorter form, minimal separators, no comments. Outside text objects and paths it
 * also removes operators that set an existing value, and `q … Q` around operations that paint nothing.
 *
 * Removals rely on a single level of `q`: nothing is concluded across `q`, `Q`, `gs` or anything unknown.
 * Content that readers may divide into operations differently is not rewritten at all.
 */
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { ContentOutput, type Mark } from './content-output.ts';
import { OperationWriter } from './operation-writer.ts';
import { SLOTS, selectsSpace, setsColorInSpace, slotOf } from './tracked.ts';

const PATH_CONSTRUCTION: ReadonlySet<string> = new Set(['m', 're', 'l', 'c', 'v', 'y']);
const PATH_PAINTING: ReadonlySet<string> = new Set('S s f F f* B B* b b* n'.split(' '));

/** Maximum nesting of `q`; readers stop far earlier, and each level needs memory. */
const MAX_LEVELS = 100_000;

export interface RewriteRules {
  /** False for a part of a page whose other parts are unknown: it may begin inside a path or a text. */
  readonly mayDrop: boolean;
  /** True if the content begins with the initial state, is whole, and draws nothing transparent. */
  readonly mayJoinTexts: boolean;
}

/** Returns the new bytes; null if the content is ambiguous. */
export function rewrittenContent(bytes: Uint8Array, rules: Pick<RewriteRules, 'mayDrop'>): Uint8Array | null {
  return new Rewriter(bytes, rules).run();
}

/** Range in the output that sets a slot. */
interface Setting {
  readonly start: number;
  readonly end: number;
}

/** Known state; null for unknown settings. */
interface Known {
  readonly settings: (Setting | null)[];
  /** The `cs` of a slot's color, if it has one. */
  readonly spaces: (Setting | null)[];
}

interface Level {
  readonly mark: Mark;
  readonly effects: number;
  readonly mayDrop: boolean;
  readonly known: Known;
}

/** A color space that was selected again and may prove redundant. */
interface Reselection {
  readonly slot: number;
  readonly mark: Mark;
  readonly space: Setting;
  readonly color: Setting | null;
}

function nothingKnown(): Known {
  return { settings: SLOTS.map(() => null), spaces: SLOTS.map(() => null) };
}

class Rewriter {
  readonly #bytes: Uint8Array;
  readonly #reader: ContentReader;
  readonly #writer: OperationWriter;
  readonly #out: ContentOutput;
  readonly #mayDrop: boolean;
  readonly #levels: Level[] = [];
  #known = nothingKnown();
  #reselection: Reselection | null = null;
  /** Number of operations written so far with an effect beyond the tracked state. */
  #effects = 0;
  #inPath = false;
  #inText = false;
  /** Depth of `BX … EX`: unknown operators inside are to be ignored (ISO 32000-2, 7.8.2). */
  #compatibility = 0;

  constructor(bytes: Uint8Array, { mayDrop }: Pick<RewriteRules, 'mayDrop'>) {
    this.#bytes = bytes;
    this.#reader = new ContentReader(bytes);
    this.#out = new ContentOutput(bytes.length + 64);
    this.#writer = new OperationWriter(this.#reader, this.#out);
    this.#mayDrop = mayDrop;
  }

  run(): Uint8Array | null {
    const reader = this.#reader;
    while (reader.next()) {
      if (reader.problem !== null || !this.#operation()) return null;
    }
    // Operands without an operator may belong to the start of another part of the page.
    return reader.problem === null && reader.operandCount === 0 ? this.#out.view() : null;
  }

  /** Returns false if readers may understand this operation differently. */
  #operation(): boolean {
    const reader = this.#reader;
    const { operator } = reader;
    this.#out.reserve(reader.end - reader.start);
    if (!reader.operatorKnown) return this.#unknown();
    if (reader.inlineImage !== null) {
      this.#reselection = null;
      this.#out.inlineImage(this.#bytes, reader.start, reader.end);
      this.#effects += 1;
      return true;
    }
    if (!this.#writer.hasItsOperands()) return false;
    const slot = slotOf(operator);
    if (slot !== undefined) return this.#setting(slot);
    this.#reselection = null;
    if (operator === 'q') return this.#save();
    if (operator === 'Q') return this.#restore();
    this.#follow(operator);
    this.#effects += 1;
    return this.#writer.write();
  }

  /** Tracks the position as far as it affects what may be removed. */
  #follow(operator: string): void {
    if (PATH_CONSTRUCTION.has(operator)) this.#inPath = true;
    else if (PATH_PAINTING.has(operator)) this.#inPath = false;
    else if (operator === 'BT') this.#inText = true;
    else if (operator === 'ET') this.#inText = false;
    else if (operator === 'gs' || operator === 'BX' || operator === 'EX') {
      this.#forget();
      if (operator !== 'gs') this.#compatibility += operator === 'BX' ? 1 : -1;
    }
  }

  get #isDroppingAllowed(): boolean {
    return this.#mayDrop && !this.#inPath && !this.#inText && this.#compatibility === 0;
  }

  #forget(): void {
    this.#known = nothingKnown();
    this.#reselection = null;
  }

  #unknown(): boolean {
    if (this.#compatibility <= 0) return false;
    const { start, end } = this.#reader;
    this.#out.raw(this.#bytes, start, end);
    this.#effects += 1;
    this.#forget();
    return true;
  }

  #save(): boolean {
    if (this.#levels.length === MAX_LEVELS) return false;
    const mark = this.#out.mark();
    this.#levels.push({
      mark,
      effects: this.#effects,
      mayDrop: this.#isDroppingAllowed,
      known: this.#known,
    });
    this.#forget();
    return this.#writer.write();
  }

  #restore(): boolean {
    const level = this.#levels.pop();
    this.#forget();
    if (level?.mayDrop === true && this.#isDroppingAllowed && level.effects === this.#effects) {
      this.#out.rewind(level.mark);
      this.#known = level.known;
      return true;
    }
    // An unmatched Q may end a state that a reader has put around the content.
    if (level === undefined) this.#effects += 1;
    return this.#writer.write();
  }

  #setting(slot: number): boolean {
    const { operator } = this.#reader;
    if (!this.#isDroppingAllowed) {
      this.#known.settings[slot] = null;
      this.#known.spaces[slot] = null;
      this.#reselection = null;
      return this.#writer.write();
    }
    if (setsColorInSpace(operator)) return this.#colorInSpace(slot);
    this.#reselection = null;
    const mark = this.#out.mark();
    if (!this.#writer.write()) return false;
    const written = { start: this.#out.firstTokenSince(mark), end: this.#out.length };
    if (selectsSpace(operator)) {
      this.#selected(slot, mark, written);
      return true;
    }
    this.#known.spaces[slot] = null;
    if (this.#isSame(this.#known.settings[slot]!, written)) this.#out.rewind(mark);
    else this.#known.settings[slot] = written;
    return true;
  }

  #selected(slot: number, mark: Mark, written: Setting): void {
    const space = this.#known.spaces[slot]!;
    if (this.#isSame(space, written)) {
      this.#reselection = { slot, mark, space: space, color: this.#known.settings[slot]! };
    }
    this.#known.spaces[slot] = written;
    this.#known.settings[slot] = null;
  }

  /** `scn` etc.: selecting the space again before it has no effect. */
  #colorInSpace(slot: number): boolean {
    const again = this.#reselection;
    this.#reselection = null;
    const isPlain = this.#writer.areNumbers();
    if (again !== null && again.slot === slot && again.color !== null && isPlain) {
      const mark = this.#out.mark();
      if (!this.#writer.write()) return false;
      const written = { start: this.#out.firstTokenSince(mark), end: this.#out.length };
      const isSame = this.#isSame(again.color, written);
      const hasAll = isSame || this.#countAt(again.color) === this.#reader.operandCount;
      if (hasAll) {
        this.#out.rewind(again.mark);
        this.#known.spaces[slot] = again.space;
        this.#known.settings[slot] = again.color;
      } else {
        this.#out.rewind(mark);
      }
    }
    const mark = this.#out.mark();
    if (!this.#writer.write()) return false;
    const written = { start: this.#out.firstTokenSince(mark), end: this.#out.length };
    if (this.#isSame(this.#known.settings[slot]!, written)) this.#out.rewind(mark);
    else this.#known.settings[slot] = isPlain && this.#known.spaces[slot] !== null ? written : null;
    return true;
  }

  /** Returns the operand count of a written setting. */
  #countAt({ start, end }: Setting): number {
    let count = 0;
    const written = this.#out.view();
    for (let at = start; at < end; at++) if (written[at] === 0x20) count += 1;
    return count;
  }

  #isSame(setting: Setting | null, written: Setting): boolean {
    return setting !== null && this.#out.repeats(setting.start, setting.end, written.start);
  }
}

/**
 * Writes content again in fewer bytes with the same meaning (ISO 32000-2, 7.8.2): numbers without needless digits,
 * strings in their shorter form, no more separators than needed, no comments; outside of text objects and paths also
 * without operators that set what is set already, and without `q … Q` around nothing that paints.
 *
 * What is dropped is certain inside one level of `q` alone: nothing is concluded across `q`, `Q`, `gs` or anything
 * that is not understood. Content that readers may divide into operations differently is not rewritten at all.
 */
import { isRegular } from '../../pdf/bytes.ts';
import { ContentReader } from '../../pdf/content.ts';
import { NUMBERS_TAKEN } from '../../pdf/content-operators.ts';
import { ContentTokens } from '../../pdf/content-tokens.ts';
import { ContentOutput, type Mark } from './content-output.ts';
import { SLOTS, selectsSpace, setsColorInSpace, slotOf } from './tracked.ts';

/** Levels of `q` inside each other; readers stop far earlier, and each costs memory. */
const MAX_LEVELS = 100_000;

export interface RewriteRules {
  /** False for a part of a page whose other parts are not known here: it may begin inside a path or a text. */
  readonly mayDrop: boolean;
}

/** The new bytes; null when the content is not clear enough to touch. */
export function rewrittenContent(bytes: Uint8Array, rules: RewriteRules): Uint8Array | null {
  return new Rewriter(bytes, rules).run();
}

/** What was written to set a slot: [start, end) in the output. */
interface Setting {
  readonly start: number;
  readonly end: number;
}

/** What is known of the state; settings that are not known are null. */
interface Known {
  readonly settings: (Setting | null)[];
  /** The `cs` behind the colour of a slot, where it was one. */
  readonly spaces: (Setting | null)[];
}

interface Level {
  readonly mark: Mark;
  readonly effects: number;
  readonly mayDrop: boolean;
  readonly known: Known;
}

/** A colour space that was selected although it was selected before; it may prove needless. */
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
  readonly #tokens: ContentTokens;
  readonly #out: ContentOutput;
  readonly #mayDrop: boolean;
  readonly #levels: Level[] = [];
  #known = nothingKnown();
  #reselection: Reselection | null = null;
  /** Operations written so far that do more than set what is tracked. */
  #effects = 0;
  #inPath = false;
  #inText = false;
  /** `BX … EX`: what is not understood there is meant to be passed over (ISO 32000-2, 7.8.2). */
  #compatibility = 0;

  constructor(bytes: Uint8Array, { mayDrop }: RewriteRules) {
    this.#bytes = bytes;
    this.#reader = new ContentReader(bytes);
    this.#tokens = new ContentTokens(bytes);
    this.#out = new ContentOutput(bytes.length + 64);
    this.#mayDrop = mayDrop;
  }

  run(): Uint8Array | null {
    const reader = this.#reader;
    while (reader.next()) {
      if (reader.problem !== null || !this.#operation()) return null;
    }
    // Operands without an operator: they may belong to what another part of the page begins with.
    return reader.problem === null && reader.operandCount === 0 ? this.#out.view() : null;
  }

  /** False when readers may understand this operation differently. */
  #operation(): boolean {
    const reader = this.#reader;
    const { operator } = reader;
    this.#out.reserve(reader.end - reader.start);
    if (!reader.operatorKnown) return this.#unknown();
    if (reader.inlineImage !== null) {
      this.#out.inlineImage(this.#bytes, reader.start, reader.end);
      this.#effects += 1;
      return true;
    }
    if (!this.#hasItsOperands()) return false;
    const slot = slotOf(operator);
    if (slot !== undefined) return this.#setting(slot);
    this.#reselection = null;
    if (operator === 'q') return this.#save();
    if (operator === 'Q') return this.#restore();
    this.#follow(operator);
    this.#effects += 1;
    return this.#write();
  }

  #hasItsOperands(): boolean {
    const reader = this.#reader;
    const taken = NUMBERS_TAKEN.get(reader.operator);
    if (taken === undefined) return true;
    if (reader.operandCount !== taken) return false;
    for (let i = 0; i < taken; i++) if (reader.kind(i) !== 'number') return false;
    return true;
  }

  /** Where we are, as far as it says what may be dropped. */
  #follow(operator: string): void {
    switch (operator) {
      case 'm':
      case 're':
      case 'l':
      case 'c':
      case 'v':
      case 'y':
        this.#inPath = true;
        break;
      case 'S':
      case 's':
      case 'f':
      case 'F':
      case 'f*':
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
      case 'n':
        this.#inPath = false;
        break;
      case 'BT':
        this.#inText = true;
        break;
      case 'ET':
        this.#inText = false;
        break;
      case 'gs':
        this.#forget();
        break;
      case 'BX':
        this.#compatibility += 1;
        this.#forget();
        break;
      case 'EX':
        this.#compatibility -= 1;
        this.#forget();
        break;
      default:
        break;
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
    this.#out.operator(this.#bytes, start, end);
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
    return this.#write();
  }

  #restore(): boolean {
    const level = this.#levels.pop();
    this.#forget();
    if (level?.mayDrop === true && this.#isDroppingAllowed && level.effects === this.#effects) {
      this.#out.rewind(level.mark);
      this.#known = level.known;
      return true;
    }
    // A Q too many may end what a reader put around the content.
    if (level === undefined) this.#effects += 1;
    return this.#write();
  }

  #setting(slot: number): boolean {
    const { operator } = this.#reader;
    if (!this.#isDroppingAllowed) {
      this.#known.settings[slot] = null;
      this.#known.spaces[slot] = null;
      this.#reselection = null;
      return this.#write();
    }
    if (setsColorInSpace(operator)) return this.#colorInSpace(slot);
    this.#reselection = null;
    const mark = this.#out.mark();
    if (!this.#write()) return false;
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
      this.#reselection = { slot, mark, space: space!, color: this.#known.settings[slot]! };
    }
    this.#known.spaces[slot] = written;
    this.#known.settings[slot] = null;
  }

  /** `scn` and the like: the space before it, when it was selected already, sets nothing that this does not. */
  #colorInSpace(slot: number): boolean {
    const again = this.#reselection;
    this.#reselection = null;
    const isPlain = this.#areNumbers();
    if (again !== null && again.slot === slot && again.color !== null && isPlain) {
      const mark = this.#out.mark();
      if (!this.#write()) return false;
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
    if (!this.#write()) return false;
    const written = { start: this.#out.firstTokenSince(mark), end: this.#out.length };
    if (this.#isSame(this.#known.settings[slot]!, written)) this.#out.rewind(mark);
    else this.#known.settings[slot] = isPlain && this.#known.spaces[slot] !== null ? written : null;
    return true;
  }

  #areNumbers(): boolean {
    const reader = this.#reader;
    for (let i = 0; i < reader.operandCount; i++) if (reader.kind(i) !== 'number') return false;
    return reader.operandCount > 0;
  }

  /** Operands of a setting that was written. */
  #countAt({ start, end }: Setting): number {
    let count = 0;
    const written = this.#out.view();
    for (let at = start; at < end; at++) if (written[at] === 0x20) count += 1;
    return count;
  }

  #isSame(setting: Setting | null, written: Setting): boolean {
    return setting !== null && this.#out.repeats(setting.start, setting.end, written.start);
  }

  /** The operation at hand, each operand in its shortest form. */
  #write(): boolean {
    const reader = this.#reader;
    const { operator, operandCount } = reader;
    // Some readers want these to be written without a point.
    const isInteger = operator === 'J' || operator === 'j' || operator === 'Tr';
    for (let i = 0; i < operandCount; i++) {
      if (!this.#operand(i, isInteger)) return false;
    }
    this.#out.operator(this.#bytes, reader.end - operator.length, reader.end);
    return true;
  }

  #operand(index: number, isInteger: boolean): boolean {
    const reader = this.#reader;
    const start = reader.operandStart(index);
    const end = reader.operandEnd(index);
    switch (reader.kind(index)) {
      case 'number':
        // `1rg`: two tokens to some readers, one to others.
        if (isRegular(this.#bytes[end]!)) return false;
        if (isInteger) this.#out.raw(this.#bytes, start, end);
        else this.#out.number(this.#bytes, start, end);
        return true;
      case 'string':
      case 'hex-string':
        this.#out.string(this.#bytes, start, end);
        return true;
      case 'array':
        return this.#nested(start, end, 'shortest');
      case 'dictionary':
        return this.#nested(start, end, 'as-is');
      case 'name':
      case 'boolean':
      case 'null':
        this.#out.raw(this.#bytes, start, end);
        return true;
      default:
        return false;
    }
  }

  /** Property lists keep numbers and strings as they are: programs read them in their own ways. */
  #nested(start: number, end: number, form: 'shortest' | 'as-is'): boolean {
    const tokens = this.#tokens;
    tokens.enter(start, end);
    while (tokens.next()) {
      if (tokens.kind === 'odd') return false;
      if (form === 'shortest' && tokens.kind === 'number') {
        this.#out.number(this.#bytes, tokens.start, tokens.end);
      } else if (form === 'shortest' && tokens.kind === 'string') {
        this.#out.string(this.#bytes, tokens.start, tokens.end);
      } else {
        this.#out.raw(this.#bytes, tokens.start, tokens.end);
      }
    }
    return true;
  }
}

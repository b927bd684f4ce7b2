import { latin1 } from '../bytes.ts';
import { concatOperand, GraphicsStack } from './graphics-state.ts';
import { IDENTITY_MATRIX, type Matrix } from './matrix.ts';
import { ContentReader, type InlineImage } from './syntax/operations.ts';

/** One image or form in content. */
export interface Drawn {
  /** From the unit square to content space. */
  readonly matrix: Matrix;
  /** Byte range of the whole operation in the content. */
  readonly start: number;
  readonly end: number;
}

export interface ImageDraw extends Drawn {
  /** Name in the resources of the content. */
  readonly name: string;
}

export interface InlineDraw extends Drawn {
  readonly inline: InlineImage;
}

/**
 * Consecutive draws in the same graphics state apart from the matrix. Nothing between them paints, marks
 * content or shows text, so their order does not matter where they do not overlap.
 */
export type ImageRun = readonly (ImageDraw | InlineDraw)[];

/** Returns every run of at least one image; null if readers may divide the content into operations differently. */
export function imageRuns(content: Uint8Array): readonly ImageRun[] | null {
  const reader = new ContentReader(content);
  const runs = new RunReader(reader);
  while (reader.next()) if (!reader.operatorKnown || !runs.operation()) return null;
  return reader.problem === null && reader.operandCount === 0 ? runs.finish() : null;
}

/** Operators that set the look, independent of the matrix. */
const SETS_LOOK: ReadonlySet<string> = new Set('CS cs d G g i J j K k M RG rg ri SC sc SCN scn w'.split(' '));
/** Operators whose look depends on the current matrix: clips, soft masks. */
const SETS_LOOK_BY_MATRIX: ReadonlySet<string> = new Set('c gs h l m n re v W W* y'.split(' '));

/** Maximum number of distinct states per content; each needs memory. */
const MAX_LOOKS = 50_000;

interface State {
  readonly matrix: Matrix;
  /** Equal for graphics states that only differ in the matrix. */
  readonly look: number;
}

class RunReader {
  readonly #reader: ContentReader;
  readonly #runs: (ImageDraw | InlineDraw)[][] = [];
  /** Keyed by the previous look and the operation. */
  readonly #looks = new Map<string, number>();
  readonly #states = new GraphicsStack<State>({ matrix: IDENTITY_MATRIX, look: 0 });
  #run: (ImageDraw | InlineDraw)[] = [];
  #lookOfRun = 0;

  constructor(reader: ContentReader) {
    this.#reader = reader;
  }

  finish(): readonly ImageRun[] {
    this.#cut();
    return this.#runs;
  }

  /** Returns false if it is uncertain what is drawn. */
  operation(): boolean {
    const { operator } = this.#reader;
    if (operator === 'q') return this.#states.save();
    if (operator === 'Q') {
      if (!this.#states.restore()) this.#cut();
      return true;
    }
    if (operator === 'cm') return concatOperand(this.#states, this.#reader);
    if (operator === 'Do') return this.#named();
    if (operator === 'BI') return this.#inline();
    if (SETS_LOOK.has(operator)) return this.#look('');
    if (SETS_LOOK_BY_MATRIX.has(operator)) return this.#look(this.#states.now.matrix.join(' '));
    this.#cut();
    return true;
  }

  #cut(): void {
    if (this.#run.length > 0) this.#runs.push(this.#run);
    this.#run = [];
  }

  #named(): boolean {
    const name = this.#reader.name(0);
    if (name === null || this.#reader.operandCount !== 1) return false;
    this.#draw({ name, ...this.#drawn() });
    return true;
  }

  #inline(): boolean {
    const { inlineImage: inline } = this.#reader;
    if (inline === null) return false;
    this.#draw({ inline, ...this.#drawn() });
    return true;
  }

  #drawn(): Drawn {
    const { start, end } = this.#reader;
    return { matrix: this.#states.now.matrix, start, end };
  }

  #draw(draw: ImageDraw | InlineDraw): void {
    const { look } = this.#states.now;
    if (look !== this.#lookOfRun) this.#cut();
    this.#lookOfRun = look;
    this.#run.push(draw);
  }

  #look(where: string): boolean {
    const { bytes, start, end } = this.#reader;
    const change = `${this.#states.now.look} ${where} ${latin1(bytes, start, end)}`;
    const look = this.#looks.get(change) ?? this.#looks.size + 1;
    this.#looks.set(change, look);
    this.#states.set({ look });
    return this.#looks.size <= MAX_LOOKS;
  }
}

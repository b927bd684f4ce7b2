import { latin1 } from '../../pdf/bytes.ts';
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { GraphicsSlots, STATE_OPERATORS } from './graphics-slots.ts';

/** Initial graphics state of a form: inherited by the standard (8.10.1), the default state in PDFium. */
export type FormStart = 'inherits' | 'initial';

const PAINTS: ReadonlySet<string> = new Set('S s f F f* B B* b b* n'.split(' '));
const PATH: ReadonlySet<string> = new Set('m l c v y h re'.split(' '));
const MAX_DEPTH = 10_000;

interface State {
  readonly slots: GraphicsSlots;
  /** Matrices, clips and named states, in order. */
  readonly place: string;
  /** Number of the state, once known. */
  number?: number;
}

/**
 * Returns everything that content paints and marks, in order, each with its state; the named forms are
 * expanded in place. Null if it cannot be read with certainty.
 */
export function paintTrace(
  content: Uint8Array,
  forms: ReadonlyMap<string, Uint8Array>,
  start: FormStart,
): readonly string[] | null {
  const trace = new Trace(forms, start);
  return trace.read(content) ? trace.painted : null;
}

class Trace {
  readonly painted: string[] = [];
  readonly #forms: ReadonlyMap<string, Uint8Array>;
  readonly #start: FormStart;
  /** Interns states by content, so that each is written once. */
  readonly #states = new Map<string, number>();
  readonly #saved: State[] = [];
  #state: State = { slots: new GraphicsSlots(), place: '' };
  #path = '';
  #clips = false;

  constructor(forms: ReadonlyMap<string, Uint8Array>, start: FormStart) {
    this.#forms = forms;
    this.#start = start;
  }

  read(content: Uint8Array): boolean {
    const reader = new ContentReader(content);
    while (reader.next()) if (!reader.operatorKnown || !this.#operation(reader)) return false;
    return reader.problem === null && reader.operandCount === 0;
  }

  #operation(reader: ContentReader): boolean {
    const { operator, bytes, start, end } = reader;
    if (operator === 'q') {
      this.#saved.push(this.#state);
      return this.#saved.length < MAX_DEPTH;
    }
    if (operator === 'Q') {
      const state = this.#saved.pop();
      this.#state = state ?? this.#state;
      return state !== undefined;
    }
    const form = operator === 'Do' ? this.#forms.get(reader.name(0) ?? '') : undefined;
    if (form !== undefined) return this.#drawForm(form);
    const text = latin1(bytes, start, end);
    if (operator === 'cm' || operator === 'gs') this.#moveTo(text);
    else if (STATE_OPERATORS.has(operator)) this.#set(operator, text);
    else if (PATH.has(operator)) this.#path += `${text}\n`;
    else if (operator === 'W' || operator === 'W*') {
      this.#clips = true;
      this.#path += `${text}\n`;
    } else if (PAINTS.has(operator)) this.#endPath(text);
    else this.#paint(text);
    return true;
  }

  #drawForm(content: Uint8Array): boolean {
    const state = this.#state;
    const depth = this.#saved.length;
    if (this.#start === 'initial') this.#state = { place: state.place, slots: new GraphicsSlots() };
    const isRead = this.read(content) && this.#saved.length === depth;
    this.#state = state;
    return isRead;
  }

  #moveTo(text: string): void {
    this.#state = { slots: this.#state.slots, place: `${this.#state.place}\n${text}` };
  }

  #set(operator: string, text: string): void {
    const slots = this.#state.slots.with({ operator, text, identity: text, name: null });
    if (slots !== this.#state.slots) this.#state = { place: this.#state.place, slots };
  }

  #endPath(text: string): void {
    this.#paint(this.#path + text);
    if (this.#clips) this.#moveTo(this.#path);
    this.#path = '';
    this.#clips = false;
  }

  #paint(text: string): void {
    const current = this.#state;
    if (current.number !== undefined) {
      this.painted.push(`${current.number} ${text}`);
      return;
    }
    const state = `${current.slots.identity()}\n\n${current.place}`;
    const known = this.#states.get(state);
    if (known === undefined) this.#states.set(state, this.#states.size);
    current.number = known ?? this.#states.size - 1;
    this.painted.push(`${known ?? state} ${text}`);
  }
}

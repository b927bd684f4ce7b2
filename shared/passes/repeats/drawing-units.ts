import { appendAll } from '../../lists.ts';
import { latin1 } from '../../pdf/bytes.ts';
import { matrixOperand } from '../../pdf/content/graphics-state.ts';
import type { Matrix } from '../../pdf/content/matrix.ts';
import { PLAIN_NAME } from '../../pdf/content/plain-name.ts';
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { STATE_OPERATORS, type StateOperation } from './graphics-slots.ts';
import type { ResourceName } from './resource-name.ts';

/** An indivisible piece of content. */
export interface DrawingUnit {
  readonly kind:
    | 'block' // q … Q
    | 'text' // BT … ET
    | 'path'
    | 'draw' // an image, form, shading, inline image
    | 'state'
    | 'barrier'; // never part of a run: clips, matrices, marks, uncertain operations
  readonly start: number;
  readonly end: number;
  /** Equal for units that draw the same: their bytes, with resolved names. Empty if text is shown. */
  readonly identity: string;
  /** Content of a block between q and Q. */
  readonly inner: readonly DrawingUnit[];
  /** In marked content, where nothing may move. */
  readonly isMarked: boolean;
  /** Letters are shown in it. */
  readonly showsText: boolean;
  /** Categories and names of the resources that it uses. */
  readonly names: readonly ResourceName[];
  /** State operations that remain in effect after it. */
  readonly states: readonly StateOperation[];
  /** Matrix of a `cm`, else null. */
  readonly matrix: Matrix | null;
  /** A `gs` on its own. */
  readonly setsOther: boolean;
}

/** Resolves a resource name to an identity; null if uncertain. */
export type Resolve = (resource: ResourceName) => string | null;

const PATH: ReadonlySet<string> = new Set('m l c v y h re'.split(' '));
const PAINTS: ReadonlySet<string> = new Set('S s f F f* B B* b b* n'.split(' '));
const TEXT: ReadonlySet<string> = new Set("Td Tm T* Tj TJ '".split(' '));
const SHOWS: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
const MARKS: ReadonlySet<string> = new Set(['BMC', 'BDC']);
const DEVICE_SPACES: ReadonlySet<string> = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK']);
const MAX_DEPTH = 200;
/** From this rendering mode on, letter outlines become a clip at the end of the text (ISO 32000-2, 9.3.6). */
const FIRST_CLIPPING_MODE = 4;

const NO_UNITS: DrawingUnit[] = [];
const NO_NAMES: ResourceName[] = [];
const NO_STATES: StateOperation[] = [];

interface Draft {
  kind: DrawingUnit['kind'];
  start: number;
  identity: Identity;
  hasMark: boolean;
  inner: DrawingUnit[];
  names: ResourceName[];
  states: StateOperation[];
  isSure: boolean;
  showsText: boolean;
}

/** Divides content into units; null if readers may divide it differently, or if q and Q do not match. */
export function drawingUnits(content: Uint8Array, resolve: Resolve): readonly DrawingUnit[] | null {
  const reader = new ContentReader(content);
  const units = new UnitReader(reader, resolve);
  while (reader.next()) if (!reader.operatorKnown || !units.operation()) return null;
  return reader.problem === null && reader.operandCount === 0 ? units.finish() : null;
}

class UnitReader {
  readonly #reader: ContentReader;
  readonly #resolve: Resolve;
  readonly #blocks: Draft[] = [];
  readonly #top: DrawingUnit[] = [];
  /** An open path or text. */
  #open: Draft | null = null;
  /** Enclosing marked content; true for artifacts. */
  readonly #marks: boolean[] = [];

  constructor(reader: ContentReader, resolve: Resolve) {
    this.#reader = reader;
    this.#resolve = resolve;
  }

  finish(): readonly DrawingUnit[] | null {
    return this.#blocks.length === 0 && this.#open === null ? this.#top : null;
  }

  operation(): boolean {
    const { operator } = this.#reader;
    if (this.#open?.kind === 'path') return this.#inPath(operator);
    if (this.#open?.kind === 'text') return this.#inText(operator);
    if (operator === 'q') {
      this.#blocks.push(this.#draft('block'));
      return this.#blocks.length <= MAX_DEPTH;
    }
    if (operator === 'Q') return this.#endBlock();
    if (PATH.has(operator)) return this.#begin('path');
    if (operator === 'BT') return this.#begin('text');
    if (STATE_OPERATORS.has(operator)) return this.#single('state');
    if (operator === 'Do' || operator === 'sh' || operator === 'BI') return this.#single('draw');
    if (operator === 'gs' || operator === 'cm') return this.#single('barrier');
    if (MARKS.has(operator)) {
      this.#marks.push(operator === 'BMC' && this.#reader.name(0) === 'Artifact');
      return this.#single('barrier');
    }
    if (operator === 'EMC') {
      this.#marks.pop();
      return this.#single('barrier');
    }
    return operator !== 'ET' && !PAINTS.has(operator) && this.#single('barrier');
  }

  #inPath(operator: string): boolean {
    const open = this.#open!;
    this.#note(open);
    // A clip stays in effect after the path.
    if (operator === 'W' || operator === 'W*') open.isSure = false;
    else if (PAINTS.has(operator)) this.#close(open);
    else if (!PATH.has(operator)) return false;
    return true;
  }

  #inText(operator: string): boolean {
    const open = this.#open!;
    open.showsText ||= SHOWS.has(operator);
    // Once text is shown, only state operations matter.
    if (!open.showsText || STATE_OPERATORS.has(operator)) this.#note(open);
    if (operator === 'ET') this.#close(open);
    else if (operator === 'gs' || operator === '"') open.isSure = false;
    else if (MARKS.has(operator) || operator === 'EMC') {
      if (operator === 'EMC') this.#marks.pop();
      else this.#marks.push(false);
      open.isSure = false;
    } else if (!STATE_OPERATORS.has(operator) && !TEXT.has(operator)) open.isSure = false;
    return operator !== 'BT';
  }

  #begin(kind: 'path' | 'text'): boolean {
    this.#open = this.#draft(kind);
    this.#note(this.#open);
    return true;
  }

  #close(open: Draft): void {
    this.#open = null;
    this.#add(open, open.isSure ? open.kind : 'barrier');
  }

  #single(kind: DrawingUnit['kind']): boolean {
    const draft = this.#draft(kind);
    this.#note(draft);
    this.#add(draft, draft.isSure ? kind : 'barrier');
    return true;
  }

  #endBlock(): boolean {
    const draft = this.#blocks.pop();
    if (draft === undefined) return false;
    draft.identity.add(HASH_Q);
    this.#add(draft, draft.isSure ? 'block' : 'barrier');
    return true;
  }

  #draft(kind: DrawingUnit['kind']): Draft {
    return {
      kind,
      start: this.#reader.start,
      identity: new Identity(kind === 'block' ? 0x71 : 0),
      hasMark: false,
      inner: NO_UNITS,
      names: NO_NAMES,
      states: NO_STATES,
      isSure: true,
      showsText: false,
    };
  }

  #add(draft: Draft, kind: DrawingUnit['kind']): void {
    const { start, inner, names } = draft;
    const { operator, end } = this.#reader;
    const unit: DrawingUnit = {
      kind,
      start,
      end,
      identity: draft.showsText ? '' : draft.identity.toString(),
      inner,
      names,
      states: draft.kind === 'block' ? NO_STATES : draft.states,
      isMarked: this.#marks.some((isArtifact) => !isArtifact),
      showsText: draft.showsText,
      matrix: operator === 'cm' ? matrixOperand(this.#reader) : null,
      setsOther: operator === 'gs',
    };
    const block = this.#blocks[this.#blocks.length - 1];
    if (block === undefined) this.#top.push(unit);
    else if (block.inner === NO_UNITS) block.inner = [unit];
    else block.inner.push(unit);
    if (block === undefined) return;
    block.showsText ||= draft.showsText;
    if (!block.showsText) block.identity.append(draft.identity);
    if (names.length > 0) {
      if (block.names === NO_NAMES) block.names = [];
      appendAll(block.names, names);
    }
    // Inside a block, matrices, clips and states end with it.
    if (kind === 'barrier' && !draft.isSure && !endsWithBlock(draft)) block.isSure = false;
    if (draft.hasMark) {
      block.isSure = false;
      block.hasMark = true;
    }
  }

  /** Adds the current operation to a unit. */
  #note(draft: Draft): void {
    const { bytes, start, end, operator } = this.#reader;
    const resource = this.#resource();
    const target = resource === null ? '' : this.#resolve(resource);
    if (target === null || !this.#isUsual()) draft.isSure = false;
    if (resource !== null) {
      if (draft.names === NO_NAMES) draft.names = [];
      draft.names.push(resource);
    }
    draft.identity.addBytes(bytes, start, end);
    if (resource !== null) draft.identity.addTarget(target ?? '?');
    if (MARK_OPERATION.test(operator)) draft.hasMark = true;
    if (STATE_OPERATORS.has(operator)) {
      const text = latin1(bytes, start, end);
      const identity = resource === null ? text : `${text} % ${target}`;
      if (draft.states === NO_STATES) draft.states = [];
      draft.states.push({ operator, text, identity, name: resource });
    }
    if (operator === 'cm' && matrixOperand(this.#reader) === null) draft.isSure = false;
    if (!PLAIN.has(operator) && resource === null && this.#hasName()) draft.isSure = false;
  }

  #resource(): ResourceName | null {
    const { operator, operandCount } = this.#reader;
    const category = CATEGORIES.get(operator);
    const name = category === undefined || operandCount === 0 ? null : this.#reader.name(0);
    if (category === undefined || name === null) return null;
    return category === 'ColorSpace' && DEVICE_SPACES.has(name) ? null : { category, name };
  }

  #hasName(): boolean {
    const { operandCount } = this.#reader;
    for (let at = 0; at < operandCount; at += 1) if (this.#reader.kind(at) === 'name') return true;
    return false;
  }

  /** Patterns depend on the content's position (8.7.2); letters may become clips. */
  #isUsual(): boolean {
    const reader = this.#reader;
    const { operator, operandCount } = reader;
    if (operator === 'cs' || operator === 'CS') return reader.name(0) !== 'Pattern';
    if (operator === 'Tr') return reader.number(0) < FIRST_CLIPPING_MODE;
    if (operator === 'scn' || operator === 'SCN') return reader.kind(operandCount - 1) !== 'name';
    if (operator === 'BI') return isOfDevice(reader);
    const name = CATEGORIES.has(operator) ? reader.name(0) : null;
    return name === null || PLAIN_NAME.test(name);
  }
}

const CATEGORIES: ReadonlyMap<string, ResourceName['category']> = new Map([
  ['Do', 'XObject'],
  ['Tf', 'Font'],
  ['gs', 'ExtGState'],
  ['cs', 'ColorSpace'],
  ['CS', 'ColorSpace'],
  ['sh', 'Shading'],
]);
/** Operators whose names are no resources. */
const PLAIN: ReadonlySet<string> = new Set(['ri', 'cs', 'CS', 'BI', 'BMC', 'BDC', 'MP', 'DP']);
const MARK_OPERATION = /(BMC|BDC|EMC|MP|DP|BX|EX)$/;

function isOfDevice({ inlineImage }: ContentReader): boolean {
  const space = inlineImage?.entries.get('CS') ?? inlineImage?.entries.get('ColorSpace');
  return (
    space === undefined || /"?(G|RGB|CMYK|DeviceGray|DeviceRGB|DeviceCMYK)"?/.test(JSON.stringify(space))
  );
}

/** A path's clip ends with the enclosing block. */
function endsWithBlock({ kind }: Draft): boolean {
  return kind === 'path';
}

const HASH_Q = 0x51;

/** 64 bits of hash of what is drawn, and the targets of names in full: a collision is refused by the trace. */
class Identity {
  #low: number;
  #high = 0x9e3779b1 | 0;
  #length = 0;
  #targets = '';

  constructor(seed: number) {
    this.#low = 0x811c9dc5 ^ seed;
  }

  add(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x01000193);
    this.#high = Math.imul(this.#high ^ value, 0x5bd1e995) ^ (this.#high >>> 13);
    this.#length += 1;
  }

  addBytes(bytes: Uint8Array, start: number, end: number): void {
    let low = this.#low;
    let high = this.#high;
    for (let at = start; at < end; at += 1) {
      const value = bytes[at]!;
      low = Math.imul(low ^ value, 0x01000193);
      high = Math.imul(high ^ value, 0x5bd1e995) ^ (high >>> 13);
    }
    this.#low = low;
    this.#high = high;
    this.#length += end - start;
    this.add(10);
  }

  addTarget(target: string): void {
    this.#targets += `%${target}`;
  }

  append(inner: Identity): void {
    this.add(inner.#low);
    this.add(inner.#high);
    this.add(inner.#length);
    this.#targets += inner.#targets;
  }

  toString(): string {
    return `${this.#low >>> 0}.${this.#high >>> 0}.${this.#length}${this.#targets}`;
  }
}

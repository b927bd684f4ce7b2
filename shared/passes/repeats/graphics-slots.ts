import type { ResourceName } from './resource-name.ts';

/** One operation that sets a part of the graphics state. */
export interface StateOperation {
  readonly operator: string;
  /** As written in the content. */
  readonly text: string;
  /** With its name resolved. */
  readonly identity: string;
  readonly name: ResourceName | null;
}

/**
 * Graphics state besides matrix and clip, as the last operation of each kind. Colors need two: the space and
 * the components.
 */
export class GraphicsSlots {
  readonly #slots: Map<string, readonly StateOperation[]>;
  #identity: string | null = null;

  constructor(slots: ReadonlyMap<string, readonly StateOperation[]> = new Map()) {
    this.#slots = new Map(slots);
  }

  /** @param operation with an operator of `STATE_OPERATORS` */
  note(operation: StateOperation): void {
    const slot = SLOTS.get(operation.operator);
    if (slot === undefined) return;
    const [space] = this.#slots.get(slot) ?? [];
    const isInSpace = COMPONENTS.has(operation.operator) && SPACES.has(space?.operator ?? '');
    this.#slots.set(slot, isInSpace ? [space, operation] : [operation]);
    this.#identity = null;
  }

  copy(): GraphicsSlots {
    return new GraphicsSlots(this.#slots);
  }

  /** Returns all operations in a fixed order of kinds. */
  operations(): readonly StateOperation[] {
    return [...this.#slots.keys()].sort().flatMap((slot) => this.#slots.get(slot) ?? []);
  }

  /** Equal for states that look the same. */
  identity(): string {
    return (this.#identity ??= this.operations()
      .map(({ identity }) => identity)
      .join('\n'));
  }

  /** Returns the operations that differ from `before`. */
  changesSince(before: GraphicsSlots): readonly StateOperation[] {
    const text = (slots: GraphicsSlots, slot: string) =>
      slots.#slots
        .get(slot)
        ?.map(({ identity }) => identity)
        .join('\n');
    return [...this.#slots.keys()]
      .sort()
      .filter((slot) => text(before, slot) !== text(this, slot))
      .flatMap((slot) => this.#slots.get(slot) ?? []);
  }
}

const COMPONENTS: ReadonlySet<string> = new Set(['sc', 'scn', 'SC', 'SCN']);
const SPACES: ReadonlySet<string> = new Set(['cs', 'CS']);

const SLOTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fill: 'g rg k cs sc scn',
    stroke: 'G RG K CS SC SCN',
    width: 'w',
    cap: 'J',
    join: 'j',
    miter: 'M',
    dash: 'd',
    intent: 'ri',
    flatness: 'i',
    font: 'Tf',
    'character spacing': 'Tc',
    'word spacing': 'Tw',
    scaling: 'Tz',
    leading: 'TL',
    rise: 'Ts',
    rendering: 'Tr',
  }).flatMap(([slot, operators]) => operators.split(' ').map((operator) => [operator, slot] as const)),
);

export const STATE_OPERATORS: ReadonlySet<string> = new Set(SLOTS.keys());

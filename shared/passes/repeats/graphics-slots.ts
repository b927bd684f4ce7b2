import type { ResourceName } from './resource-name.ts';

/** One operation that sets a part of the graphics state. */
export interface StateOperation {
  readonly operator: string;
  /** As written in the content. */
  readonly text: string;
  /** The operation with its name resolved. */
  readonly identity: string;
  readonly name: ResourceName | null;
}

/**
 * Graphics state besides matrix and clip, as the last operation of each kind. Colors need two: the space and
 * the components. Immutable: most operations set what is set already, and then nothing is allocated.
 */
export class GraphicsSlots {
  readonly #slots: readonly (readonly StateOperation[] | undefined)[];
  #identity: string | null = null;

  constructor(slots: readonly (readonly StateOperation[] | undefined)[] = []) {
    this.#slots = slots;
  }

  /** @param operation with an operator of `STATE_OPERATORS` */
  with(operation: StateOperation): GraphicsSlots {
    const slot = SLOTS.get(operation.operator);
    if (slot === undefined) return this;
    const set = this.#slots[slot];
    const space = set?.[0];
    const isInSpace = COMPONENTS.has(operation.operator) && SPACES.has(space?.operator ?? '');
    const last = isInSpace ? set?.[1] : set?.length === 1 ? space : undefined;
    if (last?.identity === operation.identity) return this;
    const slots = this.#slots.slice();
    while (slots.length <= slot) slots.push(undefined);
    slots[slot] = isInSpace ? [space!, operation] : [operation];
    return new GraphicsSlots(slots);
  }

  /** Returns all operations in a fixed order of kinds. */
  operations(): readonly StateOperation[] {
    return this.#slots.flatMap((set) => set ?? []);
  }

  /** Equal for states that look the same. */
  identity(): string {
    return (this.#identity ??= this.operations()
      .map(({ identity }) => identity)
      .join('\n'));
  }

  /** Returns the operations that differ from `before`. */
  changesSince(before: GraphicsSlots): readonly StateOperation[] {
    if (before === this) return [];
    const text = (set: readonly StateOperation[] | undefined) =>
      set?.map(({ identity }) => identity).join('\n');
    return this.#slots.flatMap((set, at) =>
      set === undefined || text(before.#slots[at]) === text(set) ? [] : set,
    );
  }
}

const COMPONENTS: ReadonlySet<string> = new Set(['sc', 'scn', 'SC', 'SCN']);
const SPACES: ReadonlySet<string> = new Set(['cs', 'CS']);

const SLOTS: ReadonlyMap<string, number> = new Map(
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
  })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, operators], slot) => operators.split(' ').map((operator) => [operator, slot] as const)),
);

export const STATE_OPERATORS: ReadonlySet<string> = new Set(SLOTS.keys());

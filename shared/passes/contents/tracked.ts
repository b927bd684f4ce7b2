/** The part of the graphics state that rewriting tracks: values set by the operands of single operators. */

/** Values of the graphics state (ISO 32000-2, table 51). */
export const SLOTS = ['w', 'J', 'j', 'M', 'd', 'i', 'ri', 'fill', 'stroke'] as const;

export const FILL = 7;
export const STROKE = 8;

const SLOT_OF: ReadonlyMap<string, number> = new Map([
  ...['w', 'J', 'j', 'M', 'd', 'i', 'ri'].map((operator, slot) => [operator, slot] as const),
  ...['g', 'rg', 'k', 'cs', 'sc', 'scn'].map((operator) => [operator, FILL] as const),
  ...['G', 'RG', 'K', 'CS', 'SC', 'SCN'].map((operator) => [operator, STROKE] as const),
]);

/** Returns the slot that an operator sets; undefined for operators with any other effect. */
export function slotOf(operator: string): number | undefined {
  return SLOT_OF.get(operator);
}

/** Selects a color space, and with it the space's initial color (8.6.5.1). */
export function selectsSpace(operator: string): boolean {
  return operator === 'cs' || operator === 'CS';
}

/** Sets the color in the selected space. */
export function setsColorInSpace(operator: string): boolean {
  return operator === 'sc' || operator === 'scn' || operator === 'SC' || operator === 'SCN';
}

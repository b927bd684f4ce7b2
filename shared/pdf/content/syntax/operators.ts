/**
 * The operators of content streams (ISO 32000-2, annex A). `ID` and `EI` are missing on purpose: they are
 * parts of an inline image, and a single one is junk.
 */
const OPERATORS =
  'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q ' +
  're RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "';

const BY_CODE: ReadonlyMap<number, string> = new Map(
  OPERATORS.split(' ').map((operator) => [
    [...operator].reduce((code, character) => code * 256 + character.charCodeAt(0), 0),
    operator,
  ]),
);

/** Returns the operator in [start, end), always the same string instance; undefined if unknown. */
export function knownOperator(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > 3) return undefined;
  let code = 0;
  for (let at = start; at < end; at++) code = code * 256 + bytes[at]!;
  return BY_CODE.get(code);
}

/** Operand counts of the operators with only numeric operands. */
export const NUMBERS_TAKEN: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'b b* B B* BT BX EMC ET EX f f* F h n q Q s S T* W W*': 0,
    'g G i j J M TL Tc Tr Ts Tw Tz w': 1,
    'd0 l m Td TD': 2,
    'rg RG': 3,
    'k K re v y': 4,
    'c cm d1 Tm': 6,
  }).flatMap(([operators, count]) => operators.split(' ').map((operator) => [operator, count] as const)),
);

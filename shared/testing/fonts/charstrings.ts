/** Charstrings of both kinds in the notation of the specifications: `0 500 hsbw 50 100 rmoveto endchar`. */

const BOTH: Readonly<Record<string, readonly number[]>> = {
  hstem: [1],
  vstem: [3],
  vmoveto: [4],
  rlineto: [5],
  hlineto: [6],
  vlineto: [7],
  rrcurveto: [8],
  callsubr: [10],
  return: [11],
  dotsection: [12, 0],
  endchar: [14],
  rmoveto: [21],
  hmoveto: [22],
  vhcurveto: [30],
  hvcurveto: [31],
};
const TYPE_1: Readonly<Record<string, readonly number[]>> = {
  ...BOTH,
  closepath: [9],
  hsbw: [13],
  vstem3: [12, 1],
  hstem3: [12, 2],
  seac: [12, 6],
  sbw: [12, 7],
  div: [12, 12],
  callothersubr: [12, 16],
  pop: [12, 17],
  setcurrentpoint: [12, 33],
};
const TYPE_2: Readonly<Record<string, readonly number[]>> = {
  ...BOTH,
  hstemhm: [18],
  hintmask: [19],
  cntrmask: [20],
  vstemhm: [23],
  rcurveline: [24],
  rlinecurve: [25],
  vvcurveto: [26],
  hhcurveto: [27],
  callgsubr: [29],
  sqrt: [12, 26],
  hflex: [12, 34],
  flex: [12, 35],
  hflex1: [12, 36],
  flex1: [12, 37],
};

export function type1CharString(text: string): Uint8Array {
  return assembled(text, TYPE_1, (value) => [255, value >> 24, value >> 16, value >> 8, value]);
}

/** The bits of a mask follow it as `#1010`. */
export function type2CharString(text: string): Uint8Array {
  return assembled(text, TYPE_2, (value) =>
    Number.isInteger(value) ? [28, value >> 8, value] : [255, ...fixed(value)],
  );
}

function fixed(value: number): number[] {
  const bits = value * 65536;
  return [bits >> 24, bits >> 16, bits >> 8, bits];
}

function assembled(
  text: string,
  operators: Readonly<Record<string, readonly number[]>>,
  long: (value: number) => readonly number[],
): Uint8Array {
  const bytes: number[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const operator = operators[word];
    if (operator !== undefined) bytes.push(...operator);
    else if (word.startsWith('#')) bytes.push(...mask(word.slice(1)));
    else if (Number.isNaN(Number(word))) throw new Error(`no operator ${word}`);
    else bytes.push(...number(Number(word), long));
  }
  return Uint8Array.from(bytes);
}

function number(value: number, long: (value: number) => readonly number[]): readonly number[] {
  if (Number.isInteger(value) && Math.abs(value) <= 107) return [value + 139];
  if (Number.isInteger(value) && Math.abs(value) <= 1131) {
    const rest = Math.abs(value) - 108;
    return [(value > 0 ? 247 : 251) + (rest >> 8), rest & 0xff];
  }
  return long(value);
}

function mask(bits: string): number[] {
  return bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

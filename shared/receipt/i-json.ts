/**
 * Finds what two readers of a JSON text may read differently: a name that occurs twice, half a character, a number that
 * a double does not hold (I-JSON, RFC 7493), or nesting that only some can follow. Signatures stand on such texts alone (RFC 8785).
 *
 * @returns the place and the fault, such as `input.size occurs twice`; null if there is none. A text that is no JSON has
 * its own.
 */
export function iJsonFault(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  // The text is valid JSON, so tokens alone tell where they are.
  const open: Frame[] = [];
  for (const { 0: token } of text.matchAll(TOKEN)) {
    const frame = open.at(-1);
    const isName = frame?.names !== undefined && frame.isNameNext;
    if (open.length > MAX_DEPTH) return 'it is nested too deep';
    if (token === '{') open.push({ names: new Set(), isNameNext: true, at: '' });
    else if (token === '[') open.push({ names: undefined, isNameNext: false, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (frame?.names !== undefined) frame.isNameNext = true;
      else if (frame !== undefined) frame.at = Number(frame.at) + 1;
    } else if (token.startsWith('"')) {
      const value: string = JSON.parse(token);
      if (isName) {
        frame.at = value;
        frame.isNameNext = false;
        if (frame.names?.has(value)) return `${placeOf(open)} occurs twice`;
        frame.names?.add(value);
      }
      if (HALF_CHARACTER.test(value)) return `${placeOf(open)} has half a character`;
    } else if (/^[-\d]/.test(token) && !isDouble(token)) return `${placeOf(open)} is no exact number`;
  }
  return null;
}

interface Frame {
  /** Names of an object; undefined for a list. */
  readonly names: Set<string> | undefined;
  isNameNext: boolean;
  /** The current name or index. */
  at: string | number;
}

const TOKEN = /[{}[\],]|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** Single surrogates: by the flag `u`, a pair is one character and does not match. */
const HALF_CHARACTER = /[\ud800-\udfff]/u;
/** Receipts have five levels; functions that walk through a text's value call themselves. */
const MAX_DEPTH = 64;
/** Digits that every double has. */
const MAX_DIGITS = 17;

function isDouble(token: string): boolean {
  const value = Number(token);
  const digits = token
    .replace(/[eE].*/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  const isWhole = !/[.eE]/.test(token);
  return Number.isFinite(value) && (isWhole ? Number.isSafeInteger(value) : digits.length <= MAX_DIGITS);
}

function placeOf(open: readonly Frame[]): string {
  return (
    open
      .map(({ at }, depth) => (typeof at === 'number' ? `[${at}]` : `${depth > 0 ? '.' : ''}${at}`))
      .join('') || 'it'
  );
}

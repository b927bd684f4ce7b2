/** Describes an argument briefly, for the error that refuses it. */
export function described(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (typeof value !== 'object') return `the ${typeof value} ${String(value)}`;
  return `an object of class ${value.constructor?.name ?? 'Object'}`;
}

function wrong(what: string, wanted: string, value: unknown): TypeError {
  return new TypeError(`${what} must be ${wanted}, not ${described(value)}`);
}

/** Compares class names: a test runner may have another realm's classes. */
function isOfClass(value: unknown, ...names: readonly string[]): boolean {
  return names.includes(Object.prototype.toString.call(value).slice('[object '.length, -1));
}

export function isBytes(value: unknown): value is Uint8Array | ArrayBuffer {
  return isOfClass(value, 'Uint8Array', 'ArrayBuffer', 'SharedArrayBuffer');
}

export function isBlob(value: unknown): value is Blob {
  return isOfClass(value, 'Blob', 'File');
}

/** @throws TypeError unless the value is a `Uint8Array` */
export function requireBytes(value: unknown): void {
  if (!isOfClass(value, 'Uint8Array')) throw wrong('the input', 'a Uint8Array', value);
}

/** @throws TypeError */
export function requireObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw wrong(name, 'an object', value);
}

/** @throws TypeError */
export function requireHost(run: unknown): void {
  requireObject('the third argument', run);
  const { host } = run as { readonly host?: { readonly wasmModule?: unknown } };
  if (typeof host?.wasmModule !== 'function')
    throw new TypeError('host must be an object with a function wasmModule; see the README of the package');
}

const CALL_TYPES = new Map([
  ['signal', 'object'],
  ['password', 'string'],
  ['onProgress', 'function'],
  ['receipt', 'boolean'],
  ['imageOverrides', 'object'],
]);

/**
 * Checks the call's settings early: a wrong `onProgress` would otherwise fail in the middle of the work.
 *
 * @throws TypeError
 */
export function requireCall(call: object): void {
  requireObject('the settings of the call', call);
  for (const [name, value] of Object.entries(call)) {
    if (!CALL_TYPES.has(name)) {
      const known = [...CALL_TYPES.keys()].join(', ');
      throw new TypeError(`${name} is no setting of a call, only ${known}`);
    }
    if (value === undefined) continue;
    if (name === 'signal' && !isOfClass(value, 'AbortSignal')) throw wrong(name, 'an AbortSignal', value);
    const type = CALL_TYPES.get(name);
    if (type !== undefined && (value === null || typeof value !== type))
      throw wrong(name, `of type ${type}`, value);
  }
}

/** @throws TypeError */
export function requireCounts(counts: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(counts))
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0))
      throw new TypeError(`${name} must be a whole number from 1, not ${described(value)}`);
}

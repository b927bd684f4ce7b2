/** The document's encryption key, and the kind of password that opened it. */
export interface OpenedKey {
  readonly fileKey: Uint8Array;
  readonly openedAs: 'owner' | 'user';
}

export function concatenated(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

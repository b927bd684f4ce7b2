/** The document's encryption key, and the kind of password that opened it. */
export interface OpenedKey {
  readonly fileKey: Uint8Array;
  readonly openedAs: 'owner' | 'user';
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Small choices kept on this device. Storage may be forbidden, full or gone: then nothing is kept, and nothing breaks. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param text null forgets the choice */
export function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Nothing is lost but a convenience.
  }
}

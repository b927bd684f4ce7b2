/**
 * Small preferences on this device. Storage may be forbidden, full or missing: then nothing is stored, and nothing
 * fails.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param text null removes the preference */
export function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Only a convenience is lost.
  }
}

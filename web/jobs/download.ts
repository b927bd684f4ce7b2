/** A download reads its blob after the click has returned; this long is enough for any browser to have begun. */
const KEEP_ADDRESS_MS = 60_000;

/** Gives a blob to the browser's downloads under this name. */
export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_ADDRESS_MS);
}

/** A download reads its blob after the click has returned; any browser has started by then. */
const KEEP_ADDRESS_MS = 60_000;

/** Saves a blob through the browser's downloads. */
export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_ADDRESS_MS);
}

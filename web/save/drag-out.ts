import type { DragEvent } from 'react';

/** A dragged file's bytes are read after the drop; an address that nobody dropped is let go then. */
const KEEP_ADDRESS_MS = 60_000;

/** Lets a result be dragged to the desktop or into another program, where the browser knows how (Chromium's). */
export function dragOut(event: DragEvent, blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  event.dataTransfer.effectAllowed = 'copy';
  event.dataTransfer.setData('DownloadURL', `application/pdf:${name.replaceAll(':', '-')}:${address}`);
  setTimeout(() => URL.revokeObjectURL(address), KEEP_ADDRESS_MS);
}

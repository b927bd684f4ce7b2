import type { DragEvent } from 'react';

/** A dragged file's bytes are read after the drop; the URL is released after this time. */
const KEEP_ADDRESS_MS = 60_000;

/** Lets a result be dragged to the desktop or another program, in browsers that support it (Chromium). */
export function dragOut(event: DragEvent, blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  event.dataTransfer.effectAllowed = 'copy';
  event.dataTransfer.setData('DownloadURL', `application/pdf:${name.replaceAll(':', '-')}:${address}`);
  setTimeout(() => URL.revokeObjectURL(address), KEEP_ADDRESS_MS);
}

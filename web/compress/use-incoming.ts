import { useEffect, useEffectEvent, useState } from 'react';
import { directly, filesFromDataTransfer, type PickedFile } from './intake.ts';

/** Files dragged over the window: null for nothing, else their number if the browser reports it. */
export type DragState = { readonly files: number | null } | null;

/**
 * Files dropped or pasted anywhere in the window. Ignores dragged text and links. A missed drop never opens the file in
 * the tab.
 */
export function useDropAndPaste(
  onFiles: (given: Promise<readonly PickedFile[]>) => void,
  onEmptyPaste: () => void,
): DragState {
  const [hovering, setHovering] = useState<DragState>(null);
  const tellFiles = useEffectEvent(onFiles);
  const tellEmptyPaste = useEffectEvent(onEmptyPaste);

  useEffect(() => {
    // Every element under the pointer sends its own enter and leave; only their sum tells whether the drag is over the
    // window.
    let depth = 0;
    const stop = new AbortController();
    const listen = <Type extends 'dragenter' | 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      type: Type,
      heard: (event: WindowEventMap[Type]) => void,
    ) => addEventListener(type, heard, { signal: stop.signal });

    listen('dragenter', (event) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      depth += 1;
      setHovering({ files: countOf(event.dataTransfer) });
    });
    listen('dragover', (event) => {
      if (carriesFiles(event.dataTransfer)) event.preventDefault();
    });
    listen('dragleave', (event) => {
      if (!carriesFiles(event.dataTransfer)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setHovering(null);
    });
    listen('drop', (event) => {
      const { dataTransfer } = event;
      depth = 0;
      setHovering(null);
      if (dataTransfer === null || !carriesFiles(dataTransfer)) return;
      event.preventDefault();
      tellFiles(filesFromDataTransfer(dataTransfer));
    });
    listen('paste', (event) => {
      if (isTextField(event.target)) return;
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) tellFiles(Promise.resolve(directly(files)));
      else tellEmptyPaste();
    });
    return () => stop.abort();
  }, []);

  return hovering;
}

function carriesFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false;
}

function countOf(transfer: DataTransfer | null): number | null {
  const files = [...(transfer?.items ?? [])].filter((item) => item.kind === 'file').length;
  return files > 0 ? files : null;
}

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file'].includes(target.type);
}

import { type DragEvent, useRef } from 'react';
import type { Target } from '../../jobs/order.ts';

/** Only rows of this list; files from outside and results that leave it have other types. */
const TYPE = 'application/x-pagelight-row';

/**
 * Handlers of the list by which its rows are dragged to another place. The place is marked in the DOM, so that no row
 * re-renders while the pointer moves.
 */
export function useRowDrag(onMove: (id: number, to: Target) => void) {
  const marked = useRef<HTMLElement>(null);
  const mark = (row: HTMLElement | null, side?: Target['side']) => {
    if (marked.current !== row) marked.current?.removeAttribute('data-drop');
    marked.current = row;
    if (row !== null && side !== undefined) row.dataset.drop = side;
  };
  return {
    onDragStart: (event: DragEvent) => {
      const target = event.target as HTMLElement;
      const row = rowOf(target);
      if (row === null || !target.classList.contains('drag-handle')) return;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData(TYPE, row.dataset.job ?? '');
      const { left, top } = row.getBoundingClientRect();
      event.dataTransfer.setDragImage(row, event.clientX - left, event.clientY - top);
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      const row = rowOf(event.target);
      if (row !== null) mark(row, sideOf(event, row));
    },
    onDrop: (event: DragEvent) => {
      const id = Number(event.dataTransfer.getData(TYPE));
      const row = rowOf(event.target);
      mark(null);
      if (row === null || id === 0) return;
      event.preventDefault();
      const neighbor = Number(row.dataset.job);
      if (neighbor !== id) onMove(id, { neighbor, side: sideOf(event, row) });
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.currentTarget as Element).contains(event.relatedTarget as Node | null)) mark(null);
    },
    onDragEnd: () => mark(null),
  };
}

function rowOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-job]') : null;
}

function sideOf({ clientY }: DragEvent, row: HTMLElement): Target['side'] {
  const { top, height } = row.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}

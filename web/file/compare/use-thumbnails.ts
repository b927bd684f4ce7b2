import { useEffect, useState } from 'react';
import { RenderSession } from '../../visual-diff/session.ts';
import { useDiffs } from '../../visual-diff/use-proofs.ts';

/** Pixels: twice the CSS size. */
const WIDTH = 88;

/** Thumbnails of images by object number, rendered one by one. Their worker is terminated when all are done. */
export function useThumbnails(
  file: Blob,
  password: string | undefined,
  objects: readonly number[],
): ReadonlyMap<number, ImageBitmap> {
  const { source, coreQueries } = useDiffs();
  const [drawn, setDrawn] = useState<ReadonlyMap<number, ImageBitmap>>(new Map());
  const wanted = objects.join(' ');

  useEffect(() => {
    const numbers = wanted === '' ? [] : wanted.split(' ').map(Number);
    const ended = new AbortController();
    const draw = async () => {
      const sheet = numbers.length === 0 ? null : await coreQueries.pictures(file, password, numbers);
      if (sheet === null || ended.signal.aborted) return;
      const session = await RenderSession.open({ before: sheet }, source, 'may-fetch', ended.signal);
      ended.signal.addEventListener('abort', () => session.end());
      try {
        for (const [index, object] of numbers.entries()) {
          const bitmap = await session.thumbnail('before', index + 1, WIDTH);
          setDrawn((before) => new Map([...before, [object, bitmap]]));
        }
      } finally {
        session.end();
      }
    };
    // The table is complete without thumbnails.
    draw().catch(() => undefined);
    return () => ended.abort();
  }, [file, password, wanted, source, coreQueries]);

  return drawn;
}

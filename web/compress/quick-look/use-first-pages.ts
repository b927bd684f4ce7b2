import { useEffect, useState } from 'react';
import { isComparable, type Job, picturedBlob, type Result } from '../../jobs/job.ts';
import { RenderSession } from '../../visual-diff/session.ts';
import { type Proofs, useDiffs } from '../../visual-diff/use-proofs.ts';

/** Page 1 of a result, and of its original if both can be compared. */
export interface FirstPages {
  readonly after: ImageBitmap;
  readonly before: ImageBitmap | null;
}

/** `failed`: the page can't be drawn here. */
export type DrawnPages = FirstPages | 'drawing' | 'failed';

/** Pixels; sharp enough for a dialog. */
const MAX_WIDTH = 900;
const MAX_HEIGHT = 1300;
/** Results whose pages stay drawn, for going back and forth: about 9 MB each. */
const MAX_DRAWN = 2;

const drawn = new Map<Blob, FirstPages>();

/** Draws page 1 of both files, while the component is mounted. Background comparisons wait meanwhile. */
export function useFirstPages(job: Job, result: Result): DrawnPages {
  const proofs = useDiffs();
  const pictured = picturedBlob(result);
  const [state, setState] = useState<{ readonly of: Blob; readonly pages: DrawnPages } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file, result and password are the job's
  useEffect(() => {
    if (drawn.has(pictured)) return;
    const ended = new AbortController();
    const letGo = proofs.background.hold();
    const tell = (pages: DrawnPages) => !ended.signal.aborted && setState({ of: pictured, pages });
    draw(job, result, proofs, ended.signal)
      .then(
        (pages) => {
          remember(pictured, pages);
          tell(pages);
        },
        () => tell('failed'),
      )
      .finally(letGo);
    return () => ended.abort();
  }, [pictured, proofs]);
  return drawn.get(pictured) ?? (state?.of === pictured ? state.pages : 'drawing');
}

async function draw(job: Job, result: Result, { source }: Proofs, signal: AbortSignal): Promise<FirstPages> {
  const pictured = picturedBlob(result);
  const request = {
    ...(isComparable(result) ? { before: job.file, after: pictured } : { before: pictured }),
    ...(job.password === undefined ? {} : { password: job.password }),
  };
  const session = await RenderSession.open(request, source, 'may-fetch', signal);
  const end = () => session.end();
  signal.addEventListener('abort', end);
  try {
    const { widthPt, heightPt } = await session.sizeOf(1);
    const width = Math.max(1, Math.round(Math.min(MAX_WIDTH, (MAX_HEIGHT * widthPt) / heightPt)));
    const after = await session.thumbnail('after', 1, width);
    return { after, before: isComparable(result) ? await session.thumbnail('before', 1, width) : null };
  } finally {
    signal.removeEventListener('abort', end);
    session.end();
  }
}

function remember(result: Blob, pages: FirstPages): void {
  drawn.set(result, pages);
  const [oldest] = drawn.keys();
  if (drawn.size <= MAX_DRAWN || oldest === undefined) return;
  const old = drawn.get(oldest);
  drawn.delete(oldest);
  old?.after.close();
  old?.before?.close();
}

/** Files of which there is something to look at. */
export function lookable(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter((job) => job.state.kind === 'done');
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { CompressOptions } from '../../../shared/index.ts';
import type { Job } from '../../jobs/job.ts';
import type { FirstTry } from '../../scans/mrc-requests.ts';
import { useDiffs } from '../../visual-diff/use-proofs.ts';
import { LivePreview, type PreviewedPage } from './live-page.ts';

export interface Live {
  /** The sliders' options; null while they equal the result's. */
  readonly options: CompressOptions | null;
  /** The page in view, which follows the sliders; from 1. */
  readonly page: number;
  /** That page as it would become, when it is there to be looked at; another page's is not shown. */
  readonly tried: PreviewedPage | null;
  /** Prepares slow steps in advance. */
  readonly prepare: () => void;
  /** Called when a preview is about to be requested. */
  readonly wake: () => void;
  readonly set: (options: CompressOptions) => void;
  /** Returns to the result. */
  readonly leave: () => void;
}

/** Debounce time after a slider's last step. */
const DEBOUNCE_MS = 60;

/** Settings that are tried on the page in view before the file is made with them. */
export function useLivePreview(
  { file, password, options: until }: Job,
  page: number,
  first: FirstTry | null,
): Live {
  const { coreQueries, source } = useDiffs();
  const [options, setOptions] = useState<CompressOptions | null>(first?.options ?? null);
  const [tried, setTried] = useState<PreviewedPage | null>(null);
  const live = useRef<LivePreview | null>(null);
  const end = useCallback(() => {
    live.current?.end();
    live.current = null;
    setTried(null);
  }, []);
  // Another page, or another run, begins anew; what is not asked for is not made.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is another page to try
  useEffect(() => end, [end, file, password, until, page]);
  const pageNow = useCallback(() => {
    live.current ??= new LivePreview({
      coreQueries,
      source,
      file,
      password,
      options: until,
      page,
      onTried: setTried,
    });
    return live.current;
  }, [coreQueries, source, file, password, until, page]);
  const prepare = useCallback(() => pageNow().prepare(), [pageNow]);
  const wake = useCallback(() => pageNow().prewarm(), [pageNow]);
  useEffect(() => {
    if (options === null) return;
    const asked = pageNow();
    const timer = setTimeout(() => void asked.request(options), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [options, pageNow]);
  const leave = () => {
    end();
    setOptions(null);
  };
  return { options, page, tried, prepare, wake, set: setOptions, leave };
}

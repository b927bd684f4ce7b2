import { useCallback, useEffect, useRef, useState } from 'react';
import type { CompressOptions } from '../../../shared/index.ts';
import type { Job } from '../../jobs/job.ts';
import { useDiffs } from '../../visual-diff/use-proofs.ts';
import { LivePreview, type PreviewedPage } from './live-page.ts';

export interface Live {
  /** The sliders' options; null while they equal the result's. */
  readonly options: CompressOptions | null;
  /** The previewed page, 1-based. */
  readonly page: number;
  /** The latest preview. */
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

/** A preview to show as soon as the file is opened. */
export interface FirstTry {
  readonly page: number;
  readonly options: CompressOptions;
}

/** Previews settings on one page, the first by default, before the file is compressed with them. */
export function useLivePreview({ file, password, options: until }: Job, first: FirstTry | null): Live {
  const { coreQueries, source } = useDiffs();
  const [options, setOptions] = useState<CompressOptions | null>(first?.options ?? null);
  const [page, setPage] = useState(first?.page ?? 1);
  const [tried, setTried] = useState<PreviewedPage | null>(null);
  const live = useRef<LivePreview | null>(null);
  const leave = () => {
    live.current?.end();
    live.current = null;
    setOptions(null);
    setTried(null);
    setPage(1);
  };
  useEffect(
    () => () => {
      live.current?.end();
      live.current = null;
    },
    [],
  );
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
  return { options, page, tried, prepare, wake, set: setOptions, leave };
}

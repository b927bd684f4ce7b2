import { useCallback, useEffect, useRef, useState } from 'react';
import type { CompressOptions } from '../../../shared/index.ts';
import type { Job } from '../../jobs/job.ts';
import { useDiffs } from '../../visual-diff/use-proofs.ts';
import { LivePreview, type PreviewedPage } from './live-page.ts';

export interface Live {
  /** What the sliders say; null while they say what the result was made with. */
  readonly options: CompressOptions | null;
  /** The page that is tried, from 1. */
  readonly page: number;
  /** The last that is there to be looked at. */
  readonly tried: PreviewedPage | null;
  /** Makes ready what takes time, before anybody asks. */
  readonly prepare: () => void;
  /** Somebody is about to ask. */
  readonly wake: () => void;
  readonly set: (options: CompressOptions) => void;
  /** Back to the result. */
  readonly leave: () => void;
}

/** A slider that moves asks often; this long after its last step is soon enough. */
const DEBOUNCE_MS = 60;

/** What is tried as soon as the file is opened. */
export interface FirstTry {
  readonly page: number;
  readonly options: CompressOptions;
}

/** Settings that are tried on one page, the first unless another was asked for, before the file is made with them. */
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

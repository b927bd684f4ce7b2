import { useEffect, useRef, useState } from 'react';
import type { CompressOptions } from '../../../shared/index.ts';
import type { Job } from '../../jobs/job.ts';
import { useProofs } from '../../proof/use-proofs.ts';
import { LivePage, type Tried } from './live-page.ts';

export interface Live {
  /** What the sliders say; null while they say what the result was made with. */
  readonly options: CompressOptions | null;
  /** The last that is there to be looked at. */
  readonly tried: Tried | null;
  readonly set: (options: CompressOptions) => void;
  /** Back to the result. */
  readonly leave: () => void;
}

/** A slider that moves asks often; this long after its last step is soon enough. */
const SETTLED_MS = 120;

/** Settings that are tried on the first page, before the file is made with them. */
export function useLive({ file, password }: Job): Live {
  const { insides, source } = useProofs();
  const [options, setOptions] = useState<CompressOptions | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const live = useRef<LivePage | null>(null);
  const leave = () => {
    live.current?.end();
    live.current = null;
    setOptions(null);
    setTried(null);
  };
  useEffect(
    () => () => {
      live.current?.end();
      live.current = null;
    },
    [],
  );
  useEffect(() => {
    if (options === null) return;
    live.current ??= new LivePage({ insides, source, file, password, onTried: setTried });
    const page = live.current;
    const timer = setTimeout(() => void page.ask(options), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [options, insides, source, file, password]);
  return { options, tried, set: setOptions, leave };
}

import { format, plural } from '../format.ts';
import { listWords } from '../i18n/list-words.ts';
import { more } from '../i18n/more-words.ts';

/** `Over 2 MB` and `2 files · 5.2 MB`; files without a result say so. */
export function pileTitle(
  {
    pile,
    files,
    bytes,
  }: {
    readonly pile: 'over' | 'ready' | 'rest';
    readonly files: number;
    readonly bytes: number;
  },
  limit: number | null,
): { readonly title: string; readonly details: string } {
  const details = `${plural(files, 'file')} · ${format.bytes(bytes)}`;
  const { names } = listWords.filters;
  const titles = {
    over: limit === null ? names.over : names.overLimit(format.limit(limit)),
    ready: more.outcome.ready,
    rest: more.outcome.rest(files),
  };
  return { title: titles[pile], details };
}

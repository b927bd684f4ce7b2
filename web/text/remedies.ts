import type { Job, RemedyKind, ResultParts } from '../jobs/job.ts';
import { savedSize } from '../jobs/job.ts';
import { format } from './format.ts';
import { listText } from './i18n/lists.ts';
import { more } from './i18n/more-words.ts';
import { pageList } from './page-list.ts';

const { split: text } = more;

/** The step that made a file fit: the outcome, then its cost. */
export interface Said {
  readonly lead: string;
  readonly rest: string;
}

/** Maximum sizes listed in a sentence. */
const MAX_SIZES = 4;

/** `2 parts, each under 2 MB · 1.4 MB and 1.2 MB` */
export function partsText({ files, limit, leftOut }: ResultParts): Said {
  const lost = files.reduce((sum, { removedLinks }) => sum + removedLinks, 0);
  const sizes = files.map(({ blob }) => format.bytes(blob.size));
  const rest = [
    ...(files.length > MAX_SIZES ? [] : [listText(sizes)]),
    lost > 0 ? text.lostLinks(lost) : text.noLostLinks,
  ];
  const lead =
    leftOut !== undefined
      ? text.withoutPages(leftOut.length, pageList(leftOut))
      : limit === 0
        ? more.splitTool.parts(files.length)
        : text.count(files.length, format.limit(limit));
  return { lead, rest: `· ${rest.join(' · ')}` };
}

export function takenText(job: Job): Said {
  const { taken } = job;
  if (taken === undefined) return { lead: '', rest: '' };
  const lead = TAKEN[taken.kind];
  return { lead, rest: `· ${more.list.row.fromTo(format.bytes(savedSize(taken.result)), sizeNow(job))}` };
}

function sizeNow(job: Job): string {
  return job.state.kind === 'done' ? format.bytes(savedSize(job.state.result)) : '';
}

/** Parts say their number. */
const TAKEN: Readonly<Record<RemedyKind, string>> = { ...text.taken, split: '', pages: '' };

import { type Job, type Result, savedSize, shownName } from '../jobs/job.ts';
import { format } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';

const { row } = listWords;

/** Names the file, its size, and whether it was saved. */
export function downloadLabel(job: Job, result: Result): string {
  const text = result.isSaved ? row.downloadAgain : row.download;
  return `${text} ${shownName(job)}, ${format.bytes(savedSize(result))}`;
}

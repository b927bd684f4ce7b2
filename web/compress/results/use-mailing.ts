import { useState } from 'react';
import type { AllocationState } from '../../jobs/allocation.ts';
import type { Job } from '../../jobs/job.ts';
import { savedOf } from '../../save/saved-files.ts';
import type { SaveAll } from '../../save/use-saving.ts';
import { more } from '../../text/i18n/more-words.ts';
import type { Mailed } from '../../text/outcome/outcome.ts';
import { bytesOf, mailsOf } from '../../total-limit/mails.ts';
import type { JobSight } from './use-job-filter.ts';

export type Mailing = ReturnType<typeof useMailing>;

/** Files that do not fit together, sent in several mails if the user chose that. */
export function useMailing(jobs: readonly Job[], together: AllocationState | null, saveAll: SaveAll) {
  const [isMailed, setIsMailed] = useState(false);
  const limit = together?.kind === 'impossible' ? together.budget : 0;
  const sent = [...savedOf(jobs)].flatMap(([id, files]) =>
    files.map(({ path, blob }) => ({ id, name: path, bytes: blob.size })),
  );
  const sorted = isMailed && limit > 0 ? mailsOf(sent, limit) : null;
  return {
    sent,
    limit,
    sorted,
    begin: () => setIsMailed(true),
    undo: () => setIsMailed(false),
    save: () =>
      void saveAll.folders(
        (sorted?.mails ?? []).map((mail, at) => ({
          name: more.together.mail(at + 1),
          paths: mail.map(({ name }) => name),
        })),
      ),
  };
}

/** Beside the cards of mails, only the files that no mail can carry. */
export function leftBy({ sorted }: Mailing, sight: JobSight): JobSight {
  if (sorted === null) return sight;
  const left = new Set(sorted.tooLarge.map(({ id }) => id));
  return { ...sight, shown: sight.shown.filter(({ id }) => left.has(id)) };
}

/** The mails as the headline needs them; null if there are none. */
export function mailedOf({ sorted, limit }: Mailing): Mailed | null {
  if (sorted === null) return null;
  const files = sorted.mails.flat();
  return {
    mails: sorted.mails.length,
    left: new Set(sorted.tooLarge.map(({ id }) => id)).size,
    ids: [...new Set(files.map(({ id }) => id))],
    bytes: bytesOf(files),
    limit,
  };
}

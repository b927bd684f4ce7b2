import { useJobStore } from '../jobs/use-jobs.ts';
import { optionsOf, type Settings } from '../options/settings.ts';
import { type PickedFile, partitionPdfs } from './intake.ts';

/** Adds the PDFs among given files to the list, to be compressed with these settings; names the others. */
export function useAddFiles(settings: Settings): (given: readonly PickedFile[]) => Promise<void> {
  const store = useJobStore();
  return async (given) => {
    if (given.length === 0) return;
    const { pdfs, refused } = await partitionPdfs(given);
    store.tell({
      type: 'files-added',
      added: pdfs.map((pdf) => ({ id: store.newId(), ...pdf })),
      refused,
      options: optionsOf(settings),
      budget: settings.totalSize,
    });
  };
}

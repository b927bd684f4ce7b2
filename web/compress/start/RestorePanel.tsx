import { RestoredEstimates } from '../../estimate/RestoredEstimates.tsx';
import type { Settings } from '../../options/settings.ts';
import { usePersistence } from '../../persistence/use-persistence.ts';
import { plural } from '../../text/format.ts';
import { words } from '../../text/words.ts';

/** Offers to resume or remove the files of a closed tab. */
export function RestorePanel({ settings }: { readonly settings: Settings }) {
  const [{ restorable }, keeping] = usePersistence();
  if (restorable === null) return null;
  const all = restorable.jobs.length;
  const unfinished = restorable.jobs.filter(({ outcome }) => outcome.kind === 'unfinished').length;
  return (
    <section className="panel pad restore" aria-labelledby="restore-title">
      <h2 id="restore-title">{unfinished === 0 ? words.restore.title : words.restore.midWay}</h2>
      <p className="soft">
        {words.restore.text(
          // Finished files may include locked and damaged ones.
          unfinished === 0 ? plural(all, 'file') : plural(all - unfinished, 'finishedFile'),
          unfinished === 0 ? null : plural(unfinished, 'file'),
        )}
      </p>
      <div className="row">
        <button type="button" className="btn main" onClick={() => keeping.resume()}>
          {words.restore.go}
        </button>
        <button type="button" className="btn quiet" onClick={() => keeping.discard()}>
          {words.restore.discard}
        </button>
      </div>
      <RestoredEstimates restorable={restorable} settings={settings} />
    </section>
  );
}

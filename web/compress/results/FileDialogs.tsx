import { isKeptForSignature, type Job } from '../../jobs/job.ts';
import { resultNames } from '../../jobs/result-names.ts';
import { useJobStore } from '../../jobs/use-jobs.ts';
import type { Settings } from '../../options/settings.ts';
import { SplitDialog } from '../../split/SplitDialog.tsx';
import { OwnSettings } from '../rows/OwnSettings.tsx';
import { SignatureDialog } from '../rows/SignatureDialog.tsx';

/** A dialog about one file. */
export interface FileDialog {
  readonly kind: 'signature' | 'settings' | 'split';
  readonly id: number;
}

/** The open dialog about one file, if any. */
export function FileDialogs(props: {
  readonly dialog: FileDialog | null;
  readonly jobs: readonly Job[];
  /** The panel's, from which a file's own settings start. */
  readonly settings: Settings;
  readonly onClose: () => void;
}) {
  const { dialog, jobs, onClose } = props;
  const { tell } = useJobStore();
  const jobOf = (kind: FileDialog['kind']) =>
    (dialog?.kind === kind && jobs.find(({ id }) => id === dialog.id)) || null;
  return (
    <>
      <SignatureDialog
        id={dialog?.kind === 'signature' ? dialog.id : null}
        signed={jobs.filter(isKeptForSignature).map(({ id }) => id)}
        onAnswer={(ids) => {
          onClose();
          if (ids.length > 0) tell({ type: 'signatures-waived', ids });
        }}
      />
      <SplitDialog
        job={jobOf('split')}
        resultName={dialog === null ? undefined : resultNames(jobs).get(dialog.id)}
        tell={tell}
        onClose={onClose}
      />
      <OwnSettings job={jobOf('settings')} shared={props.settings} tell={tell} onClose={onClose} />
    </>
  );
}

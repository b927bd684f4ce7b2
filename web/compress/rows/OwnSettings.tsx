import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import type { Job } from '../../jobs/job.ts';
import type { JobsEvent } from '../../jobs/jobs-reducer.ts';
import { optionsOf, type Settings, settingsOf } from '../../options/settings.ts';
import { Controls } from '../../settings/Controls.tsx';
import { listWords } from '../../text/i18n/list-words.ts';

const text = listWords.ownSettings;

/** A dialog with settings for a file that has no comparison; others have them on their page. */
export function OwnSettings(props: {
  /** Null if closed. */
  readonly job: Job | null;
  /** The settings of all other files. */
  readonly shared: Settings;
  readonly tell: (event: JobsEvent) => void;
  readonly onClose: () => void;
}) {
  const { job, onClose } = props;
  return (
    <Dialog.Root open={job !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog own-settings">
          {job && <Form {...props} key={job.id} job={job} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Form(props: Parameters<typeof OwnSettings>[0] & { readonly job: Job }) {
  const { job, shared, tell, onClose } = props;
  const [settings, setSettings] = useState(() => settingsOf(job.options));
  const end = (event: JobsEvent) => {
    tell(event);
    onClose();
  };
  return (
    <>
      <Dialog.Title className="dialog-title">{text.title(job.file.name)}</Dialog.Title>
      <Dialog.Description className="hint">{text.hint}</Dialog.Description>
      <Controls settings={settings} change={setSettings} isForOne />
      <div className="dialog-end">
        <Dialog.Close className="btn quiet">{text.close}</Dialog.Close>
        {job.hasOwnOptions && (
          <button
            type="button"
            className="btn"
            onClick={() => end({ type: 'own-options-dropped', id: job.id, options: optionsOf(shared) })}
          >
            {text.share}
          </button>
        )}
        <button
          type="button"
          className="btn main"
          onClick={() => end({ type: 'own-options-set', id: job.id, options: optionsOf(settings) })}
        >
          {text.go}
        </button>
      </div>
    </>
  );
}

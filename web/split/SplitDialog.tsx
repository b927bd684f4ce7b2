import { Dialog } from '@base-ui/react/dialog';
import { useMemo } from 'react';
import { type Job, type Result, resultOf } from '../jobs/job.ts';
import type { JobsEvent } from '../jobs/jobs-reducer.ts';
import { format, plural } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import { problemText } from '../text/problems.ts';
import { SplitForm } from './SplitForm.tsx';
import { useSplitPlan } from './use-split-choice.ts';
import './split-dialog.css';

const text = more.splitTool;
const { ownSettings } = listWords;

interface Props {
  /** Null if closed. */
  readonly job: Job | null;
  /** File name of the whole result. */
  readonly resultName: string | undefined;
  readonly tell: (event: JobsEvent) => void;
  readonly onClose: () => void;
}

/** A dialog that splits a result where the user wants it, and says before what is lost. */
export function SplitDialog(props: Props) {
  const { job, onClose } = props;
  const result = job === null ? null : resultOf(job);
  return (
    <Dialog.Root open={result !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog split-dialog">
          {job && result && <Opened {...props} key={job.id} job={job} result={result} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type OpenedProps = Props & { readonly job: Job; readonly result: Result };

function Opened(props: OpenedProps) {
  const { job, result } = props;
  const { blob, report } = result;
  const { breakSignatures } = job.options;
  const request = useMemo(
    () => ({
      input: blob,
      breakSignatures,
      ...(job.password === undefined ? {} : { password: job.password }),
    }),
    [blob, breakSignatures, job.password],
  );
  const plan = useSplitPlan(request);
  return (
    <>
      <Dialog.Title className="dialog-title">{text.title(job.file.name)}</Dialog.Title>
      <Dialog.Description className="hint">
        {text.about(format.bytes(blob.size), plural(report.document.pages, 'page'))}
      </Dialog.Description>
      {plan?.kind === 'finished' ? (
        <SplitForm {...props} request={request} plan={plan.value} />
      ) : (
        <>
          <p role="status">{plan?.kind === 'failed' ? problemText(plan.problem).line : text.reading}</p>
          <div className="dialog-end">
            <Dialog.Close className="btn">{ownSettings.close}</Dialog.Close>
          </div>
        </>
      )}
    </>
  );
}

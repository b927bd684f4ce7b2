import { limitOf } from '../../jobs/fit.ts';
import { isActive, type Job, resultOf } from '../../jobs/job.ts';
import { useJobStore } from '../../jobs/use-jobs.ts';
import { hasLimit, optionsOf, type Settings, settingsOf } from '../../options/settings.ts';
import { TOUCH, useMedia } from '../../ui/use-media.ts';
import { CodePanel } from '../CodePanel.tsx';
import type { PickedFile } from '../intake.ts';
import { ListFooter } from '../ListFooter.tsx';
import type { LineScale } from '../rows/WeightLine.tsx';
import { ChangedBar } from './ChangedBar.tsx';
import { useAffectedJobs, useAgainDone } from './use-changed.ts';

/** All below the rows: a single file's pages, more files, what changed settings would do, the call from code. */
export function ListEnd(props: {
  readonly jobs: readonly Job[];
  readonly settings: Settings;
  readonly scale: LineScale;
  readonly onSettings: (settings: Settings) => void;
  readonly onFiles: (given: readonly PickedFile[]) => void;
  readonly onStartOver: () => void;
  /** Null if there is no earlier run to restore. */
  readonly onGoBack: (() => void) | null;
}) {
  const { jobs, settings } = props;
  const { tell } = useJobStore();
  const options = optionsOf(settings);
  const budget = settings.totalSize;
  const concerned = useAffectedJobs(jobs, options, budget);
  const again = useAgainDone(jobs);
  const isTouched = useMedia(TOUCH);
  const isWorking = jobs.some(isActive);
  const first = typicalJob(jobs);
  return (
    <>
      <ListFooter
        isWorking={isWorking}
        scale={first === undefined || jobs.length === 1 ? null : props.scale}
        onFiles={props.onFiles}
        onStartOver={props.onStartOver}
        onGoBack={props.onGoBack}
      />
      <ChangedBar
        concerned={concerned.length}
        staying={jobs.filter((job) => resultOf(job) !== null && !concerned.includes(job)).length}
        isUnderLimit={hasLimit(settings)}
        done={again.done}
        onUndo={() => first && props.onSettings(settingsOfJob(first))}
        onGo={() => {
          again.begin();
          tell({ type: 'compressed-again', options, budget });
        }}
      />
      {!isWorking && !isTouched && first && <CodePanel options={first.options} fileName={first.file.name} />}
    </>
  );
}

/** The file whose settings stand for all: one without own settings, if there is one. */
export function typicalJob(jobs: readonly Job[]): Job | undefined {
  return jobs.find((job) => resultOf(job) !== null && !job.hasOwnOptions) ?? jobs.find(resultOf);
}

/** The settings with which a file was compressed, for all files. */
function settingsOfJob(job: Job): Settings {
  return { ...settingsOf(job.options), targetSize: limitOf(job), totalSize: job.budget ?? 0 };
}

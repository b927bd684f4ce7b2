import { type CompressReport, DEFAULT_OPTIONS, type Probe } from '../../shared/index.ts';
import type { Job, JobState, Result } from '../jobs/job.ts';

/** The report of a small document that got half as large, unless overridden. */
export function reportOf(parts: Partial<CompressReport> = {}): CompressReport {
  return {
    inputSize: 1000,
    outputSize: 500,
    ratio: 0.5,
    unchanged: false,
    options: DEFAULT_OPTIONS,
    warnings: [],
    repairs: [],
    document: { pages: 3, version: '1.7', signed: false, encrypted: false, tagged: false, forms: false },
    passes: [],
    images: [],
    fonts: [],
    ...parts,
  };
}

export function resultOf(parts: Partial<CompressReport> = {}): Result {
  return { blob: new Blob(['%PDF-']), report: reportOf(parts), elapsedMs: 1200, isSaved: false };
}

/** A probe of the same document. */
export function probeOf(parts: Partial<Probe> = {}): Probe {
  const largestImages = [{ pixels: 1_000_000, unpacking: 'whole' }] as const;
  return {
    document: reportOf().document,
    objects: 20,
    images: 1,
    largestImages,
    largestPageArea: 96.7,
    ...parts,
  };
}

/** The report of an unchanged file. */
export function unchangedReport(parts: Partial<CompressReport> = {}): CompressReport {
  return reportOf({ outputSize: 1000, ratio: 1, unchanged: true, ...parts });
}

export function jobOf(id: number, state: JobState, parts: Partial<Job> = {}): Job {
  const file = pdfFile(`file ${id}.pdf`);
  return {
    id,
    file,
    folder: '',
    attempt: 1,
    options: DEFAULT_OPTIONS,
    hasOwnOptions: false,
    probe: null,
    savesMemory: false,
    ignoresMemoryLimit: false,
    previous: null,
    state,
    ...parts,
  };
}

export function pdfFile(name: string, size = 1000): File {
  return new File([new Uint8Array(size)], name, { type: 'application/pdf' });
}

/** States by name, for tables of cases. */
export const states = {
  waiting: { kind: 'waiting', kept: null },
  running: (fraction: number): JobState => ({
    kind: 'running',
    progress: { fraction, phase: 'images' },
    kept: null,
  }),
  done: (parts?: Partial<CompressReport>): JobState => ({ kind: 'done', result: resultOf(parts) }),
  kept: (): JobState => ({ kind: 'done', result: { ...resultOf(), report: unchangedReport() } }),
  locked: {
    kind: 'failed',
    problem: { code: 'encrypted_pdf', reason: 'password-needed' },
    kept: null,
  },
  damaged: { kind: 'failed', problem: { code: 'damaged_pdf', reason: 'no-xref' }, kept: null },
  cancelled: { kind: 'cancelled', kept: null },
} as const satisfies Record<string, JobState | ((...given: never[]) => JobState)>;

/** A done job whose file and result have these names and sizes. */
export function doneJob(
  id: number,
  name: string,
  parts: {
    readonly before?: number;
    readonly after?: number;
    readonly report?: Partial<CompressReport>;
    readonly result?: Partial<Result>;
  } & Pick<
    Partial<Job>,
    'options' | 'hasOwnOptions' | 'taken' | 'previous' | 'folder' | 'isLeftOut' | 'chosenName'
  > = {},
): Job {
  const { before = 1000, after = 500, report, result, ...job } = parts;
  const made: Result = {
    blob: new Blob([new Uint8Array(after)], { type: 'application/pdf' }),
    report: reportOf({ inputSize: before, outputSize: after, ratio: after / before, ...report }),
    elapsedMs: 1200,
    isSaved: false,
    ...result,
  };
  return jobOf(id, { kind: 'done', result: made }, { file: pdfFile(name, before), ...job });
}

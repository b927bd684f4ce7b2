import { faultsIn } from '../faults.mjs';

/** Faults of the tab: what components show is seen by `e2e/`, what they show it from here. */
export const TAB = [
  faultsIn('web/app/parts.ts', ['web/app/parts.test.ts'], {
    'a path that only begins alike is below': ['path.startsWith(`${place}/`)', 'path.startsWith(place)'],
  }),
  faultsIn('web/compare/bars.ts', ['web/compare/bars.test.ts'], {
    'the best page of a bar is shown': [
      'proof.similarity >= lowest.similarity',
      'proof.similarity <= lowest.similarity',
    ],
    'labels meet': ['Math.abs(other - index) >= room', 'Math.abs(other - index) >= 0'],
  }),
  faultsIn('web/compress/intake.ts', ['web/compress/intake.test.ts'], {
    'only a name makes a PDF': [
      'if (hasPdfName(file) || (await hasPdfHeader(file)))',
      'if (hasPdfName(file))',
    ],
    'folders lose a hundred files': [
      'if (some.length === 0) return all;',
      'if (some.length < 100) return all;',
    ],
  }),
  faultsIn('web/compress/rows/shown-jobs.ts', ['web/compress/rows/shown-jobs.test.ts'], {
    'one word of a search is enough': [
      'words.every((word) => path.includes(word))',
      'words.some((word) => path.includes(word))',
    ],
    'a locked file failed': ["job.state.kind === 'failed' && !isLocked(job)", "job.state.kind === 'failed'"],
  }),
  faultsIn('web/dashboard/session.ts', ['web/dashboard/session.test.ts'], {
    'a server that fails is none': ["if (response.status >= 500) return { kind: 'unreachable' };", ''],
  }),
  faultsIn('web/dashboard/usage/usage-data.ts', ['web/dashboard/usage/usage-data.test.ts'], {
    'a name is a formula of a spreadsheet': ["/^[=+\\-@\\t\\r]/.test(text) ? `'${text}` : text", 'text'],
    'larger results save less than nothing': [
      'Math.max(0, totals.bytesIn - compressedBytes(totals))',
      'totals.bytesIn - compressedBytes(totals)',
    ],
  }),
  faultsIn('web/estimate/estimating.ts', ['web/estimate/estimating.test.ts'], {
    'a few files speak for all': ['if (2 * looked >= whole) onPartial', 'if (looked >= 0) onPartial'],
    'an estimate takes any memory': [
      'memoryNeed(file.size, probe, lossless, 1).least <= memory',
      'memoryNeed(file.size, probe, lossless, 1).least > 0',
    ],
  }),
  faultsIn('web/file/compare/view.ts', ['web/file/compare/view.test.ts'], {
    'zooming in stays': [
      'STEPS.find((step) => step > factor + 0.005)',
      'STEPS.find((step) => step > factor - 0.005)',
    ],
    'a page is larger than the stage': [
      'Math.min(across, down) * FIT_SHARE',
      'Math.max(across, down) * FIT_SHARE',
    ],
  }),
  faultsIn('web/jobs/affected.ts', ['web/jobs/affected.test.ts'], {
    'settings of a file are lost to those of all': [
      'if (job.hasOwnOptions || !isWorthAgain(job)) return false;',
      'if (!isWorthAgain(job)) return false;',
    ],
    'a signed file is done again': ['if (isLeftAlone(result)) return false;', ''],
    'a share of a budget is measured against no limit': [
      '(job.hasAllocatedBudget !== true && job.options.targetSize !== targetSize)',
      'job.options.targetSize !== targetSize',
    ],
  }),
  faultsIn('web/jobs/fit.ts', ['web/jobs/fit.test.ts'], {
    'a signed file has images to blame': [
      "if (unchanged && warnings.includes('signed')) return { kind: 'signed' };",
      '',
    ],
    'files below the limit are over it': ['return Math.max(0, largest - limit);', 'return largest - limit;'],
  }),
  faultsIn('web/jobs/memory-need.ts', ['web/jobs/memory-need.test.ts'], {
    'one copy of a file is enough': ['const COPIES_OF_FILE = 2;', 'const COPIES_OF_FILE = 1;'],
    'no resolution is kept': ['return Math.max(capped, pixelsAt(minDpi));', 'return capped;'],
  }),
  faultsIn('web/jobs/result-names.ts', ['web/jobs/result-names.test.ts'], {
    'a name of dots is a name': ["if (/^\\.*$/.test(stem)) return 'empty';", ''],
    'names that differ by case are two files': ['path.toLowerCase() === own', 'path === own'],
  }),
  faultsIn('web/options/settings.ts', ['web/options/settings.test.ts'], {
    'a usual limit is a chosen one': [
      'bytes === 0 || DEFAULT_TARGETS.some((usual) => usual === bytes)',
      'bytes === 0',
    ],
  }),
  faultsIn('web/persistence/session-folder.ts', ['web/persistence/session-folder.test.ts'], {
    'the list of another tab is taken': [
      'return release === null ? [] : [{ id: folder.name, folder, release }];',
      'return [{ id: folder.name, folder, release: release ?? (() => {}) }];',
    ],
  }),
  faultsIn('web/save/folder.ts', ['web/save/folder.test.ts'], {
    'a name of nothing': ["return plain === '' ? '_' : plain;", 'return plain;'],
    'a folder of that name is no file': [
      "if (name === 'TypeMismatchError') return true;",
      "if (name === 'TypeMismatchError') return false;",
    ],
  }),
  faultsIn('web/scans/scan-offers.ts', ['web/scans/scan-offers.test.ts'], {
    'a little gain is offered': ['const MIN_TIMES = 1.5;', 'const MIN_TIMES = 1;'],
    'one large image makes a scan of many pages': [
      'document.pages > 0 && large.length >= document.pages',
      'document.pages > 0 && large.length > 0',
    ],
  }),
  faultsIn('web/settings/typed-sizes.ts', ['web/settings/typed-sizes.test.ts'], {
    'a decimal comma ends the number': ["digits.replace(',', '.')", 'digits'],
    'no limit is a limit': ['return bytes === 0 ? null : bytes;', 'return bytes;'],
  }),
  faultsIn('web/split/cuts.ts', ['web/split/cuts.test.ts'], {
    'links inside of a part are lost': ['partOf[from - 1] !== partOf[to - 1]', 'from !== to'],
    'a cut is dragged across its neighbor': ['Math.min(max, Math.max(min, to))', 'to'],
    'before the first page is a cut': ['.filter((cut) => cut > 0)', ''],
  }),
  faultsIn('web/suggestions/remedies.ts', ['web/suggestions/remedies.test.ts'], {
    'all pages are left out': ['damaged.length > 0 && damaged.length < pages', 'damaged.length > 0'],
    'quality goes up': ['quality: Math.min(MIN_QUALITY, options.quality)', 'quality: MIN_QUALITY'],
  }),
  faultsIn('web/text/format.ts', ['web/text/format.test.ts'], {
    'nearly all is all': ['percent(Math.min(0.99, Math.max(0, saved)))', 'percent(Math.max(0, saved))'],
    'a number that there is not is shown': [
      'if (!isCount(value)) return UNKNOWN;\n    const rounded',
      'const rounded',
    ],
  }),
  faultsIn('web/total-limit/mails.ts', ['web/total-limit/mails.test.ts'], {
    'the end of a ZIP has no size': ['bytes: bytes + END_BYTES', 'bytes'],
    'one mail is several': ['if (mails.length < 2 && tooLarge.length === 0) return null;', ''],
    'a file that no mail holds is sent': ['files.filter(({ bytes }) => bytes <= limit)', '[...files]'],
  }),
  faultsIn('web/ui/code/tokens.ts', ['web/ui/code/tokens.test.ts'], {
    'an escaped quote ends a text': ['/"(?:\\\\.|[^"\\\\])*"/', '/"[^"]*"/'],
  }),
  faultsIn('web/visual-diff/foreground-priority.ts', ['web/visual-diff/foreground-priority.test.ts'], {
    'priority is given back twice': ['if (!isMine) return;', ''],
  }),
  faultsIn('web/worker/pool.ts', ['web/worker/pool.test.ts'], {
    'files take more memory than there is': ['&& taken + memory <= this.#size.memory', ''],
    'a broken worker is used again': [
      'if (leavesSound) this.#idleWorkers.release(worker);',
      'this.#idleWorkers.release(worker);',
    ],
  }),
  faultsIn('web/worker/thrown.ts', ['web/worker/thrown.test.ts'], {
    'no memory is a fault of ours': ["if (isOutOfMemory(thrown)) return { code: 'out_of_memory' };", ''],
  }),
  faultsIn('web/worker/worker-count.ts', ['web/worker/worker-count.test.ts'], {
    'a phone works on several files': ['if (isHandheld(device)) return 1;', ''],
  }),
];

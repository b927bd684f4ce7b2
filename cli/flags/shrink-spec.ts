import { DEFAULT_PRESET, OPTION_NAMES, OPTION_SET_NAMES, OPTION_SPECS } from '../../shared/index.ts';
import { coreFlags } from './core-flags.ts';
import type { CommandSpec, Flag } from './flag.ts';

export const HELP_FLAG: Flag = { name: 'help', letter: 'h', says: 'print this help; -h prints one screen' };
export const QUIET_FLAG: Flag = { name: 'quiet', letter: 'q', says: 'print only errors' };
export const PASSWORD_FLAG: Flag = {
  name: 'password',
  value: 'X',
  says: 'password of locked PDFs, which stay locked; other users see it in the process list, so prefer PAGELIGHT_PASSWORD',
  brief: 'password of locked PDFs, which stay locked',
};

export const PRESET_FLAG: Flag = {
  name: 'preset',
  value: 'P',
  choices: OPTION_SET_NAMES,
  says: `one of ${OPTION_SET_NAMES.join(', ')} (default: ${DEFAULT_PRESET}); api: the defaults of the HTTP API`,
  brief: 'small, balanced (default), sharp, lossless',
};

/** Limits of a command over many PDFs. See `runLimits`. */
export const LIMIT_FLAGS: readonly Flag[] = [
  { name: 'jobs', value: 'N', says: 'PDFs in parallel (default: one per processor)' },
  {
    name: 'timeout',
    value: 'TIME',
    says: 'refuse a PDF that needs more processor time than this: 90, 90s, 10m, 1h (default: 10m; 0: no limit)',
  },
  {
    name: 'memory',
    value: 'SIZE',
    says: 'refuse a PDF with which the program needs more memory than this: 500MB, 2GB (default: three quarters of the memory; 0: no limit)',
  },
];

/** Core options that are listed here by a shorter name only. */
const HAVE_OWN_NAMES: ReadonlySet<string> = new Set(['targetSize', 'targetMode', 'splitSize']);

/** `pagelight FILE|FOLDER …` */
export const SHRINK_SPEC: CommandSpec = {
  name: '',
  operands: 'FILE.pdf|FOLDER|- ... [options]',
  says: 'Makes PDFs smaller. a.pdf becomes a-light.pdf next to it, unless options say otherwise.',
  groups: [
    {
      title: 'Where results go',
      flags: [
        {
          name: 'output',
          letter: 'o',
          value: 'X',
          names: 'file',
          says: 'output folder, subfolders kept; for one PDF a file name, or - for standard output',
          brief: 'output folder; for one PDF a file name, or -',
        },
        {
          name: 'in-place',
          says: 'replace files that get smaller; mode, owner and time stamps stay',
          brief: 'replace files that get smaller; time stamps stay',
        },
        {
          name: 'backup',
          value: 'DIR',
          names: 'folder',
          says: 'with --in-place: keep the originals in DIR',
          brief: 'with --in-place: keep the originals in DIR',
        },
        {
          name: 'suffix',
          value: 'TEXT',
          says: 'suffix of results next to their originals (default: -light)',
        },
        {
          name: 'again',
          says: 'compress again what an earlier run did',
        },
        {
          name: 'force',
          says: 'compress again what an earlier run did, and replace existing files that are not our results',
          brief: 'compress again, replace existing files',
        },
        {
          name: 'min-gain',
          value: 'N%',
          says: 'with --in-place: keep a PDF that would get smaller by less than this (default: 2%; 0: any gain)',
        },
        {
          name: 'dry-run',
          says: 'write nothing; list what would be saved, largest first',
          brief: 'write nothing; list what would be saved, largest first',
        },
        {
          name: 'receipt',
          says: 'write a receipt next to each result; see verify --help',
        },
        {
          name: 'receipts',
          value: 'DIR',
          names: 'folder',
          says: 'write the receipts into folder DIR instead, subfolders kept',
        },
        {
          name: 'sign',
          value: 'FILE',
          names: 'file',
          says: 'sign receipts with the private key in FILE (Ed25519, PEM): a.receipt.json.sig; see verify --verify-with',
        },
      ],
    },
    {
      title: 'Which PDFs',
      flags: [
        {
          name: 'recursive',
          letter: 'r',
          says: 'include folders with all their PDFs; hidden files and links are skipped',
          brief: 'include folders with all their PDFs',
        },
        {
          name: 'files-from',
          value: 'FILE',
          names: 'file',
          says: 'read paths from FILE, one per line, or from standard input (-); with -o they keep their folders',
          brief: 'read paths from FILE, or from standard input (-)',
        },
        { name: 'null', letter: '0', says: 'with --files-from: paths end with NUL instead of a line break' },
        {
          name: 'include',
          value: 'GLOB',
          isList: true,
          says: 'only matching PDFs; *.pdf is a name anywhere, 2023/** a path below the folder given',
        },
        {
          name: 'exclude',
          value: 'GLOB',
          isList: true,
          says: 'skip matching PDFs and folders',
          brief: 'skip matching PDFs; --include: only matching ones',
        },
        {
          name: 'shard',
          value: 'I/N',
          says: 'process share I of N, one per machine; a path is always in the same share',
        },
        {
          name: 'watch',
          value: 'DIR',
          names: 'folder',
          says: 'keep running and compress PDFs added to DIR',
          brief: 'keep running and compress PDFs added to DIR',
        },
        {
          name: 'settle',
          value: 'SECONDS',
          says: 'with --watch: compress a PDF after it was unchanged for this long (default: 5)',
        },
      ],
    },
    {
      title: 'How small',
      flags: [
        PRESET_FLAG,
        {
          name: 'limit',
          aliases: ['target-size'],
          value: 'SIZE',
          says: 'maximum size of each PDF, if it can be reached: 2MB, 2M, 500k, 2,5MB',
          brief: 'maximum size of each PDF, if it can be reached',
        },
        {
          name: 'limit-mode',
          aliases: ['target-mode'],
          value: 'WORD',
          choices: OPTION_SPECS.targetMode.words,
          says: 'with --limit: result if the size cannot be reached. fit: as without a limit (default); closest: the smallest possible file',
        },
        {
          name: 'budget',
          value: 'SIZE',
          says: 'maximum size of all PDFs together, at equal quality; with --limit, each meets that too',
          brief: 'maximum size of all PDFs together, at equal quality',
        },
        {
          name: 'split',
          aliases: ['split-size'],
          value: 'SIZE',
          says: 'split larger results into parts: a-light-1of3.pdf',
          brief: 'split larger results into parts: a-light-1of3.pdf',
        },
        ...coreFlags(OPTION_NAMES.filter((option) => !HAVE_OWN_NAMES.has(option))),
      ],
    },
    {
      title: 'How it runs',
      flags: [
        {
          name: 'json',
          says: 'print one JSON line per PDF on standard output',
          brief: 'print one JSON line per PDF',
        },
        QUIET_FLAG,
        { name: 'verbose', letter: 'v', says: 'print how long each PDF took' },
        {
          name: 'log',
          value: 'FILE',
          names: 'file',
          says: 'append one JSON line per PDF, with the time, to FILE',
        },
        ...LIMIT_FLAGS,
        PASSWORD_FLAG,
        {
          name: 'password-file',
          value: 'FILE',
          names: 'file',
          says: 'the password is the first line of FILE',
        },
        HELP_FLAG,
        { name: 'version', letter: 'V', says: 'print the version' },
      ],
    },
  ],
};

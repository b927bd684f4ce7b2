import { DEFAULT_PRESET, OPTION_NAMES, OPTION_SET_NAMES, OPTION_SPECS } from '../../shared/index.ts';
import { coreFlags } from './core-flags.ts';
import type { CommandSpec, Flag } from './flag.ts';

export const HELP_FLAG: Flag = { name: 'help', letter: 'h', says: 'print all of this; -h prints one screen' };
export const PASSWORD_FLAG: Flag = {
  name: 'password',
  value: 'X',
  says: 'opens locked PDFs, which stay locked; others see it in the list of processes, so rather set PAGELIGHT_PASSWORD',
  brief: 'opens locked PDFs; they stay locked',
};

export const PRESET_FLAG: Flag = {
  name: 'preset',
  value: 'P',
  choices: OPTION_SET_NAMES,
  says: `one of ${OPTION_SET_NAMES.join(', ')} (default: ${DEFAULT_PRESET}); api: the defaults of the HTTP API`,
  brief: 'small, balanced (default), sharp, lossless',
};

/** Core options that are listed here by a shorter name only. */
const HAVE_OWN_NAMES: ReadonlySet<string> = new Set(['targetSize', 'targetMode', 'splitSize']);

/** `pagelight FILE|FOLDER …` */
export const SHRINK_SPEC: CommandSpec = {
  name: '',
  operands: 'FILE.pdf|FOLDER|- ... [options]',
  says: 'Makes PDFs smaller. a.pdf becomes a-light.pdf beside it, or what the options say.',
  groups: [
    {
      title: 'Where results go',
      flags: [
        {
          name: 'output',
          letter: 'o',
          value: 'X',
          names: 'file',
          says: 'into folder X, trees kept; for one PDF a file name, or - for standard output',
          brief: 'into folder X, trees kept; one PDF: a file name, or -',
        },
        {
          name: 'in-place',
          says: 'replace what gets smaller; mode, owner and time stamps stay',
          brief: 'replace what gets smaller; time stamps stay',
        },
        {
          name: 'backup',
          value: 'DIR',
          names: 'folder',
          says: 'with --in-place: originals are kept in DIR',
          brief: 'with --in-place: originals are kept in DIR',
        },
        {
          name: 'suffix',
          value: 'TEXT',
          says: 'what results beside their originals end with (default: -light)',
        },
        {
          name: 'again',
          says: 'do again what an earlier run did',
        },
        {
          name: 'force',
          says: 'do again what an earlier run did, and replace files that are no results of ours',
          brief: 'do again what an earlier run did, replace what is there',
        },
        {
          name: 'min-gain',
          value: 'N%',
          says: 'with --in-place: leave a PDF as it is that would get smaller by less than that (default: 2%; 0 takes every byte)',
        },
        {
          name: 'dry-run',
          says: 'write nothing; say what would be gained, largest first',
          brief: 'write nothing; say what would be gained, largest first',
        },
        {
          name: 'receipt',
          says: 'write a receipt beside each result; see verify --help',
        },
        {
          name: 'receipts',
          value: 'DIR',
          names: 'folder',
          says: 'write the receipts into folder DIR instead, trees kept',
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
          says: 'take folders, with all PDFs in them; hidden ones and links are left alone',
          brief: 'take folders, with all PDFs in them',
        },
        {
          name: 'files-from',
          value: 'FILE',
          names: 'file',
          says: 'take the paths in FILE, one a line, or those that standard input has (-); with -o they keep their folders',
          brief: 'take the paths that are in FILE, or in -',
        },
        { name: 'null', letter: '0', says: 'with --files-from: paths end with a NUL and not with a line' },
        {
          name: 'include',
          value: 'GLOB',
          isList: true,
          says: 'take no others than those; *.pdf is a name anywhere, 2023/** a path below what was named',
        },
        {
          name: 'exclude',
          value: 'GLOB',
          isList: true,
          says: 'leave out those, and folders with all in them',
          brief: 'leave out those; --include: take no others',
        },
        {
          name: 'shard',
          value: 'I/N',
          says: 'take the Ith of N shares, for as many machines; a path is always in the same one',
        },
        {
          name: 'watch',
          value: 'DIR',
          names: 'folder',
          says: 'go on, and take the PDFs that come into DIR',
          brief: 'go on, and take the PDFs that come into DIR',
        },
        {
          name: 'settle',
          value: 'SECONDS',
          says: 'with --watch: take a PDF when it was the same for so long (default: 5)',
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
          says: 'make each PDF fit, where that is possible: 2MB, 2M, 500k, 2,5MB',
          brief: 'make each PDF fit, where that is possible',
        },
        {
          name: 'limit-mode',
          aliases: ['target-mode'],
          value: 'WORD',
          choices: OPTION_SPECS.targetMode.words,
          says: 'with --limit: what comes of a PDF that cannot fit. fit: as without a limit (default); closest: the smallest that is possible',
        },
        {
          name: 'budget',
          value: 'SIZE',
          says: 'make all PDFs together fit, none softer than the others',
          brief: 'make all PDFs together fit, none softer than others',
        },
        {
          name: 'split',
          aliases: ['split-size'],
          value: 'SIZE',
          says: 'give what is larger in parts of that size: a-light-1of3.pdf',
          brief: 'what is larger in parts of that size: a-light-1of3.pdf',
        },
        ...coreFlags(OPTION_NAMES.filter((option) => !HAVE_OWN_NAMES.has(option))),
      ],
    },
    {
      title: 'How it runs',
      flags: [
        {
          name: 'json',
          says: 'one line of JSON for each PDF on standard output',
          brief: 'one line of JSON for each PDF',
        },
        { name: 'quiet', letter: 'q', says: 'say only what went wrong' },
        { name: 'verbose', letter: 'v', says: 'say how long each PDF took' },
        {
          name: 'log',
          value: 'FILE',
          names: 'file',
          says: 'add a line of JSON with the time to FILE for each PDF, whatever is printed',
        },
        { name: 'jobs', value: 'N', says: 'PDFs at the same time (default: one for each processor)' },
        {
          name: 'timeout',
          value: 'TIME',
          says: 'refuse a PDF that takes more of a processor than that: 90, 90s, 10m, 1h (default: 10m; 0: no limit)',
        },
        {
          name: 'memory',
          value: 'SIZE',
          says: 'refuse a PDF with which the program takes more memory than that: 500MB, 2GB (default: three quarters of what the machine has; 0: no limit)',
        },
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

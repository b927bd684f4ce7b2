import { OPTION_NAMES } from '../../shared/index.ts';
import { coreFlags } from './core-flags.ts';
import type { CommandSpec } from './flag.ts';
import { HELP_FLAG, LIMIT_FLAGS, PRESET_FLAG, QUIET_FLAG } from './shrink-spec.ts';

/** Parts of a document would need names and lines of their own. */
const NOT_HERE: ReadonlySet<string> = new Set(['splitSize']);

export const ARCHIVE_SPEC: CommandSpec = {
  name: 'archive',
  operands: 'plan FROM RUN | run RUN --to PLACE | verify RUN [options]',
  says: `Compresses whole archives: folders or buckets (s3://BUCKET/FOLDER) with any number of PDFs, on any number of machines. plan
lists them, predicts what is saved, and writes shards into the folder or bucket RUN. run works on the shards; start it as often
as you like, also again after a crash. verify checks the results by the run's files and the objects alone.`,
  groups: [
    {
      title: 'Plan',
      of: ['plan'],
      flags: [
        { name: 'shard-size', value: 'N', says: 'PDFs in a shard (default: 1000)' },
        {
          name: 'sample',
          of: ['plan', 'verify'],
          value: 'N|N%',
          says: 'plan: PDFs compressed for the prediction (default: 200; 0: none); verify: part of the PDFs to check (default: 1%)',
        },
        {
          name: 'price-cpu-hour',
          of: ['plan', 'run'],
          value: 'N',
          says: 'what an hour of a processor costs, in any currency',
        },
        {
          name: 'price-gb-month',
          of: ['plan', 'run'],
          value: 'N',
          says: 'what storing a gigabyte for a month costs',
        },
      ],
    },
    {
      title: 'Run',
      of: ['run'],
      flags: [
        {
          name: 'to',
          of: ['run', 'verify'],
          value: 'PLACE',
          names: 'folder',
          says: 'folder or bucket for the results, complete with what did not become smaller; with verify: where they are now',
        },
        { name: 'replace', says: 'replace each original by its result, once that is compared with it' },
        {
          name: 'backup',
          value: 'PLACE',
          names: 'folder',
          says: 'with --replace: copy originals into this folder or bucket before',
        },
        { name: 'only-smaller', says: 'write no copies of PDFs that do not become smaller' },
        { name: 'force', says: 'replace objects of other programs that have the name of a result' },
        { name: 'retry-failed', says: 'try objects again that could not be read or written' },
        {
          name: 'shard',
          value: 'I/N',
          says: 'work on part I of N without leases: 1/8, or index/8 with JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX',
        },
        {
          name: 'leases',
          value: 'URL',
          says: 'divide shards by a PostgreSQL (postgres://USER@HOST/DATABASE) and its clock instead of files; also PAGELIGHT_LEASES, with PGPASSWORD',
        },
        {
          name: 'dead-after',
          value: 'TIME',
          says: 'take over shards of a process on another machine that was silent for this long (default: 60s)',
        },
      ],
    },
    {
      title: 'Verify',
      of: ['verify'],
      flags: [
        { name: 'root', value: 'HEX', says: 'the root that the run printed, kept elsewhere' },
        {
          name: 'from',
          value: 'PLACE',
          names: 'folder',
          says: 'where the originals are now, such as the place of --backup',
        },
        { name: 'no-repeat', says: 'check digests only; do not compress the sampled originals again' },
      ],
    },
    {
      title: 'How small',
      of: ['plan'],
      flags: [PRESET_FLAG, ...coreFlags(OPTION_NAMES.filter((name) => !NOT_HERE.has(name)))],
    },
    {
      title: 'How it runs',
      flags: [
        { name: 'json', says: 'print the plan, report or verification as JSON' },
        QUIET_FLAG,
        ...LIMIT_FLAGS,
        {
          name: 'password-file',
          value: 'FILE',
          names: 'file',
          says: 'its first line is the password of locked PDFs, which stay locked; also PAGELIGHT_PASSWORD',
        },
        { ...HELP_FLAG, says: 'print this' },
      ],
    },
  ],
};

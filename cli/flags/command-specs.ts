import { ARCHIVE_SPEC } from './archive-spec.ts';
import { coreFlagsWithDefaults } from './core-flags.ts';
import type { CommandSpec, Flag } from './flag.ts';
import { HELP_FLAG, PASSWORD_FLAG, PRESET_FLAG, QUIET_FLAG, SHRINK_SPEC } from './shrink-spec.ts';

const PLAIN_HELP: Flag = { ...HELP_FLAG, says: 'print this' };

export const COMPRESS_SPEC: CommandSpec = {
  name: 'compress',
  operands: 'IN.pdf OUT.pdf [options]',
  says: `Makes a PDF smaller and writes the result to OUT.pdf, which may be IN.pdf itself. With other operands or options it is
the same as pagelight FILE.pdf.`,
  groups: [
    { title: 'Options', flags: [PRESET_FLAG, ...coreFlagsWithDefaults()] },
    {
      title: 'How it runs',
      flags: [
        PASSWORD_FLAG,
        {
          name: 'receipt',
          value: 'FILE',
          names: 'file',
          says: 'write a receipt as JSON: digests, options and comparison; see verify --help',
        },
        { name: 'force', says: 'replace an existing file that is not a result of IN.pdf' },
        { name: 'json', says: 'print the report as JSON, with the outcome of each image and font' },
        QUIET_FLAG,
        PLAIN_HELP,
      ],
    },
  ],
};

export const INSPECT_SPEC: CommandSpec = {
  name: 'inspect',
  operands: 'FILE.pdf [options]',
  says: 'Shows what a PDF contains and what takes up space. Read-only.',
  groups: [
    {
      title: 'Options',
      flags: [
        { name: 'json', says: 'print everything as JSON' },
        { ...PASSWORD_FLAG, says: 'password that opens the PDF' },
        PLAIN_HELP,
      ],
    },
  ],
};

export const VERIFY_SPEC: CommandSpec = {
  name: 'verify',
  operands: 'BEFORE.pdf AFTER.pdf [RECEIPT.json] [options]',
  says: `Compares a compressed PDF with its original and lists what was lost: pages, text, links, bookmarks, fields, tags, layers,
attachments, images and more, page by page, and how similar each page looks. Works with the output of any tool. With a
receipt of this program, compresses the original again and compares every field.`,
  groups: [
    {
      title: 'Options',
      flags: [
        { name: 'json', says: 'print everything as JSON' },
        { name: 'strict', says: 'exit code 4 also if something was added, or if a page looks different' },
        { name: 'no-scores', says: 'do not render and score the pages' },
        {
          name: 'png',
          value: 'FILE.png',
          names: 'file',
          says: 'write a picture of the worst page before and after, with a frame around the place that differs most',
        },
        {
          name: 'html',
          value: 'FILE.html',
          names: 'file',
          says: 'write a report with such pictures of up to 20 pages that look different',
        },
        {
          name: 'verify-with',
          value: 'FILE',
          names: 'file',
          says: 'check the signature beside the receipt (RECEIPT.json.sig) with the public key in FILE (Ed25519, PEM)',
        },
        { ...PASSWORD_FLAG, says: 'password that opens the PDFs' },
        PLAIN_HELP,
      ],
    },
  ],
};

export const MCP_SPEC: CommandSpec = {
  name: 'mcp',
  operands: 'FOLDER ...',
  says: `Tools for agents, by the Model Context Protocol on standard input and output: inspect, compress, verify, find_large. Access is
limited to these folders. Existing files are only replaced with overwrite: true. Document contents are never returned.`,
  groups: [{ title: 'Options', flags: [PLAIN_HELP] }],
};

/** All commands with flags; the unnamed default command is first. */
export const COMMAND_SPECS: readonly CommandSpec[] = [
  SHRINK_SPEC,
  COMPRESS_SPEC,
  INSPECT_SPEC,
  VERIFY_SPEC,
  ARCHIVE_SPEC,
  MCP_SPEC,
];

/** Commands without flags, or documented elsewhere. */
export const PLAIN_COMMANDS: Readonly<Record<string, string>> = {
  serve: 'start the page and the API, if the server is installed',
  keys: 'manage API keys of the server',
  completion: 'print completions for bash, zsh or fish: completion SHELL',
  man: 'print the manual page, for man -l -',
  help: 'print this help, or that of a command: help COMMAND',
  version: 'the version',
};

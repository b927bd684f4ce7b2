import { faultsIn } from '../faults.mjs';

/** Faults of the command. */
export const COMMAND = [
  faultsIn('cli/batch/shrink-command.ts', ['cli/batch/shrink-command.test.ts'], {
    'one size for all is a size for each': [
      'usage.budget === undefined ? shrinkEach',
      'usage.budget !== undefined ? shrinkEach',
    ],
  }),
  faultsIn('cli/compress-command.ts', ['cli/compress-command.test.ts'], {
    'wrong usage is not explained': ["output.err(`${usage.faults.join('\\n')}\\nSee --help.\\n`);", ''],
    'two paths of one file are two files': ['return first === second;', 'return first !== second;'],
    'nothing is said of the result': ['output.out(json ?', 'if (json) output.out(json ?'],
  }),
  faultsIn('cli/files/os-path.ts', ['cli/files/os-path.test.ts'], {
    'a name that is no UTF-8 is read as one': ["!text.includes('\\ufffd') || ", '!text.includes("\\0") || '],
    'a byte comes back as another': [
      'String.fromCharCode(ESCAPE + buffer[at]!)',
      'String.fromCharCode(ESCAPE - buffer[at]!)',
    ],
  }),
  faultsIn('cli/files/path-index.ts', ['cli/files/path-index.test.ts'], {
    'a free place is taken for a path': ['if (hash === 0) continue;', 'if (hash !== 0) continue;'],
  }),
  faultsIn('cli/inspect-command.ts', ['cli/inspect-command.test.ts'], {
    'the password is not handed on': [
      'password === undefined ? {} : { password }',
      'password !== undefined ? {} : { password }',
    ],
    'a failed inspection goes on': ['if (!worked.ok) return worked.code;', 'if (!worked.ok) return 0;'],
  }),
  faultsIn('cli/receipt-signature.ts', ['cli/receipt-signature.test.ts'], {
    'a receipt without signature is signed': [
      "if (signature === null) return 'missing';",
      "if (signature === null) return 'valid';",
    ],
    'a key of any kind signs': [
      "if (key.asymmetricKeyType === 'ed25519') return key;",
      'if (key.asymmetricKeyType !== undefined) return key;',
    ],
  }),
  faultsIn('cli/terminal/progress-bar.ts', ['cli/terminal/progress-bar.test.ts'], {
    'a pipe gets a bar': [
      'if (terminal.isTTY !== true) return',
      'if (terminal.isTTY === undefined && terminal.columns === -1) return',
    ],
    'the time that is left counts twice': ['* (1 / doneFraction - 1)', '* (2 / doneFraction - 1)'],
  }),
  faultsIn('cli/text/sizes.ts', ['cli/text/sizes.test.ts'], {
    'a thousand bytes are no kilobyte': ['if (bytes < 1000)', 'if (bytes <= 1000)'],
    'a size has a unit that there is not': ['unit < UNITS.length - 1', 'unit < UNITS.length'],
  }),
  faultsIn('cli/verify-command.ts', ['cli/verify-command.test.ts'], {
    'a loss is a success where the receipt is right': [
      'return !isLost && (receipt',
      'return !isLost || (receipt',
    ],
    'a wrong receipt is a success': ['isReceiptValid(receipt)', 'receipt !== undefined'],
  }),
  faultsIn('cli/write-file-atomic.ts', ['cli/write-file-atomic.test.ts'], {
    'a part of a run that goes on is removed': [
      'machine === MACHINE && !isRunning(Number(pid))',
      'machine === MACHINE',
    ],
    'a part of a run on another machine is removed': [
      'machine === MACHINE && !isRunning(Number(pid))',
      '!isRunning(Number(pid))',
    ],
  }),
  faultsIn('cli/flags/completions.ts', ['cli/flags/shells.test.ts'], {
    'folders are completed by nothing': [
      "if (flag.names === 'folder') return",
      "if (flag.names === 'never') return",
    ],
  }),
  faultsIn('cli/mcp/allowed-folders.ts', ['cli/mcp/tools.test.ts'], {
    'a link leads out of the folders': ['this.#mustAllow(real, path);\n    return real;', 'return real;'],
    'a new file beside the folders is made': [
      'this.#mustAllow(folder, path);\n    return join',
      'return join',
    ],
    'what begins with two dots is inside': ["way.split(/[\\\\/]/)[0] !== '..'", "way !== '..'"],
  }),
  faultsIn('library/agents/pdf-tools.ts', ['cli/mcp/tools.test.ts'], {
    'a file that is there is replaced unasked': [
      'if (place.isTaken && !mayReplace) throw',
      'if (place.isTaken && mayReplace) throw',
    ],
    'what did not become smaller is written': [
      'if (!report.unchanged) await files.write',
      'await files.write',
    ],
    'the smallest files are the largest': [
      '[...found].sort((a, b) => b.bytes - a.bytes)',
      '[...found].sort((a, b) => a.bytes - b.bytes)',
    ],
  }),
  faultsIn('library/engine/turn-queue.ts', ['library/engine/turn-queue.test.ts'], {
    'the signal keeps its listener': ['forget();\n    }', '}'],
  }),
  faultsIn('cli/drawing/page-scores.ts', ['cli/verify-command.test.ts'], {
    'pages are compared with themselves': [
      'similarity(one.draw(index, width, height), other.draw(partner, width, height))',
      'similarity(one.draw(index, width, height), one.draw(index, width, height))',
    ],
  }),
  faultsIn('library/node/light-name.ts', ['cli/batch/shrink-command.test.ts'], {
    'a result is called like its original': ['`${suffix}${extension', '`${extension'],
  }),
  faultsIn('library/terminal/flags.ts', ['cli/wrong-usage.test.ts', 'cli/compress-command.test.ts'], {
    'a flag that is given twice counts once': [
      'else if (flags.has(token.name)) faults',
      'else if (flags.has("")) faults',
    ],
    'a flag that there is not is taken': ['if (kind === undefined) faults', 'if (kind === null) faults'],
  }),
  faultsIn('cli/archive/plan/predict.ts', ['cli/archive/plan/predict.test.ts'], {
    'repeats cost as much as others': [
      "(objects - repeats) * sumOf(documents, 'cpuMs')",
      "objects * sumOf(documents, 'cpuMs')",
    ],
  }),
];

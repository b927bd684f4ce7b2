/**
 * @typedef {{ readonly word: string, readonly rest: string }} Instruction
 * @typedef {{ readonly name: string, readonly base: string, readonly instructions: readonly Instruction[] }} Stage
 */

/**
 * Parses the stages of a Dockerfile.
 *
 * @param {string} text
 * @returns {readonly Stage[]}
 */
export function stagesOf(text) {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  /** @type {{ name: string, base: string, instructions: Instruction[] }[]} */
  const stages = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [base = '', , name = ''] = rest.split(/\s+/);
      stages.push({ name, base, instructions: [] });
    } else stages.at(-1)?.instructions.push({ word, rest });
  }
  return stages;
}

/**
 * Arguments of all instructions of one kind in a stage.
 *
 * @param {Stage} stage
 * @param {string} word
 */
export function said(stage, word) {
  return stage.instructions.filter((instruction) => instruction.word === word).map(({ rest }) => rest);
}

/**
 * Parses a COPY.
 *
 * @param {string} rest
 */
export function copyOf(rest) {
  const words = rest.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  return {
    from: flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length) ?? null,
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? '',
  };
}

/**
 * The words of the JSON form of CMD, ENTRYPOINT or HEALTHCHECK, which needs no shell.
 *
 * @param {string | undefined} rest
 * @returns {readonly string[] | null} null for the shell form
 */
export function wordsOf(rest) {
  const json = /\[.*\]$/.exec(rest ?? '')?.[0];
  return json === undefined ? null : JSON.parse(json);
}

/**
 * @param {readonly string[]} texts of ENV
 * @returns {Readonly<Record<string, string>>}
 */
export function variablesOf(texts) {
  const pairs = texts.flatMap((text) => text.split(/\s+/)).map((pair) => pair.split('='));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

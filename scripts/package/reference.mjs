import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../project.mjs';

/** The entries, in order of presentation. */
const ENTRIES = /** @type {readonly (readonly [name: string, file: string])[]} */ ([
  ['pagelight', 'library/index.ts'],
  ['pagelight/node', 'library/node.ts'],
  ['pagelight/browser', 'library/browser/browser.ts'],
  ['pagelight/drop', 'library/browser/drop/element.ts'],
  ['pagelight/core', 'library/core.ts'],
  ['pagelight/inspect', 'library/inspect.ts'],
  ['pagelight/verify', 'library/verify.ts'],
  ['pagelight/texts', 'library/texts.ts'],
]);

/** The generated file. */
export const REFERENCE = join(ROOT, 'docs/api.md');

const HEAD = `# The library's reference

Made of the comments in the sources by \`npm run generate\`; a test holds that it is what they say.
[PACKAGE.md](../library/PACKAGE.md) is where to begin.
`;

/** Lists every export of every entry with its comment. An export of an earlier entry is only named. */
export function referenceText() {
  const files = ENTRIES.map(([, file]) => join(ROOT, file));
  const globals = ['library/node/globals.d.ts', 'web/globals.d.ts'].map((file) => join(ROOT, file));
  const program = ts.createProgram([...files, ...globals], optionsOf());
  const checker = program.getTypeChecker();
  /** @type {Map<ts.Symbol, string>} */
  const told = new Map();
  const chapters = ENTRIES.map(([name], index) => {
    const source = program.getSourceFile(files[index] ?? '');
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${name} has no module`);
    const exports = checker.getExportsOfModule(module).map((symbol) => resolved(symbol, checker));
    const fresh = exports.filter((symbol) => !told.has(symbol));
    const known = exports.filter((symbol) => told.has(symbol));
    for (const symbol of fresh) told.set(symbol, name);
    const also = known.map((symbol) => `\`${symbol.name}\``).sort();
    return [
      `## ${name}\n`,
      ...fresh.sort(byName).map((symbol) => entryText(symbol, checker)),
      ...(also.length === 0 ? [] : [`Also, as above: ${also.join(', ')}.\n`]),
    ].join('\n');
  });
  return `${HEAD}\n${chapters.join('\n')}`;
}

function optionsOf() {
  const file = join(ROOT, 'library/checks/tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const base = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile).config;
  const merged = { compilerOptions: { ...base.compilerOptions, ...config.compilerOptions } };
  return ts.parseJsonConfigFileContent(merged, ts.sys, ROOT).options;
}

/**
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 */
function resolved(symbol, checker) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * @param {ts.Symbol} a
 * @param {ts.Symbol} b
 */
function byName(a, b) {
  return a.name < b.name ? -1 : 1;
}

/**
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 */
function entryText(symbol, checker) {
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const tags = symbol.getJsDocTags(checker);
  const textOf = (/** @type {string} */ name) =>
    tags.filter((tag) => tag.name === name).map(({ text }) => ts.displayPartsToString(text).trim());
  return [
    `### ${symbol.name}\n`,
    ...(comment === '' ? [] : [`${comment}\n`]),
    ...textOf('throws').map((text) => `Throws: ${text}\n`),
    `\`\`\`ts\n${declarationOf(symbol, checker)}\n\`\`\`\n`,
    ...textOf('example').map((text) => `\`\`\`js\n${text}\n\`\`\`\n`),
  ].join('\n');
}

/**
 * Interfaces in source form, without the comments of examples; values with their type.
 *
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 */
function declarationOf(symbol, checker) {
  const [declaration] = symbol.declarations ?? [];
  if (declaration === undefined) return symbol.name;
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
    return declaration.getText();
  if (ts.isClassDeclaration(declaration)) {
    const [heritage] = declaration.heritageClauses ?? [];
    return `class ${symbol.name}${heritage === undefined ? '' : ` ${heritage.getText()}`}`;
  }
  const type = checker.typeToString(
    checker.getTypeOfSymbolAtLocation(symbol, declaration),
    undefined,
    ts.TypeFormatFlags.NoTruncation |
      ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
      ts.TypeFormatFlags.WriteArrowStyleSignature,
  );
  return `const ${symbol.name}: ${type}`;
}

/** Reads the committed reference. */
export function keptReference() {
  return readFileSync(REFERENCE, 'utf8');
}

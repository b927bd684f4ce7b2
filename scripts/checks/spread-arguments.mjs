import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ownFiles, ROOT } from '../project.mjs';

/** Functions that accept any number of arguments. Ours have a parameter for each. */
const VARIADIC = new Set([
  'push',
  'unshift',
  'splice',
  'concat',
  'max',
  'min',
  'hypot',
  'of',
  'assign',
  'fromCharCode',
  'fromCodePoint',
]);

/** Lists that are short by nature: the spread expression, its files, and the reason. */
const BOUNDED = /** @type {readonly (readonly [file: RegExp, spread: RegExp, because: string])[]} */ ([
  [/^shared\/codecs\/(dct|jpeg)\//, /^components\.map\(/, 'a JPEG that we read has four components at most'],
  [
    /^shared\//,
    /\.subarray\((\w+|\d+|offset \+ 4), (\w+ \+ 4|\d+|offset \+ 8)\)$/,
    'a signature of four bytes',
  ],
  [/^shared\/pdf\/bytes\.ts$/, /at \+ 4096/, 'so many at a time'],
  [/^shared\/codecs\/jpx\/header\.ts$/, /^\[4, 5, 6, 7\]/, 'four bytes'],
  [/^shared\/codecs\/brotli\/transforms\.ts$/, /./, 'a word of the dictionary and its affixes'],
  [/^shared\/fonts\/cff\/(charset|numbers)\.ts$/, /./, 'the bytes of one number'],
  [/^shared\/fonts\/cff\/encoding\.ts$/, /^further\./, 'an encoding holds 255 codes'],
  [/^shared\/fonts\/cmap\/compact-to-unicode\.ts$/, /^some$/, 'a block of a CMap has a hundred lines'],
  [/^shared\/fonts\/merging\/truetype-merge\.ts$/, /^maps\.map\(/, 'the character maps of a font'],
  [/^shared\/pdf\/image\/functions-calculator\.ts$/, /./, 'the stack of a calculator has a limit'],
  [/^shared\/verify\/content\/matrix\.ts$/, /^(xs|ys)$/, 'the corners of a rectangle'],
  [/^shared\/verify\/text\/code-reader\.ts$/, /^spaces\.map\(/, 'the code spaces of a CMap'],
  [/^shared\/work\/pool\.ts$/, /^this\.#turns\.splice\(turn, 1\)$/, 'one turn'],
  [/^web\/dashboard\/usage\/UsageChart\.tsx$/, /^days\.map\(/, 'the days of a chart'],
  [/^web\/file\/receipt\.ts$/, /^COUNTED\.map\(/, 'the rows of a table'],
]);

const SHIPPED = /^(shared|library|cli|server|web)\/.*\.tsx?$/;
const NOT_SHIPPED = /\.test\.tsx?$|\/testing\/|\/checks\/|\/fixtures\//;

/** Reports spreads of unbounded lists as arguments: about a hundred thousand overflow the stack. */
export function ownSpreadProblems() {
  return ownFiles()
    .filter((file) => SHIPPED.test(file) && !NOT_SHIPPED.test(file))
    .flatMap((file) => spreadProblems(file, readFileSync(join(ROOT, file), 'utf8')));
}

/**
 * @param {string} file relative to the checkout
 * @param {string} source
 * @returns {readonly string[]}
 */
export function spreadProblems(file, source) {
  if (!source.includes('...')) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const problems = /** @type {string[]} */ ([]);
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isCallExpression(node) && isVariadic(node.expression))
      for (const argument of node.arguments) {
        if (!ts.isSpreadElement(argument)) continue;
        const spread = argument.expression.getText();
        if (BOUNDED.some(([files, text]) => files.test(file) && text.test(spread))) continue;
        const { line } = tree.getLineAndCharacterOfPosition(argument.getStart());
        problems.push(
          `${file}:${line + 1}: ...${spread} as arguments overflows the stack when it is long: appendAll, largestOf and smallestOf (shared/lists.ts) take any number, or say in scripts/checks/spread-arguments.mjs why it is short`,
        );
      }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return problems;
}

/** @param {ts.Expression} called */
function isVariadic(called) {
  return ts.isPropertyAccessExpression(called) && VARIADIC.has(called.name.text);
}

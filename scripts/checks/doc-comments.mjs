import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFiles, ROOT } from '../project.mjs';

/** Rules 4 and 5 of the style in docs/CONTRIBUTING.md, as far as words show it. */
const CODE = /\.(tsx?|mjs)$/;
const FIRST_WORD = /\/\*\*[\s*]*(Of|By|With|Where|Who|Whose|Whom|What)\b/g;
/** A comment at the beginning of a line or behind code. */
const COMMENT = /(?:^\s*\/?\*+|(?:^|\s)\/\/)\s.*/gm;
const NO_ACTOR = /\b(whoever|whomever|nobody|somebody|anybody|everybody)\b/i;
const CODE_SPAN = /`[^`]*`/g;

/** Reports comments that name no actor, and doc comments that begin with neither a verb nor a noun. */
export function ownDocCommentProblems() {
  return ownFiles()
    .filter((file) => CODE.test(file))
    .flatMap((file) => docCommentProblems(file, readFileSync(join(ROOT, file), 'utf8')));
}

/**
 * @param {string} file relative to the checkout
 * @param {string} source
 * @returns {readonly string[]}
 */
export function docCommentProblems(file, source) {
  const lineOf = (/** @type {number} */ at) => source.slice(0, at).split('\n').length;
  return [
    ...[...source.matchAll(FIRST_WORD)].map(
      ({ index, 1: word }) =>
        `${file}:${lineOf(index)}: a doc comment begins with a verb or a noun, not with ${word}`,
    ),
    ...[...source.matchAll(COMMENT)].flatMap(({ index, 0: comment }) => {
      const word = NO_ACTOR.exec(comment.replace(CODE_SPAN, ''))?.[1];
      return word === undefined
        ? []
        : [`${file}:${lineOf(index)}: who is ${word}? A comment names the actor`];
    }),
  ];
}

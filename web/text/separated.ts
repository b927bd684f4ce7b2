/** The end of a sentence, in all languages of the page. */
const SENTENCE_END = /[.。।!?؟][”"»」』)]?$/u;

/** Returns the separator of a text and the next in its line: a dot, but after a sentence a space. */
export function separatorAfter(text: string): string {
  return SENTENCE_END.test(text) ? ' ' : ' · ';
}

/** Texts in one line. */
export function separated(texts: readonly string[]): string {
  return texts.reduce((line, text) => (line === '' ? text : line + separatorAfter(line) + text), '');
}

import type { Language } from '../../text/api-call.ts';

/** Texts that can be highlighted: a call, or a response with headers, JSON, or both. */
export type CodeLanguage = Language | 'answer';

/** A `word` has a meaning in the language or protocol: `await`, `-F`, `$form`, the name of a header or field. */
export type TokenKind = 'comment' | 'string' | 'number' | 'word';

export interface Token {
  /** Null for text in the normal color. */
  readonly kind: TokenKind | null;
  readonly text: string;
  /** Number of characters before it. */
  readonly start: number;
}

/** Splits a text into tokens; their concatenation is the text. */
export function tokens(language: CodeLanguage, text: string): readonly Token[] {
  const found: Token[] = [];
  let end = 0;
  const add = (kind: TokenKind | null, start: number, part: string) => {
    if (part !== '') found.push({ kind, text: part, start });
    end = start + part.length;
  };
  for (const match of text.matchAll(GRAMMARS[language])) {
    add(null, end, text.slice(end, match.index));
    add(kindOf(match), match.index, match[0]);
  }
  add(null, end, text.slice(end));
  return found;
}

const KINDS: readonly TokenKind[] = ['comment', 'string', 'number', 'word'];

function kindOf({ groups = {} }: RegExpMatchArray): TokenKind | null {
  return KINDS.find((kind) => groups[kind] !== undefined) ?? null;
}

interface Grammar extends Readonly<Partial<Record<TokenKind, RegExp>>> {
  /** Never highlighted, whatever it contains: digits of a URL are not a number. */
  readonly plain?: RegExp;
}

const DOUBLE_QUOTED = /"(?:\\.|[^"\\])*"/;
const SINGLE_QUOTED = /'(?:\\.|[^'\\])*'/;
const NUMBER = /\b\d+(?:\.\d+)?\b/;

/**
 * Combines all parts into one expression. At the same position the first alternative wins, so JSON names precede
 * strings.
 */
function together({ plain, word, comment, string, number = NUMBER }: Grammar): RegExp {
  const named = Object.entries({ word, comment, string, number }).flatMap(([kind, part]) =>
    part === undefined ? [] : [`(?<${kind}>${part.source})`],
  );
  return new RegExp([...(plain === undefined ? [] : [plain.source]), ...named].join('|'), 'gm');
}

const GRAMMARS: Readonly<Record<CodeLanguage, RegExp>> = {
  // The command and its flags. Digits that belong to a word, such as in `report-9.pdf`, are not numbers.
  curl: together({
    plain: /https?:\S+|[\w./@]+-[\w./-]+/,
    comment: /(?:^|\s)#.*/,
    string: either(DOUBLE_QUOTED, /'[^']*'/),
    word: /^[a-z][\w-]*|\B--?[a-zA-Z][\w-]*/,
  }),
  typescript: together({
    comment: /\/\/.*|\/\*[\s\S]*?\*\//,
    string: either(SINGLE_QUOTED, DOUBLE_QUOTED, /`(?:\\.|[^`\\])*`/),
    word: /\b(?:import|from|export|const|let|await|async|new|if|else|for|of|throw|return|function|true|false|null)\b/,
  }),
  python: together({
    comment: /#.*/,
    string: new RegExp(`(?:\\b[bfr]{1,2})?(?:${either(DOUBLE_QUOTED, SINGLE_QUOTED).source})`),
    word: /\b(?:import|from|with|as|def|if|else|for|in|not|raise|return|True|False|None)\b/,
  }),
  // Commands (`Get-Item`), parameters (`-Form`) and variables.
  powershell: together({
    comment: /#.*/,
    string: /"(?:`[\s\S]|[^"`])*"|'[^']*'/,
    word: /\b[A-Z][a-z]+-[A-Z]\w+|\B-[A-Z]\w*|\$[\w:]+/,
  }),
  answer: together({
    string: DOUBLE_QUOTED,
    word: /"(?:\\.|[^"\\])*"(?=\s*:)|^[\w-]+(?=:)|\b(?:true|false|null)\b/,
  }),
};

function either(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'));
}

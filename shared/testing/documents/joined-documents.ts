import {
  type DocumentParts,
  type ObjectSource,
  type ObjectSources,
  pagesDocument,
  stream,
} from './documents.ts';
import { FONT } from './font-documents.ts';

/** Text of one of several documents: an operand of `Tj`, in a font with the usual object numbers. */
export interface JoinedText {
  readonly text: string;
  readonly font: ObjectSources;
}

/** Distance between the object numbers of two pages' fonts. */
export const FONT_STEP = 10;

/** The pages of several documents in one, each with its own font F1, as programs that join documents produce them. */
export function joinedDocument(texts: readonly JoinedText[], parts: DocumentParts = {}) {
  const pages = texts.map(
    (_, index) =>
      `/Resources << /Font << /F1 ${FONT + index * FONT_STEP} 0 R >> >> /Contents ${CONTENT + index} 0 R`,
  );
  const contents = texts.map(({ text }, index): [number, ObjectSource] => [
    CONTENT + index,
    stream('', `BT /F1 24 Tf 20 100 Td ${text} Tj ET`),
  ]);
  const fonts = texts.flatMap(({ font }, index) => moved(font, index * FONT_STEP));
  return pagesDocument(pages, Object.fromEntries([...contents, ...fonts]), parts);
}

const CONTENT = 900;

/** The same objects with increased numbers. */
function moved(objects: ObjectSources, by: number): [number, ObjectSource][] {
  const movedText = (text: string) =>
    text.replace(/(\d+) 0 R/g, (_, number: string) => `${Number(number) + by} 0 R`);
  return Object.entries(objects).map(([number, source]) => [
    Number(number) + by,
    typeof source === 'string' ? movedText(source) : { ...source, dict: movedText(source.dict) },
  ]);
}

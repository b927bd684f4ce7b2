import { expect, test, vi } from 'vitest';
import { PagePictures } from './page-pictures.ts';
import type { Side } from './wire.ts';

/** A session that draws pages of A4's shape, and what it drew. */
function drawing() {
  const drawn: (readonly [Side, number])[] = [];
  const closed = vi.fn();
  const thumbnail = async (side: Side, _page: number, width: number) => {
    drawn.push([side, width]);
    return { width, height: Math.round((width * 7) / 5), close: closed } as unknown as ImageBitmap;
  };
  return { drawn, closed, session: { thumbnail } };
}

const blob = () => new Blob(['%PDF-']);

test('a single file is drawn large, before and after; a row is small', async () => {
  const { drawn, session } = drawing();
  const pictures = new PagePictures();
  const [only, row] = [blob(), blob()];
  await pictures.draw(only, session, true);
  await pictures.draw(row, session, false);
  expect(drawn).toEqual([
    ['after', 1000],
    ['before', 1000],
    ['after', 104],
  ]);
  expect(pictures.of(only)?.before).not.toBeNull();
  expect(pictures.of(row)?.before).toBeNull();
});

test('above the limit of memory the oldest picture goes', async () => {
  const { closed, session } = drawing();
  const pictures = new PagePictures(2 * 104 * 146 * 4);
  const blobs = [blob(), blob(), blob()];
  for (const each of blobs) await pictures.draw(each, session, false);
  expect(blobs.map((each) => pictures.of(each) !== null)).toEqual([false, true, true]);
  expect(closed).toHaveBeenCalledOnce();
});

test('what has left the list has no picture', async () => {
  const { closed, session } = drawing();
  const pictures = new PagePictures();
  const [gone, kept] = [blob(), blob()];
  await pictures.draw(gone, session, false);
  await pictures.draw(kept, session, false);
  pictures.keepOnly([kept]);
  expect([pictures.of(gone), pictures.of(kept)?.after.width]).toEqual([null, 104]);
  expect(closed).toHaveBeenCalledOnce();
});

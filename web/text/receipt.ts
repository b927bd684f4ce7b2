import { format, plural } from './format.ts';

/** The words of the fidelity receipt. */
export const receiptWords = {
  title: 'Fidelity receipt',
  outOf: '/ 100',
  /** What was compared so far. */
  all: (pages: number) =>
    pages === 1
      ? 'The page was drawn twice and compared.'
      : `All ${format.count(pages)} pages drawn twice and compared.`,
  running: (done: number, total: number) =>
    `Comparing page ${format.count(Math.min(total, done + 1))} of ${format.count(total)}`,
  some: (done: number, total: number) =>
    done === 0
      ? 'No page could be compared here.'
      : `Only ${format.count(done)} of ${format.count(total)} pages could be compared.`,
  soFar: 'Lowest so far',
  worst: 'Worst page:',
  pageLink: (page: number) => `page ${format.count(page)}`,
  labels: {
    text: 'Text',
    links: 'Links',
    outlineItems: 'Bookmarks',
    fields: 'Form fields',
    layers: 'Layers',
    attachments: 'Attachments',
    tags: 'Tags and language',
    sizes: 'Page sizes',
    metadata: 'Metadata',
    average: 'Average page',
    images: 'Images changed',
    before: 'Before',
    after: 'After',
    saved: 'Saved',
  },
  notYet: 'being compared',
  notCompared: 'not compared',
  none: 'none',
  same: 'same',
  kept: 'kept',
  removed: 'removed',
  changed: 'changed',
  isSame: 'the same',
  isDifferent: 'differs',
  words: (count: number) => plural(count, 'word'),
  textDiffers: (pages: number) => `differs on ${plural(pages, 'page')}`,
  ofAll: (now: number, before: number) => `${format.count(now)} of ${format.count(before)}`,
  scale: '100 means every pixel is equal. Under 95, look before you send.',
  how: 'How it is measured',
  howText:
    'Each page is drawn from both files at about 110 dpi. The score is the structural similarity (SSIM) of the two pictures, times 100, of the worst page. Text is read from both and compared letter by letter. Before you got the smaller file, its structure was compared with the original, object by object.',
  save: 'Save receipt',
  saving: 'Writing the receipt',
  saveHint:
    'A small file for your records: with it and the original anybody can make the smaller file again and compare the bytes.',
  notSaved: 'The receipt could not be written here.',
  unchanged: 'You have your original, byte for byte. There is nothing to compare.',
  reading: 'Reading both files',
  unreadable: 'The insides of these files could not be counted here.',
  keepImages: (images: number) => `Keep the original of ${plural(images, 'image')}`,
  keepHint: (pages: readonly number[]) =>
    pages.length === 1
      ? `The images of page ${format.count(pages[0])} stay as they were, and the file is done again.`
      : `The images of these ${plural(pages.length, 'page')} stay as they were, and the file is done again.`,
} as const;

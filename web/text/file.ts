import { format, plural } from './format.ts';

/** The words of the one-file view. */
export const fileWords = {
  allFiles: 'All files',
  files: 'Files',
  before: 'Previous',
  after: 'Next',
  place: (at: number, all: number) => `${format.count(at)} of ${format.count(all)}`,
  otherSettings: 'Try other settings',
  download: 'Download',
  smaller: (share: string) => `${share} smaller`,
  originalKept: 'Original kept, byte for byte',
  working: 'Being compressed again. What you see is the result until now.',

  compare: {
    title: 'Compare',
    view: 'View',
    modes: { slider: 'Slider', side: 'Side by side', difference: 'Difference' },
    zoom: 'Zoom',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit',
    page: (page: number, pages: number) => `Page ${format.count(page)} of ${format.count(pages)}`,
    stage: (page: number) => `Page ${format.count(page)}. Drag or use the arrow keys to move it.`,
    original: 'Original',
    compressed: 'Compressed',
    originalPage: (page: number) => `Page ${format.count(page)}, original`,
    compressedPage: (page: number) => `Page ${format.count(page)}, compressed`,
    differencePage: (page: number) => `Page ${format.count(page)}, where both differ`,
    differenceKey: 'White is equal. Differences are shown 4 times as strong as they are.',
    handle: 'Compare position',
    handleAt: (percent: number) =>
      percent === 50
        ? 'Half original, half compressed'
        : `${format.count(percent)}% original, ${format.count(100 - percent)}% compressed`,
    pages: 'Pages, with score',
    pageButton: (page: number, score: string | null, isLowest: boolean) =>
      `Page ${format.count(page)}, ${score === null ? 'not compared yet' : `score ${score}`}${isLowest ? ', lowest' : ''}`,
    opening: 'Opening both files',
    drawing: 'Drawing the page',
    notDrawn: 'This page can’t be drawn here. Other viewers may show it.',
    keysButton: 'Keys',
    keysTitle: 'Keys while the page is in focus',
    keys: [
      ['+', 'Zoom in'],
      ['−', 'Zoom out'],
      ['0', 'Fit the whole page'],
      ['[', 'Page before'],
      [']', 'Page after'],
      ['1', 'Slider'],
      ['2', 'Side by side'],
      ['3', 'Difference'],
      ['← ↑ → ↓', 'Move the page'],
      ['j', 'Next file'],
      ['k', 'Previous file'],
      ['?', 'This list'],
    ],
    close: 'Close',
    tryAgain: 'Try again',
    problems: {
      unreadable:
        'The pages can’t be drawn here. Your files are untouched, and the smaller copy is ready to save.',
      locked: 'The pages can’t be shown without the file’s password.',
      'worker-died':
        'There was not enough memory to draw these pages. Your files are untouched. Close other tabs and try again.',
      'not-loaded': 'The part that draws pages has not loaded. Check your connection and try again.',
      ended: '',
    },
    unchanged: 'There is nothing to compare: you have your original, byte for byte.',
  },

  bytes: {
    title: 'Where the bytes are',
    scale: 'Both bars share one scale',
    brotli: (before: number, after: number) =>
      `${plural(before, 'part')} packed with Brotli before, ${format.count(after)} after. Programs older than 2026 can’t show those.`,
    part: 'Part',
    size: 'Size',
    total: 'In all',
    before: 'Before',
    after: 'After',
    saved: 'Saved',
    all: 'all',
    parts: {
      images: 'Images',
      fonts: 'Fonts',
      content: 'Content',
      structure: 'Structure',
      attachments: 'Attachments',
      metadata: 'Metadata',
      other: 'Other',
    },
  },
} as const;

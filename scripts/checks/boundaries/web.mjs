/** @typedef {import('../boundaries.mjs').Floor} Floor */

const UI = ['web/device', 'web/text', 'web/ui'];
const WORK = ['web/worker', 'web/jobs', 'web/visual-diff'];

/** Modules of the page, from the ground up: none imports one that stands below it in this list. */
export const WEB = /** @type {readonly Floor[]} */ ([
  { room: 'web/device', below: [], says: 'what the browser keeps and saves knows no job and no text' },
  {
    room: 'web/options',
    below: ['web/device'],
    says: 'settings as data: records, address, storage; no controls',
  },
  { room: 'web/worker', below: [], says: 'workers run the core, and know no job of the list' },
  {
    room: 'web/jobs',
    below: ['web/options', 'web/worker'],
    says: 'the list of files is a store without components',
  },
  {
    room: 'web/visual-diff',
    below: ['web/worker', 'web/jobs'],
    says: 'comparing pages knows no component that shows them',
  },
  {
    room: 'web/text/languages',
    below: [],
    says: 'a catalog is plain sentences',
  },
  {
    room: 'web/text',
    below: ['web/device', 'web/options', ...WORK],
    says: 'texts know the data they are about, not the components that show them',
  },
  { room: 'web/ui', below: ['web/device', 'web/text'], says: 'controls of every page know no page' },
  { room: 'web/about', below: ['web/text'], says: 'pages of text' },
  {
    room: 'web/offline',
    below: ['web/text', 'web/ui'],
    says: 'the service worker and what it tells know no job',
  },
  {
    room: 'web/settings',
    below: ['web/options', 'web/text', 'web/ui'],
    says: 'controls of settings know no file',
  },
  { room: 'web/persistence', below: ['web/worker', 'web/jobs'], says: 'storing the list needs no component' },
  {
    room: 'web/estimate',
    below: ['web/options', 'web/text', 'web/settings', 'web/persistence', ...WORK],
    says: 'estimates run beside the list',
  },
  {
    room: 'web/save',
    below: ['web/jobs', 'web/persistence', ...UI],
    says: 'saving takes results from the store',
  },
  { room: 'web/scans', below: ['web/text', ...WORK], says: 'offers for scans know the file, not its page' },
  {
    room: 'web/watch',
    below: ['web/options', 'web/jobs', 'web/text', 'web/settings', 'web/save'],
    says: 'a watched folder adds files and saves results',
  },
  {
    room: 'web/split',
    below: ['web/settings', 'web/save', ...WORK, ...UI],
    says: 'splitting knows one file, not its row',
  },
  {
    room: 'web/suggestions',
    below: ['web/text', 'web/split', ...WORK],
    says: 'remedies know the file, not its row',
  },
  {
    room: 'web/total-limit',
    below: ['web/split', 'web/suggestions', ...WORK, ...UI],
    says: 'one size is shared among the files of the store',
  },
  {
    room: 'web/compress',
    below: [
      'web/options',
      'web/offline',
      'web/settings',
      'web/persistence',
      'web/estimate',
      'web/save',
      'web/scans',
      'web/suggestions',
      'web/total-limit',
      'web/watch',
      'web/split',
      ...WORK,
      ...UI,
    ],
    says: 'the list joins all that is done to files, and knows no other page',
  },
  {
    room: 'web/file',
    below: ['web/options', 'web/settings', 'web/save', 'web/scans', 'web/compress/rows', ...WORK, ...UI],
    says: 'the page of a file has the controls of its row',
  },
  {
    room: 'web/compare',
    below: ['web/compress', 'web/file/compare', ...WORK, ...UI],
    says: 'comparing two PDFs takes them in as the list does, and shows pages as the page of a file does',
  },
  { room: 'web/docs', below: UI, says: 'the API pages know the contract alone' },
  {
    room: 'web/dashboard/sign-in',
    below: ['web/dashboard/*', ...UI],
    says: 'signing in is needed by every page of the dashboard',
  },
  { room: 'web/dashboard', below: UI, says: 'the dashboard knows the API, not the list' },
  {
    room: 'web/app',
    below: [
      'web/options',
      'web/about',
      'web/offline',
      'web/settings',
      'web/persistence',
      'web/compress',
      'web/file',
      'web/compare',
      'web/docs',
      'web/dashboard',
      ...WORK,
      ...UI,
    ],
    says: 'the app joins the pages, and nothing imports it',
  },
]);

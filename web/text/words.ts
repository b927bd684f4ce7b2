/** The fixed words of the page, by place. What depends on numbers or on a file is in the files beside this one. */
export const words = {
  brand: 'Pagelight',
  skipLink: 'Skip to the main part',
  footer: 'Runs in this tab. Works offline. Your files stay on this device.',
  comparePdfs: 'Compare two PDFs',

  nav: {
    main: 'Main',
    menu: 'Menu',
    compress: 'Compress',
    dashboard: 'Dashboard',
    docs: 'API docs',
    signIn: 'Sign in',
  },

  start: {
    headline: 'Make PDFs lighter.',
    sentence:
      'Drop your PDFs here to make them smaller. It all happens in this tab, and nothing leaves your device.',
    choose: 'Choose PDFs',
    chooseFolder: 'Choose a folder',
    alsoBefore: 'Or drop files or a folder anywhere on this page, or paste with',
    alsoOnPhones: 'Very large files work better on a computer.',
    facts: [
      { name: 'Private', text: 'No upload, no account, no tracking.' },
      { name: 'Never bigger', text: 'No gain? You get your original back, byte for byte.' },
      { name: 'Checked', text: 'Each smaller file is opened again and its structure compared with yours.' },
    ],
  },

  dropping: {
    toCompress: (files: string) => `Let go to compress ${files}.`,
    stay: 'They stay on this device.',
    them: 'them',
  },

  work: {
    files: 'Files',
    allFiles: 'All files',
    cancelAll: 'Cancel all',
    startOver: 'Start over',
    more: 'or drop more anywhere on this page.',
    keepOpen: 'Keep this tab open until it is done.',
    keyLeft: 'What is left',
    keySaved: 'What was saved',
    keyScale: 'Lines share one scale',
    showing: (files: number) => `Showing ${files} files`,
    nothingInClipboard: 'There is no PDF in the clipboard.',
    dismiss: 'Dismiss',
  },

  row: {
    cancel: 'Cancel',
    compare: 'Compare',
    download: 'Download',
    tryAgain: 'Try again',
    remove: 'Remove',
    details: 'Details',
    copyReport: 'Copy report',
    cancelled: 'Cancelled. Nothing was changed.',
    lowMemory: 'Low-memory mode',
    tryLowMemory: 'Try low-memory mode',
    tryAnyway: 'Try anyway',
    settingsFor: 'Settings for',
    ownSettings: 'Own settings',
    earlierResult: 'The earlier result is still here.',
    compressAnyway: 'Compress anyway',
    password: 'Password',
    passwordFor: (name: string) => `Password for ${name}`,
    unlock: 'Unlock',
    skip: 'Skip',
    before: 'before',
    after: 'after',
    unchanged: 'unchanged',
  },

  facts: {
    signed: 'Signed',
    encrypted: 'Locked',
    tagged: 'Tagged',
    forms: 'Form',
  },

  signature: {
    title: 'Compress a signed file?',
    explain:
      'Compressing changes the file, so its signature will no longer be valid. Your original stays as it is.',
    keep: 'Keep it signed',
    one: 'Compress this file',
    all: (count: number) => `Compress all ${count} signed files`,
  },

  ownSettings: {
    title: (name: string) => `Settings for ${name}`,
    hint: 'For this file alone. “Compress again” for all files leaves them as they are.',
    go: 'Compress this file again',
    share: 'Use the settings of all files',
    close: 'Close',
  },

  save: {
    zip: 'Download all as ZIP',
    zipping: 'Making the ZIP',
    one: 'Download',
    folder: 'Save to a folder…',
    writing: (done: string, total: string) => `Saving ${done} of ${total}`,
    written: (files: string, folder: string) =>
      `${files} saved in “${folder}”. Nothing there was overwritten.`,
    refused: (done: string, total: string) =>
      `That folder can’t be written to: ${done} of ${total} files are saved. Your results are still here.`,
    otherFolder: 'Choose another folder',
    back: 'Back to previous results',
  },

  restore: {
    title: 'The tab was closed mid-way',
    text: (finished: string, unfinished: string | null) =>
      unfinished === null
        ? `Still on this device: ${finished}.`
        : `Still on this device: ${finished}, and ${unfinished} to go.`,
    go: 'Continue',
    discard: 'Discard all',
    full: 'This device has no room to keep a copy of your files here, so a reload of this tab would lose the list. Compressing goes on as usual.',
  },

  sent: {
    text: (bytes: string) => `${bytes} sent`,
    title: 'Bytes of your files that left this device, counted while this page is open',
  },

  update: {
    ready: 'A new version of Pagelight is ready.',
    reload: 'Reload',
  },

  details: {
    document: 'Document',
    time: 'Time',
    done: (changed: string, all: string, saved: string | null) =>
      `${changed} of ${all} changed${saved === null ? '' : `, ${saved} saved`}.`,
    left: 'Left alone:',
  },

  settings: {
    title: 'Settings',
    again: 'Try other settings',
    againHint: 'Your files are still here. No need to add them again.',
    duringRun: 'This run keeps the settings it started with.',
    custom: 'Custom',
    preset: 'Preset',
    fineTuning: 'Fine tuning',
    quality: 'Image quality',
    dimension: 'Longest image side',
    pixels: 'px',
    lossless: 'Off in Lossless: no pixel is changed.',
    noLimit: 'No limit',
    convert: 'Convert images to JPEG',
    convertHint: 'Photos and scans only. Line art and see-through images stay as they are.',
    readable: 'Keep scans readable',
    readableHint: 'Pages that are pictures keep enough dots for small print.',
    metadata: 'Remove metadata',
    metadataHint: 'Author, title, software, history. Language and tags stay.',
    keep: 'Keep these settings for next time',
    dpiCap: 'Limit resolution',
    dpiCapHint: 'Measured at the size an image is drawn.',
    dpiCapNumber: 'Highest resolution',
    dpi: 'dpi',
    readableNumber: 'Lowest resolution of scans',
    grayscale: 'Grayscale images',
    grayscaleHint: 'Photos and scans lose their color. Text and drawings keep it.',
    rounding: 'Round coordinates',
    roundingHint: 'Lines and letters move by 0.002 points at most: less than any screen or printer shows.',
    symbols: 'Letters as symbols',
    symbolsHint:
      'In black-and-white scans, letters that look alike share their common pixels; none stands for another. Turn it off where rules forbid it, such as BSI TR-03138.',
    target: 'Fit each file under',
    targetNone: 'No limit',
    targetOther: 'Other…',
    targetNumber: 'Largest size',
    targetUnit: 'KB',
    forTarget: 'Chosen for each file',
    always: 'Always kept:',
    alwaysList: 'text, links, bookmarks, form fields, tags, attachments and page sizes.',
    compressAgain: 'Compress again',
    untilReady: 'Current results stay until the new ones are ready.',
  },

  code: {
    title: 'Do this from code',
    languages: { curl: 'curl', typescript: 'TypeScript', python: 'Python', powershell: 'PowerShell' },
    language: 'Language',
    copy: 'Copy as API call',
    copied: 'Copied',
    byHand: 'Selected: copy it with your keyboard',
    keyHint: 'PAGELIGHT_KEY is a key of the server that runs this page. Make one in the',
    keyLink: 'dashboard',
  },

  startOver: {
    question: 'Your results are not saved yet. Start over anyway?',
    explain: 'Files you saved stay where they are, and your originals are not touched.',
    keep: 'Keep them',
    go: 'Start over',
  },

  offline: {
    title: 'You are offline.',
    ready: 'Compressing still works: it all happens on this device.',
    notReady: 'The part that compresses has not loaded yet. It will when you are back.',
  },

  theme: {
    system: 'Theme: follow system',
    light: 'Theme: light',
    dark: 'Theme: dark',
  },

  crash: {
    title: 'Something broke on our side',
    text: 'Your files are untouched. Copy the report if you want to tell us; it has no file names or contents.',
    reload: 'Load the page again',
  },
} as const;

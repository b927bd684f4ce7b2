/** The pages that say how files are treated: titles and paragraphs, each with a heading of its own. */
export interface AboutText {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly { readonly title: string; readonly text: string }[];
}

export const aboutWords = {
  checks: {
    title: 'How files are checked',
    lead: 'A smaller file is worth nothing when something is missing from it. So every result is checked before you get it.',
    parts: [
      {
        title: 'Opened again and compared',
        text: 'The smaller file is opened as any reader would open it and compared with yours, object by object: text, links, bookmarks, form fields, tags, layers, attachments, page sizes. What no step of ours was meant to change must be equal. On any doubt you get your original back.',
      },
      {
        title: 'Pages drawn twice',
        text: 'Each page of both files is drawn and compared in the tab, when nothing else is to be done. The score is that of the worst page, from 0 to 100: from 98 on it looks the same, under 95 we ask you to look. Large files are compared when you ask.',
      },
      {
        title: 'Never larger, never guessed',
        text: 'When nothing is gained, you get your own file, byte for byte. Signed files stay as they are. What is damaged and cannot be read is not guessed at. A limit that cannot be met costs no sharpness.',
      },
      {
        title: 'Anybody can check it',
        text: 'Save the receipt of a file: it names both files by their digests and every setting. With the original and the receipt, the page that compares two PDFs makes the smaller one again and says whether the bytes are the same.',
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: 'Files that you compress here never leave your device.',
    parts: [
      {
        title: 'No upload',
        text: 'Compressing and comparing happen in this tab. While files are worked on, the page sends no request at all; the header counts the bytes of your files that were sent, and it says 0. You can turn the network off and go on.',
      },
      {
        title: 'No tracking',
        text: 'No analytics, no advertisements, no cookies on these pages, nothing fetched from other sites. An account is only for the API.',
      },
      {
        title: 'What stays on your device',
        text: 'So that a reload loses nothing, files and results lie in the browser’s private storage until you save them, start over or a week has passed. Passwords are never written down. Settings are kept only when you ask for it.',
      },
      {
        title: 'What the API keeps',
        text: 'Programs that use the API send their files to the server of this site. It holds each in memory while it works on it, counts requests and bytes, and stores neither contents nor names.',
      },
    ],
  },
  unknown: {
    title: 'There is no such page',
    text: 'The address may be mistyped, or the page has moved.',
    link: 'Compress PDFs',
  },
} as const satisfies Readonly<Record<'checks' | 'privacy', AboutText>> & { readonly unknown: object };

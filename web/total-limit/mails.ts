/** A file to be sent. */
export interface Sent {
  /** The job that it is a result of. */
  readonly id: number;
  /** Its name in the ZIP, including folders; different for each file. */
  readonly name: string;
  readonly bytes: number;
}

/** Files in mails, and those that no mail can carry. */
export interface SortedMails {
  readonly mails: readonly (readonly Sent[])[];
  readonly tooLarge: readonly Sent[];
}

/** Upper bounds of a ZIP's overhead per file, beside its name, which it contains twice, and in total. */
const ENTRY_BYTES = 160;
const END_BYTES = 100;

/**
 * Distributes files over mails by the first-fit decreasing rule; each mail is a file as it is, or a ZIP, within the limit,
 * in list order. Null if one mail is enough for all.
 */
export function mailsOf(files: readonly Sent[], limit: number): SortedMails | null {
  const tooLarge = files.filter(({ bytes }) => bytes > limit);
  const sendable = files.filter(({ bytes }) => bytes <= limit);
  const mails: { files: Sent[]; bytes: number }[] = [];
  for (const file of sendable.sort((a, b) => b.bytes - a.bytes)) {
    const bytes = file.bytes + ENTRY_BYTES + 2 * new TextEncoder().encode(file.name).length;
    const roomy = mails.find((mail) => mail.bytes + bytes <= limit);
    if (roomy === undefined) mails.push({ files: [file], bytes: bytes + END_BYTES });
    else {
      roomy.files.push(file);
      roomy.bytes += bytes;
    }
  }
  if (mails.length < 2 && tooLarge.length === 0) return null;
  const place = new Map(files.map(({ name }, at) => [name, at]));
  const at = ({ name }: Sent) => place.get(name) ?? 0;
  return { mails: mails.map((mail) => mail.files.sort((a, b) => at(a) - at(b))), tooLarge };
}

export function bytesOf(mail: readonly Sent[]): number {
  return mail.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A file to be sent. */
export interface Sent {
  readonly id: number;
  /** Its name in the ZIP, including folders. */
  readonly name: string;
  readonly bytes: number;
}

/** Upper bounds of a ZIP's overhead per file, beside its name, which it contains twice, and in total. */
const ENTRY_BYTES = 160;
const END_BYTES = 100;

/**
 * Distributes files over mails by the first-fit decreasing rule; each mail is a ZIP within the limit, in list order.
 * Null if one file alone is too large, or one mail is enough.
 */
export function mailsOf(files: readonly Sent[], limit: number): readonly (readonly Sent[])[] | null {
  const mails: { files: Sent[]; bytes: number }[] = [];
  for (const file of [...files].sort((a, b) => b.bytes - a.bytes)) {
    const bytes = file.bytes + ENTRY_BYTES + 2 * new TextEncoder().encode(file.name).length;
    if (bytes + END_BYTES > limit) return null;
    const roomy = mails.find((mail) => mail.bytes + bytes <= limit);
    if (roomy === undefined) mails.push({ files: [file], bytes: bytes + END_BYTES });
    else {
      roomy.files.push(file);
      roomy.bytes += bytes;
    }
  }
  if (mails.length < 2) return null;
  const place = new Map(files.map(({ id }, at) => [id, at]));
  const at = ({ id }: Sent) => place.get(id) ?? 0;
  return mails.map((mail) => mail.files.sort((a, b) => at(a) - at(b)));
}

/** A file that is to be sent. */
export interface Sent {
  readonly id: number;
  /** As it is called in the ZIP, with its folders. */
  readonly name: string;
  readonly bytes: number;
}

/** What a ZIP adds for each file beside its name, which stands in it twice, and for all: rather too much. */
const ENTRY_BYTES = 160;
const END_BYTES = 100;

/**
 * Files sorted into as few mails as the heaviest-first rule finds, each at most so large as a ZIP; in each, the order of
 * the list. Null where one file alone is too large, or nothing has to be sorted.
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

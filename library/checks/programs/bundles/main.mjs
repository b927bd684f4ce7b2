import { createHash } from 'node:crypto';
import { compress, PdfError } from 'pagelight';

/** As AWS Lambda calls it. */
export async function handler({ path }) {
  const { bytes } = await compress(path, { quality: 60 });
  const refused = await compress(new Uint8Array(9)).catch(
    (error) => error instanceof PdfError && error.problem.code,
  );
  return { sha256: createHash('sha256').update(bytes).digest('hex'), refused };
}

import { createHash } from 'node:crypto';
import { compress, PdfError } from 'pagelight';

/** The signature that AWS Lambda calls. */
export async function handler({ path }) {
  const { bytes } = await compress(path, { quality: 60 });
  const refused = await compress(new Uint8Array(9)).catch(
    (error) => error instanceof PdfError && error.problem.code,
  );
  return { sha256: createHash('sha256').update(bytes).digest('hex'), refused };
}

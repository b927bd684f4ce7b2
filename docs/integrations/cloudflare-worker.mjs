// A Cloudflare Worker: takes a PDF by POST and answers with the smaller one. `wrangler deploy cloudflare-worker.mjs` with pagelight
// installed; wrangler bundles the package's .wasm files. A Worker has 128 MB of memory: enough for PDFs of a few MB.
import { compress, OPTION_SETS, PdfError } from 'pagelight/core';
import { host } from 'pagelight/workerd';

const MAX_BYTES = 10_000_000;

export default {
  /** @param {Request} request */
  async fetch(request) {
    if (request.method !== 'POST') return Response.json({ code: 'method_not_allowed' }, { status: 405 });
    const input = new Uint8Array(await request.arrayBuffer());
    if (input.length > MAX_BYTES)
      return Response.json({ code: 'too_large', maxBytes: MAX_BYTES }, { status: 413 });
    try {
      const { bytes } = await compress(input, OPTION_SETS.balanced, { host });
      return new Response(bytes, { headers: { 'Content-Type': 'application/pdf' } });
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      return Response.json(error.problem, { status: 422 });
    }
  },
};

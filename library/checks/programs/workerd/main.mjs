import { compress, issueReceipt, PRESETS } from 'pagelight/core';
import { inspect } from 'pagelight/inspect';
import { host } from 'pagelight/workerd';

export default {
  async fetch(request) {
    const input = new Uint8Array(await request.arrayBuffer());
    const result = await compress(input, { ...PRESETS.balanced, quality: 60 }, { host });
    const { document } = await inspect(result.bytes);
    const { output } = await issueReceipt(input, result, { host });
    return new Response(result.bytes, { headers: { pages: document.pages, sha256: output.sha256 } });
  },
};

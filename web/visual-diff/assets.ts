/* Files that pdf.js requests by name during rendering: decoders, the standard fonts, and the CMaps of CJK encodings.
   All are served from here, none from elsewhere. */

/** URLs of the image decoders, which the engine has loaded already. */
const DECODERS = byName(
  import.meta.glob<string>('../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
    query: '?url',
    import: 'default',
    eager: true,
    exhaustive: true,
  }),
);

/** For documents that name one of the 14 standard fonts, or another, without embedding it. */
const FONTS = byName(
  import.meta.glob<string>('../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
    exhaustive: true,
  }),
);

/** 169 files, of which a document needs one or two. */
const CMAPS = byName(
  import.meta.glob<string>('../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url',
    import: 'default',
    eager: true,
    exhaustive: true,
  }),
);

/** Whether missing files may be fetched: not while the page promises to send no requests. */
export type Fetching = 'may-fetch' | 'only-what-is-here';

/** The files by name, each fetched once. */
export class ProofAssets {
  readonly #here = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  async preloadDecoders(): Promise<void> {
    await Promise.all([...DECODERS.keys()].map((name) => this.#fetched(name)));
  }

  async preloadFonts(): Promise<void> {
    await Promise.all([...FONTS.keys()].map((name) => this.#fetched(name)));
  }

  async get(name: string, fetching: Fetching): Promise<Uint8Array<ArrayBuffer> | null> {
    if (fetching === 'only-what-is-here' && !this.#here.has(name)) return null;
    try {
      return await this.#fetched(name);
    } catch {
      // The network may be available at another time.
      this.#here.delete(name);
      return null;
    }
  }

  #fetched(name: string): Promise<Uint8Array<ArrayBuffer>> {
    let file = this.#here.get(name);
    if (file === undefined) this.#here.set(name, (file = fetchFile(name)));
    return file;
  }
}

async function fetchFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const address = DECODERS.get(name) ?? FONTS.get(name) ?? CMAPS.get(name);
  if (address === undefined) throw new Error(`no file of the name ${name} is served`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function byName(addresses: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(addresses).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
  );
}

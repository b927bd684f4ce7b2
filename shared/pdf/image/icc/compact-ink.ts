import { readInkProfile, writeProfile } from './profile.ts';

/** Tables from colors to inks for the other intents: a source is only ever asked for B2A0. */
const OTHER_WAYS_BACK = ['B2A1', 'B2A2'] as const;

/**
 * Shrinks a CMYK profile of tables that is only a source of colors. Readers convert by A2B tables, and ask B2A0 for
 * the black point (littleCMS, cmssamp.c: perceptual black). B2A1 and B2A2 share the data of B2A0, so that no required
 * tag is missing (ICC.1:2010, 8.5.2); the gamut check goes. Not for output intents and blending color spaces. Null if
 * it is no such profile or would not be smaller.
 */
export function compactInkProfile(bytes: Uint8Array): Uint8Array | null {
  const profile = readInkProfile(bytes);
  const wayBack = profile?.tags.get('B2A0');
  if (profile === null || wayBack === undefined || !profile.tags.has('A2B0')) return null;
  const tags = new Map(profile.tags);
  for (const name of OTHER_WAYS_BACK) if (tags.has(name)) tags.set(name, wayBack);
  tags.delete('gamt');
  const compact = writeProfile({ header: profile.header, tags });
  return compact.length < bytes.length ? compact : null;
}

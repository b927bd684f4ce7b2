import type { ByteCategory, DocumentFeatures, InspectedSecurity, Permission } from '../../shared/index.ts';

/** Names of the byte categories, in the order of display. */
export const BYTE_CATEGORY_WORDS: Readonly<Record<ByteCategory, string>> = {
  images: 'images',
  fonts: 'fonts',
  content: 'text and drawings',
  attachments: 'attachments',
  metadata: 'metadata',
  structure: 'structure',
  other: 'other',
  unused: 'unused',
};

export const CIPHER_WORDS: Readonly<Record<InspectedSecurity['cipher'], string>> = {
  none: 'nothing encrypted',
  rc4: 'RC4',
  'aes-128': 'AES',
  'aes-256': 'AES',
};

export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  print: 'print',
  'print-high-quality': 'print in high quality',
  modify: 'change',
  copy: 'copy',
  annotate: 'annotate',
  'fill-forms': 'fill forms',
  accessibility: 'read aloud',
  assemble: 'assemble pages',
};

/** Singular nouns of the counted features; the plural appends an s. */
export const COUNTED_FEATURE_WORDS = {
  incrementalUpdates: 'incremental update',
  brotliStreams: 'Brotli stream',
  removedPages: 'removed page',
  layers: 'layer',
  attachments: 'attachment',
  outlineItems: 'outline item',
  namedDestinations: 'named destination',
  links: 'link',
  fields: 'form field',
  annotations: 'annotation',
} as const satisfies Partial<Record<keyof DocumentFeatures, string>>;

import type { InspectedSecurity, Permission } from '../../inspection.ts';
import type { Security } from '../security/unlock.ts';

/** Bits of `/P`, counted from 1 (ISO 32000-2, table 22). */
const PERMISSION_BITS: Readonly<Record<Permission, number>> = {
  print: 3,
  modify: 4,
  copy: 5,
  annotate: 6,
  'fill-forms': 9,
  accessibility: 10,
  assemble: 11,
  'print-high-quality': 12,
};

/** Revision 2 knows the first four bits only; they stand for what later revisions split off. */
const REVISION_2_BITS: Readonly<Record<Permission, number>> = {
  ...PERMISSION_BITS,
  'fill-forms': 6,
  accessibility: 5,
  assemble: 4,
  'print-high-quality': 3,
};

const PERMISSIONS: readonly Permission[] = [
  'print',
  'print-high-quality',
  'modify',
  'copy',
  'annotate',
  'fill-forms',
  'accessibility',
  'assemble',
];

/** How a document is locked, and what it allows once opened with the user password. */
export function securityFacts({ method, permissions, openedAs }: Security): InspectedSecurity {
  const bits = method.revision === 2 ? REVISION_2_BITS : PERMISSION_BITS;
  return {
    cipher: method.streams === 'none' ? method.embeddedFiles : method.streams,
    keyBits: method.keyBits,
    revision: method.revision,
    openedAs,
    permissions: PERMISSIONS.filter((permission) => (permissions & (1 << (bits[permission] - 1))) !== 0),
  };
}

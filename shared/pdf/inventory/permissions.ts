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

/** Revision 2 has only the first four permissions, which include those that later revisions split off. */
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

/** Reports the encryption of a document, and its permissions for the user password. */
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

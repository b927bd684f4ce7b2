import type { OverReason } from '../jobs/fit.ts';
import { format } from './format.ts';
import { more } from './spoken/more-words.ts';

const { over } = more;

/** Why a file is over its limit: what is true of this one, and whether its images suffered for it. */
export function reasonText(reason: OverReason): string {
  switch (reason.kind) {
    case 'signed':
    case 'damaged':
    case 'unknown':
      return over[reason.kind];
    case 'attachments':
      return over.attachments(reason.count, format.bytes(reason.bytes), format.bytes(reason.rest));
    case 'images':
      return over.images(reason.count, format.bytes(reason.bytes), reason.floorDpi);
    case 'fonts':
      return over.fonts(format.bytes(reason.bytes));
    case 'text':
      return over.text(reason.pages);
  }
}

import { crc32, deflateSync } from 'node:zlib';
import type { DrawnPage } from './pdfium-pages.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Encodes 8-bit RGB rows as PNG (RFC 2083). */
export function pngOf({ width, height, samples }: Omit<DrawnPage, 'channels'>): Buffer {
  const stride = width * 3;
  const rows = Buffer.alloc(height * (stride + 1));
  for (let row = 0; row < height; row += 1)
    rows.set(samples.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([Buffer.from(SIGNATURE), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), end]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

import { createHash } from 'node:crypto';
import { compress } from 'pagelight';

const { bytes, report } = await compress(process.argv[2], { quality: 60 });
console.log(
  JSON.stringify({ sha256: createHash('sha256').update(bytes).digest('hex'), ratio: report.ratio }),
);

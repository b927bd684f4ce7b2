const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { compress } = require('pagelight');

compress(readFileSync(process.argv[2]), { quality: 60 }).then(({ bytes, report }) => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  console.log(JSON.stringify({ sha256, ratio: report.ratio }));
});

/** `codecs/simd/classify-kernel.ts`, compiled by `node scripts/simd.mjs`, deflated. */
export const DEFLATED_CLASSIFY_WASM = [
  'jVTLbhxFFL23nt1dPdPtQHgZk9vVIxQkWLBi22UkC0wYRXyBDZ4Yt8ceedqOZIHoTRSEpWQX/0LWfACfwIol4iMQ65JRdTthHMaG',
  'KnU9zj331OlSVcF2c4AAgCO5BdhuAWyptiuwJS973QMttjzSgACMC8kRQOW8RQfmn0b/iFE2nzST4/Fkb/fbr2cn8wYw351v7x2e',
  'LkAsmxydbE8XEJ43x/PZ4e4CBNk3s5PDRSURb+/sfDqbzuYNqFtd9PPD/QWCVAeTg9n8lEHyW6IFlMwMwcEofOhgxIyAEkKD5lyz',
  '5DvWEhCri5zQ4X6BvCJ0sCkqYg43REXgQYBVlHe99g1pUr7x963yKbxSfFloeZmSdn1utR8AV3Ga3br91up7Ha2LkDV+ABj2Uuko',
  'TlZef/OdNTu4XGjY9bnNlmTnXbZakh35klLSfoBCJ4P8tTfefvdOn3N1rU7MxjSkbAlXLeEmvvTjXpvJyAy79WCJdi9kTa/9L65a',
  'wlVBu9A08D+hT7+Eq9U/Q4q7yDlcrf4Z+qdIpguuwdXaB13knyAN/Nm1wmc3CZ/dLOwf2Jiia10nN7lW/+k6utZ1cpNr9T9cK9+Q',
  'ojgc40KZEkgR95n/kBQJn/n3/dinF68Uny4cCpMOhhlh4BK6fLxqIz/2O3v1CEpGimSn9gJjJZJ+OUNiThzbFYK6AMpppb99+X6B',
  'KRpjfkcUrbtAgo+AhwbcrzANA3TnOK3DiLm1ae2ih7WVJN0FfrFayP4GK16R6m+w7EScqC0GJXyhhC+VcJmSlftWuzsnNgqm66bQ',
  'BHcZEN5lsCGqEh3WI5TESN8jTnrzSFQlBBAkCdL3RFWyMGXGGMICSHXGup/7BRn7gbe8IknqM0JKQjrBxwCFDm/OZj9jpNfzx2GE',
  '69HjR48KbcK2bfRRTjqgAexeL6CI9Dp+b/VXoiJto+fu57/++PN06vKHRcxbioiToPjI8ePamg84BGZL+r5oyVD0CQeSDmtJscO6',
  'iFNmJEljCmkoCUgSzJM0fwM=',
].join('');

/** Size of the module itself. */
export const CLASSIFY_BYTES = 1583;

/** Illustration of the offer for scans: paper and print, separate and combined. */
export function ScanPicture() {
  return (
    <svg className="scan-picture" viewBox="0 0 170 56" aria-hidden>
      <rect className="old-paper" x="1" y="2" width="40" height="52" rx="2" />
      <path className="sign" d="M49 28h8M53 24v8" />
      <g transform="translate(65 2)">
        <rect className="sheet-edge" width="40" height="52" rx="2" />
        <path className="print" d={PRINT} />
      </g>
      <path className="sign" d="M113 25.5h8M113 30.5h8" />
      <g transform="translate(129 2)">
        <rect className="old-paper" width="40" height="52" rx="2" />
        <path className="print" d={PRINT} />
      </g>
    </svg>
  );
}

/** A title and five lines. */
const PRINT = [
  'M6 8h18v3h-18z',
  ...['16h28', '21h28', '26h22', '34h28', '39h25'].map((line) => `M6 ${line}v1.6h-${line.slice(-2)}z`),
].join('');

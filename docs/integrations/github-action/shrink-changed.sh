#!/usr/bin/env bash
# Makes the PDFs that differ from BASE smaller in place, and prints a table of what was gained, also into the file TABLE.
# The checkout needs its history (actions/checkout with fetch-depth: 0).
set -euo pipefail
mapfile -d '' -t files < <(git diff -z --name-only --diff-filter=AM "$BASE"...HEAD -- '*.pdf' '*.PDF')
[ "${#files[@]}" -gt 0 ] || exit 0
# Locked and damaged ones stay as they are (code 3) and fail nobody's build.
lines=$(${PAGELIGHT:-pagelight} --in-place --json --preset "${PAGELIGHT_PRESET:-balanced}" -- "${files[@]}") || [ $? -eq 3 ]
node -e '
  const rows = require("node:fs").readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const kB = (bytes) => (bytes / 1000).toFixed(1) + " kB";
  console.log("| PDF | before | after | |\n|---|---|---|---|");
  for (const { file, status, inputSize, outputSize, problem } of rows)
    console.log(`| ${file.replaceAll("|", "\\|")} | ${kB(inputSize ?? 0)} | ${outputSize === undefined ? "" : kB(outputSize)} | ${problem?.code ?? status} |`);
' <<< "$lines" | tee "${TABLE:-/dev/null}"

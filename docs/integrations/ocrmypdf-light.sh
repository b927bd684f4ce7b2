#!/bin/sh
# ocrmypdf-light.sh IN.pdf OUT.pdf [options of OCRmyPDF]: text is recognized, then the file is made smaller. Text, tags and PDF/A
# stay. OUT.pdf appears whole or not at all.
set -eu
in=$1 out=$2
shift 2
made=$(mktemp "${TMPDIR:-/tmp}/ocrmypdf-light.XXXXXX")
trap 'rm -f "$made"' EXIT
ocrmypdf "$@" "$in" "$made"
"${PAGELIGHT:-pagelight}" compress "$made" "$out" --min-dpi 150

#!/bin/sh
# ocrmypdf-light.sh IN.pdf OUT.pdf [options of OCRmyPDF]: text is recognized, then the file is made smaller. Text, tags and PDF/A
# stay. OUT.pdf appears whole or not at all, and replaces what is there, as OCRmyPDF does.
set -eu
in=$1 out=$2
shift 2
# Known before minutes of work.
[ -w "$(dirname "$out")" ] || { echo "$out cannot be written" >&2; exit 1; }
# A folder of its own: a file of mktemp is private, and what is made of a private file stays private.
folder=$(mktemp -d "${TMPDIR:-/tmp}/ocrmypdf-light.XXXXXX")
trap 'rm -rf "$folder"' EXIT
ocrmypdf "$@" "$in" "$folder/made.pdf"
"${PAGELIGHT:-pagelight}" compress "$folder/made.pdf" "$out" --min-dpi 150 --force

#!/bin/sh
# paperless-ngx: PAPERLESS_PRE_CONSUME_SCRIPT=/usr/src/paperless/scripts/paperless-pre-consume.sh
# Makes a PDF smaller before paperless takes it in. The same document always gives the same bytes, so paperless goes on
# telling duplicates. Whatever happens here, the document is consumed: it stays as it came where nothing can be saved.
case "$DOCUMENT_WORKING_PATH" in
  *.[pP][dD][fF]) "${PAGELIGHT:-pagelight}" --in-place --preset "${PAGELIGHT_PRESET:-balanced}" "$DOCUMENT_WORKING_PATH" || true ;;
esac

import { useState } from 'react';
import type { Job } from '../../jobs/job.ts';
import type { Settings } from '../../options/settings.ts';
import type { SaveAll } from '../../save/use-saving.ts';
import { QuickLook } from '../quick-look/QuickLook.tsx';
import { type FileDialog, FileDialogs } from './FileDialogs.tsx';
import { KeysSheet } from './KeysSheet.tsx';
import type { JobSight } from './use-job-filter.ts';

/** Layers over the list: a file's dialog, a quick look, or the sheet of keys. */
export function useOverlays() {
  const [dialog, setDialog] = useState<FileDialog | null>(null);
  const [looked, setLooked] = useState<number | null>(null);
  const [areKeysShown, setAreKeysShown] = useState(false);
  const showKeys = () => setAreKeysShown(true);
  return { dialog, setDialog, looked, setLooked, areKeysShown, setAreKeysShown, showKeys };
}

export function Overlays(props: {
  readonly overlays: ReturnType<typeof useOverlays>;
  readonly jobs: readonly Job[];
  readonly sight: JobSight;
  readonly settings: Settings;
  readonly saveAll: SaveAll;
}) {
  const { dialog, setDialog, looked, setLooked, areKeysShown, setAreKeysShown } = props.overlays;
  return (
    <>
      <FileDialogs
        dialog={dialog}
        jobs={props.jobs}
        settings={props.settings}
        onClose={() => setDialog(null)}
      />
      <QuickLook
        id={looked}
        jobs={props.sight.shown}
        onLook={setLooked}
        onSave={(id) => void props.saveAll.one(id)}
      />
      <KeysSheet isOpen={areKeysShown} onOpen={setAreKeysShown} />
    </>
  );
}

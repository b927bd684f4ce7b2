import { AlertDialog } from '@base-ui/react/alert-dialog';
import { listWords } from '../text/i18n/list-words.ts';
import { words } from '../text/words.ts';

const { startOver } = listWords;

/** Clears the list; asks first only if unsaved results would be lost. */
export function StartOver(props: { readonly hasUnsaved: boolean; readonly onStartOver: () => void }) {
  if (!props.hasUnsaved) {
    return (
      <button type="button" className="btn quiet" onClick={props.onStartOver}>
        {words.work.startOver}
      </button>
    );
  }
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger className="btn quiet">{words.work.startOver}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="dialog-title">{startOver.question}</AlertDialog.Title>
          <AlertDialog.Description className="soft">{startOver.explain}</AlertDialog.Description>
          <div className="dialog-end">
            <AlertDialog.Close className="btn">{startOver.keep}</AlertDialog.Close>
            <AlertDialog.Close className="btn danger" onClick={props.onStartOver}>
              {startOver.go}
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

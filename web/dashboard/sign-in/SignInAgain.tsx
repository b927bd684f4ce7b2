import { Dialog } from '@base-ui/react/dialog';
import { words } from '../../text/dashboard/general.ts';
import { DialogBox } from '../../ui/DialogBox.tsx';
import { useSession } from '../session.ts';
import { SignInForm } from './SignInForm.tsx';

/** Signs in again above a form whose session has expired. The form keeps its input and is sent afterwards. */
export function SignInAgain(props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSignedIn: () => void;
}) {
  const session = useSession();
  const email = session.kind === 'known' ? session.email : null;
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <DialogBox title={words.signIn.endedTitle} text={words.signIn.ended} isNested>
        <SignInForm email={email ?? ''} onSignedIn={props.onSignedIn} />
      </DialogBox>
    </Dialog.Root>
  );
}

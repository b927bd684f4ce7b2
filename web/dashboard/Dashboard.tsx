import { PlannedPage } from '../app/PlannedPage.tsx';
import { words } from '../text/words.ts';

/** All that is behind the header's "Dashboard". */
export default function Dashboard() {
  return <PlannedPage {...words.planned.dashboard} />;
}

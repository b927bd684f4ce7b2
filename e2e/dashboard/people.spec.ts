import type { Page } from '@playwright/test';
import { codeAt } from '../../server/testing/authenticator.ts';
import { expect } from '../support/test.ts';
import { alert, everybodyCanUse, fromMenu, OWNER, password, setUp, signIn, test } from './own-dashboard.ts';

const MINA = 'mina@northquay.example';
const MINAS_PASSWORD = 'another short sentence';
const STEP_MS = 30_000;

const row = (page: Page, email: string) => page.getByRole('row', { name: new RegExp(email) });

/** Invites from the open list, and returns the link, as copied. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByText(role, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('alertdialog', { name: `Send this link to ${email}` });
  await made.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expect(made).toContainText(link);
  await made.getByRole('button', { name: 'I have copied it' }).click();
  return link;
}

async function comeIn(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByText(`${OWNER.email} invites you to this server.`)).toBeVisible();
  expect(page.url()).not.toContain('token');
  await expect(page.getByLabel('Email')).toHaveValue(MINA);
  await password(page).fill(MINAS_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Enables two-factor authentication and returns the app's secret and the recovery codes. */
async function turnOnSecondStep(page: Page, with_: string) {
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  const first = page.getByRole('dialog', { name: 'Confirm your password' });
  await password(page).fill('not the sentence');
  await first.getByRole('button', { name: 'Next' }).click();
  await expect(password(page)).toHaveAccessibleDescription(/not your current password/);
  await password(page).fill(with_);
  await first.getByRole('button', { name: 'Next' }).click();

  const scan = page.getByRole('dialog', { name: 'Scan this with your app' });
  await expect(scan.getByRole('img')).toBeVisible();
  const secret = await scan.locator('code').innerText();
  await scan.getByLabel('Code', { exact: true }).fill('000000');
  await scan.getByRole('button', { name: 'Turn on' }).click();
  await expect(scan.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/wrong/);
  await everybodyCanUse(page, 'scan');
  await scan.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
  await scan.getByRole('button', { name: 'Turn on' }).click();
  const saved = page.getByRole('alertdialog', { name: 'Save your recovery codes' });
  await everybodyCanUse(page, 'recovery codes');
  const codes = await saved.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await saved.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  return { secret, codes };
}

test('somebody is invited, comes in, signs in with two steps and with a recovery code, and is removed', async ({
  page,
  context,
  browser,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await setUp(page, server);
  await page.getByRole('link', { name: /^Members/ }).click();
  await expect(row(page, OWNER.email)).toContainText('You');
  const link = await invite(page, MINA, 'Member');
  await expect(row(page, MINA)).toContainText('Invited');

  const elsewhere = await browser.newContext();
  const mina = await elsewhere.newPage();
  await comeIn(mina, link);
  await expect(mina.getByRole('heading', { name: 'No keys yet' })).toBeVisible();
  // A member has only their own keys.
  await expect(mina.getByRole('link', { name: /^Members/ })).toHaveCount(0);
  await mina.goto(`${server.origin}/dashboard/people`);
  await expect(mina).toHaveURL(/\/dashboard\/keys$/);
  const again = await browser.newContext();
  const late = await again.newPage();
  await late.goto(link);
  await expect(alert(late)).toContainText('This invitation was used');
  await again.close();

  const { secret, codes } = await turnOnSecondStep(mina, MINAS_PASSWORD);
  await mina.getByRole('button', { name: 'Sign out', exact: true }).click();
  await signIn(mina, MINAS_PASSWORD, MINA);
  const code = mina.getByLabel('Code from your app');
  await expect(code).toBeFocused();
  await code.fill('000000');
  await mina.getByRole('button', { name: 'Sign in' }).click();
  await expect(code).toHaveAccessibleDescription(/wrong/);
  // The code of this step was used to enable it; that of the next step is already valid.
  await code.fill(codeAt(secret, Date.now() + STEP_MS));
  await mina.getByRole('button', { name: 'Sign in' }).click();
  await expect(mina.getByRole('heading', { name: 'No keys yet' })).toBeVisible();

  await mina.getByRole('link', { name: 'Account', exact: true }).click();
  await mina.getByRole('button', { name: 'Sign out', exact: true }).click();
  await signIn(mina, MINAS_PASSWORD, MINA);
  await code.fill(codes[0]!.toUpperCase());
  await mina.getByRole('button', { name: 'Sign in' }).click();
  await mina.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(mina.getByText('You have 9 recovery codes left.')).toBeVisible();

  await page.reload();
  await expect(row(page, MINA)).toContainText('On');
  await page.getByRole('button', { name: `Change ${MINA}` }).click();
  await page.getByRole('dialog').getByText('Viewer', { exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, MINA)).toContainText('Viewer');
  await fromMenu(page, MINA, 'Remove');
  const question = page.getByRole('alertdialog', { name: `Remove ${MINA}?` });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(row(page, MINA)).toHaveCount(0);
  await mina.reload();
  await expect(mina).toHaveURL(/\/sign-in\?next=/);
  await elsewhere.close();

  await page.getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('region', { name: 'Audit log' });
  for (const [who, what] of [
    [OWNER.email, 'Removed someone'],
    [OWNER.email, 'Changed a role'],
    [MINA, 'Used a recovery code'],
    [MINA, 'Turned on two-factor authentication'],
    [MINA, 'Accepted an invitation'],
    [OWNER.email, 'Invited someone'],
  ] as const)
    await expect(log.getByRole('row', { name: `${who} ${what}` })).toHaveCount(1);
});

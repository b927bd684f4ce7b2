import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { faultsOf, told } from '../support/axe.ts';
import { copiedBy } from '../support/copied.ts';
import { photoDocument } from '../support/documents.ts';
import { expect } from '../support/test.ts';
import {
  alert,
  byKeys,
  everybodyCanUse,
  fromMenu,
  nothingSpills,
  OWNER,
  password,
  setUp,
  signIn,
  test,
} from './own-dashboard.ts';

/** Creates a key in the open page, by the keyboard alone, and returns it, as copied. */
async function createKey(page: Page, button: string, name: string): Promise<string> {
  await byKeys(page.getByRole('button', { name: button }));
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Copy your key now' });
  const key = await copiedBy(dialog.getByRole('button', { name: 'Copy key' }));
  await expect(dialog).toContainText(key);
  // Neither Escape nor a click outside loses the key.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await byKeys(dialog.getByRole('button', { name: 'I have saved it' }));
  await expect(dialog).toBeHidden();
  // The focus is at the key, not at the top of the page.
  await expect(page.getByRole('button', { name: `Rename ${name}` })).toBeFocused();
  expect(await page.content()).not.toContain(key);
  return key;
}

/** The key shown by a dialog, above the command that contains it. */
const secretIn = (dialog: Locator) => dialog.locator('code').first().innerText();

/** Cells of the page's tables whose words or buttons wrap. */
function inSeveralLines(page: Page): Promise<readonly string[]> {
  return page.getByRole('cell').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      // A rotated key and its successor share a row of two lines.
      if (cell.closest('tr')?.querySelector('.key-line + .key-line')) return [];
      const words = document.createRange();
      words.selectNodeContents(cell);
      const buttons = [...cell.querySelectorAll('button')];
      const places = buttons.length > 0 ? buttons : [words];
      const middles = places
        .flatMap((place) => [...place.getClientRects()])
        .map(({ top, bottom }) => Math.round((top + bottom) / 2));
      return Math.max(...middles) - Math.min(...middles) > 4 ? [cell.textContent] : [];
    }),
  );
}

test('from the first start to a key, a smaller PDF by the shown commands, usage, and the key revoked', async ({
  page,
  context,
  server,
}, testInfo) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Set up this server' })).toBeVisible();
  await page.getByLabel('Set-up code').fill('k7m2-wq9d-4tzx');
  await page.getByLabel('Email').fill('laura');
  await password(page).fill(OWNER.password);
  await page.getByRole('button', { name: 'Create admin account' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This is not an email address.');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByRole('button', { name: 'Create admin account' }).click();
  await expect(alert(page)).toHaveText('That code is wrong or was already used.');
  await expect(password(page)).toHaveValue(OWNER.password);

  await setUp(page, server);
  // The code is not in the history.
  await page.goBack();
  expect(page.url()).not.toContain('token');
  await page.goto(`${server.origin}/dashboard`);

  const key = await createKey(page, 'Create your first key', 'Newsletter builder');
  const row = page.getByRole('row', { name: /Newsletter builder/ });
  await expect(row).toContainText(`${key.slice(0, 13)}…${key.slice(-4)}`);
  await expect(row).toContainText('Not used yet');
  await expect(row).toContainText('60/min');

  // Runs the quick start's command unchanged.
  await byKeys(page.getByRole('link', { name: 'Quick start' }), 'Shift+Tab');
  await expect(page.getByRole('heading', { name: 'Quick start' })).toBeFocused();
  const folder = testInfo.outputPath();
  const report = await photoDocument({ photos: 1, width: 800, height: 600 });
  await writeFile(join(folder, 'report.pdf'), report);
  const env = { ...process.env, PAGELIGHT_KEY: key };
  const shown = async (language: string) => {
    await page.getByRole('tab', { name: language }).click();
    return page.getByRole('tabpanel', { name: language }).innerText();
  };
  await writeFile(join(folder, 'call.mjs'), await shown('TypeScript'));
  const calls = [
    ['sh', '-c', await shown('curl')],
    [process.execPath, 'call.mjs'],
  ] as const;
  for (const [program, ...args] of calls) {
    await writeFile(join(folder, 'report-light.pdf'), '');
    await promisify(execFile)(program, args, { cwd: folder, env });
    const light = await readFile(join(folder, 'report-light.pdf'));
    expect(light.subarray(0, 5).toString()).toBe('%PDF-');
    expect(light.length).toBeLessThan(report.length);
  }

  // It is counted, once the counts in memory are written.
  await byKeys(page.getByRole('link', { name: 'Usage' }), 'Shift+Tab');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('none failed')).toBeVisible({ timeout: 2000 });
    await expect(page.getByRole('definition').first()).toContainText('2', { timeout: 2000 });
  }).toPass();
  const today = page
    .getByRole('group', { name: /^Bytes per day/ })
    .getByRole('button')
    .last();
  await today.focus();
  await expect(today).toHaveAccessibleName(/: 2 requests, .* received, .* sent back$/);
  await expect(today).toContainText('Requests 2');
  await page.keyboard.press('ArrowLeft');
  // The chart begins with the first day of use.
  await expect(today).toBeFocused();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^pagelight-usage-.*\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[1]).toMatch(
    new RegExp(`^[\\d-]{10},Newsletter builder,pgl_live_.*,2,0,${2 * report.length},`),
  );

  await byKeys(page.getByRole('link', { name: 'Keys and members' }), 'Shift+Tab');
  await byKeys(page.getByRole('button', { name: 'Actions Newsletter builder', exact: true }));
  await byKeys(page.getByRole('menuitem', { name: 'Revoke', exact: true }), 'ArrowDown');
  const question = page.getByRole('alertdialog', { name: 'Revoke “Newsletter builder”?' });
  await expect(question).toContainText('made 2 requests in the last 30 days');
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await byKeys(question.getByRole('button', { name: 'Revoke key' }));
  await expect(page.getByText('1 revoked or expired')).toBeVisible();
  // Its row is gone with the button that had the focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const refused = await fetch(`${server.origin}/api/v1/compress`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
  });
  expect(await refused.json()).toMatchObject({ code: 'revoked_key' });
});

test(
  'a new key comes with a command that asks for it, works as it is copied, and keeps it nowhere',
  { tag: '@small' },
  async ({ page, context, server }, testInfo) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await setUp(page, server);
    const folder = testInfo.outputPath();
    const report = await photoDocument({ photos: 1, width: 800, height: 600 });
    await writeFile(join(folder, 'report.pdf'), report);
    const { PAGELIGHT_KEY: _, ...env } = process.env;
    const run = async (command: string, key: string) => {
      const running = promisify(execFile)('bash', ['-c', command], { cwd: folder, env });
      running.child.stdin?.end(`${key}\n`);
      return (await running).stdout;
    };
    const dialog = page.getByRole('alertdialog', { name: 'Copy your key now' });
    const copyCommand = dialog.getByRole('button', { name: 'Copy', exact: true });

    await page.getByRole('button', { name: 'Create your first key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Newsletter builder');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = await secretIn(dialog);
    await dialog.getByRole('tab', { name: 'PowerShell' }).click();
    await expect(dialog.getByRole('tabpanel')).toContainText('$env:PAGELIGHT_KEY = Read-Host');
    await dialog.getByRole('tab', { name: 'curl' }).click();
    const command = await copiedBy(copyCommand);
    expect(command).not.toContain(secret);
    const headers = await run(command, secret);
    const light = await readFile(join(folder, 'report-light.pdf'));
    // What the quick start explains next is seen in the terminal.
    expect(headers).toMatch(/^HTTP\/1\.1 200 /m);
    expect(headers).toMatch(new RegExp(`^x-compressed-size: ${light.length}\\r?$`, 'im'));
    expect(light.subarray(0, 5).toString()).toBe('%PDF-');
    expect(light.length).toBeLessThan(report.length);

    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await expect(dialog).toBeHidden();
    const kept = await page.evaluate(() =>
      JSON.stringify([
        document.documentElement.outerHTML,
        location.href,
        history.state,
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
      ]),
    );
    expect(kept).not.toContain(secret);

    // A key that may only inspect is tried with an inspection.
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Archive');
    await page.getByText('Inspect only').click();
    await page.getByRole('button', { name: 'Create key' }).last().click();
    expect(JSON.parse(await run(await copiedBy(copyCommand), await secretIn(dialog)))).toMatchObject({
      document: { pages: 1 },
    });
  },
);

test('a key is renamed, limited and rolled, one that soon ends says so, and the log tells who did it', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await setUp(page, server);
  const old = await createKey(page, 'Create your first key', 'Archive');

  await byKeys(page.getByRole('button', { name: 'Rename Archive' }));
  await page.keyboard.type('Night archive');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Rename Night archive' })).toBeFocused();

  await fromMenu(page, 'Night archive', 'Change');
  const change = page.getByRole('dialog', { name: 'Change “Night archive”' });
  await change.getByLabel('Name').fill('Nightly archive');
  await change.getByText('Inspect only').click();
  await change.getByLabel('Files per day').fill('a few');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByLabel('Files per day')).toHaveAccessibleDescription(
    /Use a whole number from 1 to/,
  );
  await change.getByLabel('Files per day').fill('5000');
  await change.getByLabel('MB per day').fill('20');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();
  const row = page.getByRole('row', { name: /Nightly archive/ }).first();
  await expect(row).toContainText('Inspect only · 60/min · 5,000 files a day · 20.0 MB a day');

  await byKeys(page.getByRole('button', { name: 'Rotate Nightly archive' }));
  const rotate = page.getByRole('dialog', { name: 'Rotate “Nightly archive”?' });
  await rotate.getByText('in 1 week').click();
  await byKeys(rotate.getByRole('button', { name: 'Rotate key' }));
  const shown = page.getByRole('alertdialog', { name: 'Copy your key now' });
  const next = await secretIn(shown);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  // Both in one row: how long the old one works, and its end.
  await expect(row).toContainText('New');
  await expect(row).toContainText('Old ends in 6 days');
  await expect(page.getByRole('button', { name: 'End old key Nightly archive' })).toBeVisible();
  for (const secret of [old, next]) {
    const headers = { 'X-API-Key': secret };
    const answer = await fetch(`${server.origin}/api/v1/inspect`, { method: 'POST', headers });
    // The key is valid; the document is missing.
    expect(answer.status).toBe(415);
  }

  // Instead of waiting three months: sends the request directly.
  const soon = Date.now() + 9.5 * 24 * 60 * 60 * 1000;
  await page.evaluate(
    (expiresAt) =>
      fetch('/api/dashboard/keys', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Pagelight-Page': 'dashboard' },
        body: JSON.stringify({ name: 'Laptop', expiresAt, limitPerMinute: null }),
      }),
    soon,
  );
  await page.reload();
  await expect(page.getByText('“Laptop” stops in 9 days')).toBeVisible();
  await page.getByRole('button', { name: 'Keep 90 more days Laptop' }).click();
  await expect(page.getByText('“Laptop” stops in 9 days')).toBeHidden();

  await page.getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(log.getByRole('row')).toHaveCount(8);
  await expect(log.getByRole('row').nth(1)).toContainText(`${OWNER.email}Changed keyLaptop · Expires: `);
  await expect(log.getByRole('row').nth(3)).toContainText('Rotated key');
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('pagelight-audit-log.csv');
  expect((await readFile(await csv.path(), 'utf8')).split('\r\n')).toHaveLength(9);

  // A key's row is as high as its name, however long the texts beside it are.
  await page.setViewportSize({ width: 1280, height: 860 });
  for (const language of ['de', 'es', 'fr', 'pl', 'uk']) {
    await page.goto(`${server.origin}/dashboard/keys?lang=${language}`);
    await expect(page.getByRole('row')).toHaveCount(3);
    expect(await inSeveralLines(page), `in ${language}`).toEqual([]);
  }

  // All of it in the longest texts, and from right to left, on a computer and on a phone.
  for (const language of ['uk', 'ar']) {
    for (const name of ['keys', 'people', 'audit', 'usage', 'quick-start', 'account']) {
      await page.goto(`${server.origin}/dashboard/${name}?lang=${language}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('.dash h1')).toBeVisible();
      for (const [width, height] of [
        [360, 740],
        [1280, 860],
      ] as const) {
        await page.setViewportSize({ width, height });
        await nothingSpills(page, `${name} in ${language} at ${width} pixels`);
      }
    }
  }
});

test('every screen can be used by everybody, in both colour schemes', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  const check = (screen: string) => everybodyCanUse(page, screen);
  const { width, height } = page.viewportSize() ?? { width: 360, height: 740 };
  // The narrowest common phone.
  if (width < 600) await page.setViewportSize({ width: 360, height });
  await page.goto(server.setUpLink);
  await page.getByRole('button', { name: 'Create admin account' }).click();
  await expect(page.getByText('Check the marked fields.')).toBeVisible();
  await check('set-up');
  await setUp(page, server);
  await check('no keys');

  await page.getByRole('button', { name: 'Create your first key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly archive of the house by the sea');
  await check('create a key');
  await page.getByRole('button', { name: 'Create key' }).last().click();
  const secret = await secretIn(page.getByRole('alertdialog'));
  await check('copy the key');
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await check('keys');
  const actions = page.getByRole('button', { name: /^Actions Nightly/ });
  await actions.click();
  await expect(page.getByRole('menu')).toBeVisible();
  // An open menu overlays the page and has the focus: it belongs to no landmark. The guards at both its ends are
  // hidden, and pass the focus on at once.
  const anyPlace = { rules: { region: { enabled: false } } };
  expect(told(await faultsOf(page, anyPlace, ['[data-base-ui-focus-guard]']))).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();
  await fromMenu(page, 'Nightly archive of the house by the sea', 'Revoke');
  await check('revoke');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(actions).toBeFocused();
  await fromMenu(page, 'Nightly archive of the house by the sea', 'Change');
  await check('change');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Rotate Nightly/ }).click();
  await check('rotate');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: /^Rotate Nightly/ })).toBeFocused();

  const pages = page.getByRole('navigation', { name: 'Dashboard' });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('region', { name: 'Audit log' })).toBeVisible();
  await check('audit log');
  await pages.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
  await check('no usage');
  await fetch(`${server.origin}/api/v1/compress`, { method: 'POST', headers: { 'X-API-Key': secret } });
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Per day' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.getByText('Each day as a table').click();
  await check('usage');
  await pages.getByRole('link', { name: 'Quick start' }).click();
  await check('quick start');
  await pages.getByRole('link', { name: 'Account' }).click();
  await check('account');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await signIn(page, 'not the sentence');
  await expect(alert(page)).toBeVisible();
  await check('sign-in');
});

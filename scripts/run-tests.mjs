import { parseArgs } from 'node:util';
import { OutsideJudges } from './checks/external-validators.mjs';
import { SUITES, WHOLE_MINUTES } from './checks/suites.mjs';
import { Tally } from './checks/tally.mjs';
import { everyHalfMinute, minutes } from './progress.mjs';
import { Refusal } from './project.mjs';
import { findChromium, HOW_TO_GET_CHROMIUM } from './setup/chromium.mjs';
import { findFirefox } from './setup/firefox.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { forbidInstalling } from './setup/may-install.mjs';
import { ensureSystemPackages } from './setup/system-packages.mjs';

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean' }, 'no-install': { type: 'boolean' }, shard: { type: 'string' } },
});
const isFull = values.full === true;
if (values['no-install']) forbidInstalling();

const unknown = named.filter((name) => SUITES.every((suite) => suite.name !== name));
if (unknown.length > 0)
  throw new Refusal(
    `No suite is called ${unknown.join(' or ')}. There are: ${SUITES.map(({ name }) => name).join(', ')}.`,
  );
// What is named alone is built first too.
const suites = SUITES.filter(({ name, isSmall }) =>
  named.length > 0
    ? named.includes(name) || (name === 'build' && named.some((each) => each !== 'sources'))
    : isFull || isSmall,
);

announce();
await ensureInstalled(console.log);
const needs = new Set(suites.flatMap(({ needs = [] }) => needs));
if (!isFull) needs.delete('firefox');
const missing = await ensureSystemPackages(needs, console.log);
const chromium = needs.has('chromium') ? await findChromium() : undefined;
if (needs.has('chromium'))
  console.log(chromium === undefined ? HOW_TO_GET_CHROMIUM : `Chromium: ${chromium}`);

const tally = new Tally();
/** @type {import('./checks/suites.mjs').Run} */
const run = {
  tally,
  isFull,
  shard: values.shard === undefined ? [] : [`--shard=${values.shard}`],
  judges: suites.some(({ name }) => name === 'judges') ? new OutsideJudges() : undefined,
  chromium,
  firefox: needs.has('firefox') ? findFirefox() : undefined,
  missing,
};
const began = performance.now();
const stop = everyHalfMinute(() => {
  console.log(`... ${minutes(performance.now() - began)}: ${tally.running.join(', ')}`);
});
const first = suites.filter(({ lane }) => lane === 'first');
const well = await Promise.all(first.map(async (suite) => (await suite.run(run)) || suite.name !== 'build'));
if (well.every(Boolean)) {
  // Concurrently: tests of pages and programs mostly wait for browsers, servers and installers, while unit tests do not.
  await Promise.all(
    ['units', 'pages', 'shipped', 'services'].map(async (lane) => {
      for (const suite of suites) if (suite.lane === lane) await suite.run(run);
    }),
  );
} else {
  for (const { name, lane } of suites) if (lane !== 'first') tally.cannotRun(name, 'the build failed');
}
stop();
tally.close();

function announce() {
  const whole = isFull
    ? `npm run test:full: all there is, about ${WHOLE_MINUTES.full}`
    : `npm test: what a change must pass, about ${WHOLE_MINUTES.small}`;
  console.log(
    named.length > 0
      ? 'The suites named, with their minutes beside all others on two quiet cores:'
      : `${whole} minutes on two quiet cores.`,
  );
  for (const { name, what, minutes: about, smallMinutes = about } of suites)
    console.log(`  ${String(isFull ? about : smallMinutes).padStart(4)} min  ${name}: ${what}`);
  if (!isFull && named.length === 0) console.log('Everything: npm run test:full');
}

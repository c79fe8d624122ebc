// Takes the pictures of every screen that stand in docs/shots: light and dark, 1280x800 and 390x844.
// `node e2e/support/shots.ts [screen...]` starts the built demo and writes them (`npm run build` first); `takeShots` takes any one-time URL.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { browserOptions } from './browser.ts';
import { chooseBundle, tampered } from './bundles.ts';
import { type RunningFestinger, startFestinger } from './festinger.ts';

const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

/** One picture: its name, where it is, and what is done there first. */
interface Shot {
  readonly name: string;
  readonly hash: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Opens the newest request that was given a recollection. */
async function openRecalled(page: Page): Promise<void> {
  await page.locator('[role=row][data-tone]').first().click();
  await page.getByText('Why these lines').waitFor();
}

/** Opens the newest request that was part of a loop. */
async function openLoop(page: Page): Promise<void> {
  await page.locator('[role=row][data-tone]').first().click();
  await page.getByText('Goes in circles').waitFor();
}

/** All of a resource is there. */
const setUp = (page: Page) => page.getByRole('heading', { name: 'Particulars' }).waitFor();

/** Asks for a model to be loaded, and for nothing more: the card waits. */
async function askToLoad(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByLabel('Stays loaded for').press('Enter');
  await page.getByText('Exactly what runs').waitFor();
}

/** What is high risk, with its name half typed. */
async function openHighRisk(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'High risk' }).first().click();
  await page.locator('[data-typed] input').fill('gnomm-help');
}

const drawn = (page: Page) => page.locator('main canvas').waitFor();

/** The gnommoweb of two kinds. */
async function openConflict(page: Page): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: /gnommoweb\s*\[type/ })
    .click();
  await page.locator('[data-decisions]').waitFor();
}

async function previewReplacing(page: Page): Promise<void> {
  await openConflict(page);
  await page.locator('[data-kind=replace]').focus();
  await page.getByText('Agents will then see').waitFor();
}

async function splitIt(page: Page): Promise<void> {
  await openConflict(page);
  await page.locator('[data-kind=split]').press('Enter');
  await page.getByRole('combobox').first().fill('artifact-type');
  await page.getByRole('combobox').nth(1).fill('deployment-type');
  await page.getByText('Agents will then see').waitFor();
}

/** The first client there is, with what it may do. */
async function openClient(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Clients' }).getByRole('button').first().click();
  await page.getByText('Against its loops').waitFor();
}

/** Lets the demo's model decide everything that waits; nothing that shows conflicts may come after it. */
async function runJob(page: Page): Promise<void> {
  const run = page.getByRole('button', { name: 'Run now' });
  await run.waitFor();
  if (await run.isEnabled()) await run.click();
  await page.getByText(/last run .*dismissed/).waitFor({ timeout: 60_000 });
}

/** A session of the demo's, by a word of its title; on a narrow page it is chosen in the list that stands alone. */
const openSession = (word: RegExp) => async (page: Page) => {
  const session = page.locator('[data-session]').filter({ hasText: word }).first();
  const list = page.getByRole('button', { name: 'Sessions' });
  await session.or(list).first().waitFor();
  if (!(await session.isVisible())) await list.click();
  await session.click();
  await page.locator('[data-entry=user]').first().waitFor();
};

/** The demo's model has read what its agents were told: it takes a minute until it came to a conflict. */
async function somethingRead(page: Page): Promise<void> {
  await page.getByRole('gridcell').filter({ hasText: 'Conflict' }).first().waitFor({ timeout: 180_000 });
}

async function openConflicting(page: Page): Promise<void> {
  await somethingRead(page);
  await page.getByRole('row').filter({ hasText: 'Conflict' }).last().click();
  await page.getByRole('link', { name: /^Open conflict/ }).waitFor();
}

/** What the model would have read in the last prompts. */
async function tryReader(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('heading', { name: 'Passes the checks' }).waitFor({ timeout: 60_000 });
}

/** The finding that two issuers are at odds about. */
async function openContested(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'CVE-2026-90002' }).first().click();
  await page.getByText('What would change this').waitFor();
}

async function acceptRisk(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'CVE-2026-90003' }).first().click();
  await page.locator('[data-decision=accepted] button').click();
}

/** Asks for a brief and waits until it can be read. */
const briefOf = (key: string, task: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'New brief' }).first().click();
  const form = page.getByRole('dialog', { name: 'New brief' });
  await form.getByRole('combobox', { name: 'About' }).fill(key);
  await page.keyboard.press('Tab');
  await form.getByRole('radio', { name: task }).click();
  await form.getByRole('button', { name: 'Create brief' }).click();
  await page.locator('[data-mark]').first().waitFor();
};

/** A conflict of issuers, and what its advisory says beside it. */
async function openCited(page: Page): Promise<void> {
  await briefOf('CVE-2026-90002', 'Conflict')(page);
  await page.locator('[data-mark="2"]').first().click();
  await page.getByText('cited here').waitFor();
}

async function openSteps(page: Page): Promise<void> {
  await briefOf('CVE-2026-90001', 'Remediation')(page);
  await page.getByRole('button', { name: 'Ask the assistant' }).first().scrollIntoViewIfNeeded();
}

/** The form, filled in. */
async function askForBrief(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New brief' }).first().click();
  await page.getByRole('combobox', { name: 'About' }).fill('CVE-2026-90003');
  await page.keyboard.press('Tab');
}

async function previewBundle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Look at what goes in' }).click();
  await page.getByRole('button', { name: 'Write the bundle' }).waitFor();
}

async function writeOwnBundle(page: Page): Promise<void> {
  await previewBundle(page);
  await page.getByRole('button', { name: 'Write the bundle' }).click();
  await page.getByText('Verify it elsewhere').waitFor();
}

/** As the page itself would download it. */
async function ownBundle(page: Page): Promise<Buffer> {
  const answer = await page.request.get(`${new URL(page.url()).origin}/api/console/files/bundle`);
  return answer.body();
}

/** Of this very host, so that its key is known. */
async function tryOwnBundle(page: Page): Promise<void> {
  await chooseBundle(page, await ownBundle(page));
  await page.getByRole('button', { name: /^Try it/ }).click();
  await page.getByRole('button', { name: 'Go on to taking it in' }).waitFor();
}

async function refuseBundle(page: Page): Promise<void> {
  await chooseBundle(page, tampered(await ownBundle(page), 'graph.jsonl').bytes);
  await page.getByText('Refused: graph.jsonl').waitFor();
}

/** The dimension in sight, about to be taken apart: what most facts say is chosen, and the answer says what comes of it. */
async function splitByRule(page: Page): Promise<void> {
  await editMemory(page);
  await page.getByRole('button', { name: /^Dimension \[/ }).click();
  await page.getByRole('menuitem', { name: /^Split by a rule/ }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox').first().fill('half-of-it');
  await page.keyboard.press('Tab');
  await form
    .getByRole('group', { name: 'What facts here say most often' })
    .getByRole('button')
    .first()
    .click();
  await form.getByText(/^With this:/).waitFor();
}

const editMemory = (page: Page) =>
  page.getByRole('button', { name: 'Edit the memory on the canvas' }).click();

/** A draft of one edit, drawn where it would be, with what agents would be told. */
async function gatherEdit(page: Page): Promise<void> {
  await editMemory(page);
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'New name' }).fill('renamed-by-hand');
  await page.keyboard.press('Enter');
  const isDrawn = `document.querySelector('[role=application]')._cyreg.cy.nodes().some((node) => node.data('label')?.includes('→'))`;
  while (!(await page.evaluate(isDrawn))) await page.waitForTimeout(100);
}

const SHOTS: readonly Shot[] = [
  { name: 'overview', hash: '#/overview' },
  { name: 'overview-connect', hash: '#/overview?connect=yes' },
  { name: 'first-run', hash: '#/overview?start=yes' },
  { name: 'overview-chart', hash: '#/overview?chart=tokens', prepare: drawn },
  { name: 'chat', hash: '#/chat', prepare: openSession(/jellyfin/i) },
  { name: 'chat-card', hash: '#/chat', prepare: openSession(/paperless/i) },
  { name: 'traffic', hash: '#/traffic' },
  { name: 'traffic-filtered', hash: '#/traffic?state=done&recalled=yes&slower=500' },
  { name: 'traffic-request', hash: '#/traffic?recalled=yes', prepare: openRecalled },
  { name: 'traffic-loop', hash: '#/traffic?loops=yes', prepare: openLoop },
  { name: 'approvals', hash: '#/approvals' },
  { name: 'approval', hash: '#/approvals', prepare: openHighRisk },
  { name: 'approvals-rules', hash: '#/approvals?view=rules' },
  { name: 'resources', hash: '#/resources' },
  { name: 'resource', hash: '#/resources/upstream%3Ademo', prepare: setUp },
  { name: 'resource-model', hash: '#/resources/model%3Ademo%3Allava%3A7b', prepare: askToLoad },
  { name: 'upstream-new', hash: '#/resources?add=upstream' },
  { name: 'concepts', hash: '#/concepts' },
  { name: 'concept', hash: '#/concepts/gnommoweb' },
  { name: 'concept-table', hash: '#/concepts/gnommoweb?view=table' },
  { name: 'concept-tree', hash: '#/concepts/type?view=tree' },
  { name: 'concept-around', hash: '#/concepts/gnommoweb?view=around' },
  { name: 'dimension', hash: '#/concepts/type' },
  { name: 'dimension-split', hash: '#/concepts/type', prepare: splitByRule },
  { name: 'concept-draft', hash: '#/concepts/type', prepare: gatherEdit },
  { name: 'conflicts', hash: '#/conflicts' },
  { name: 'conflict', hash: '#/conflicts', prepare: previewReplacing },
  { name: 'conflict-split', hash: '#/conflicts', prepare: splitIt },
  { name: 'reader', hash: '#/reader', prepare: somethingRead },
  { name: 'reader-statement', hash: '#/reader', prepare: openConflicting },
  { name: 'reader-try', hash: '#/reader/try', prepare: tryReader },
  { name: 'findings', hash: '#/findings' },
  { name: 'finding', hash: '#/findings', prepare: openContested },
  { name: 'finding-decide', hash: '#/findings', prepare: acceptRisk },
  { name: 'findings-unchecked', hash: '#/findings?view=unchecked' },
  { name: 'findings-products', hash: '#/findings?view=products' },
  { name: 'findings-evidence', hash: '#/findings?view=evidence' },
  { name: 'brief', hash: '#/briefs', prepare: openCited },
  { name: 'brief-steps', hash: '#/briefs', prepare: openSteps },
  { name: 'briefs', hash: '#/briefs' },
  { name: 'brief-ask', hash: '#/briefs', prepare: askForBrief },
  { name: 'jobs', hash: '#/jobs' },
  { name: 'audit', hash: '#/audit' },
  { name: 'audit-host', hash: '#/audit?view=host' },
  { name: 'settings', hash: '#/settings' },
  { name: 'settings-recollection', hash: '#/settings?tab=recollection' },
  { name: 'settings-models', hash: '#/settings?tab=models' },
  { name: 'settings-clients', hash: '#/settings?tab=clients', prepare: openClient },
  { name: 'settings-data', hash: '#/settings?tab=data' },
  { name: 'offline', hash: '#/offline' },
  { name: 'offline-preview', hash: '#/offline', prepare: previewBundle },
  { name: 'offline-written', hash: '#/offline', prepare: writeOwnBundle },
  { name: 'offline-import', hash: '#/offline?view=import' },
  { name: 'offline-try', hash: '#/offline?view=import', prepare: tryOwnBundle },
  { name: 'offline-refused', hash: '#/offline?view=import', prepare: refuseBundle },
];

const LAST_SHOTS: readonly Shot[] = [
  { name: 'conflicts-journal', hash: '#/conflicts?view=journal', prepare: runJob },
];

/** The part of the page's globals that is used inside `evaluate`; Node's types know none of it. */
interface PageGlobals {
  readonly document: { readonly fonts: { readonly ready: Promise<unknown> } };
}

/** Waits until nothing on the page is on its way: words are there, fonts too, no skeleton left. */
async function settled(page: Page): Promise<void> {
  await page
    .locator('main h2, main h3, main [role=grid], main [role=treegrid], main canvas, main form')
    .first()
    .waitFor();
  await page.locator('[class*=_skeleton_]').first().waitFor({ state: 'detached' });
  await page.evaluate(async () => void (await (globalThis as unknown as PageGlobals).document.fonts.ready));
}

export interface ShotOptions {
  /** The one-time URL the program printed; the cookie it sets serves all pictures. */
  readonly url: string;
  /** Folder the PNG files go to, as `<screen>-<theme>-<width>.png`. */
  readonly folder: string;
  /** Which of the screens; all when left out. */
  readonly only?: readonly string[];
  readonly say?: (line: string) => void;
}

/** Takes the pictures with a browser that is already open. Throws when a screen does not settle in 15 s. */
export async function takeShots(browser: Browser, { url, folder, only, say }: ShotOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const first = await browser.newContext();
  const page = await first.newPage();
  await page.goto(url);
  await page.getByRole('navigation').waitFor();
  const [home] = page.url().split('#');
  const storageState = await first.storageState();
  await first.close();
  for (const shots of [SHOTS, LAST_SHOTS]) {
    for (const colorScheme of THEMES) {
      for (const viewport of SIZES) {
        const context = await browser.newContext({
          storageState,
          colorScheme,
          viewport,
          reducedMotion: 'reduce',
        });
        context.setDefaultTimeout(15_000);
        for (const shot of shots) {
          if (only && !only.includes(shot.name)) continue;
          const file = `${shot.name}-${colorScheme}-${String(viewport.width)}.png`;
          await take(context, shot, { address: `${home ?? url}${shot.hash}`, path: join(folder, file) });
          say?.(file);
        }
        await context.close();
      }
    }
  }
}

/** Screens as they look when nobody is at the other end: `frozen` while the program stands still, `lost` once it is gone. */
const BAD_SHOTS = ['overview', 'traffic'] as const;

/** Freezes and kills the program that it is given: nothing can come after it. */
export async function takeBadShots(
  browser: Browser,
  running: RunningFestinger,
  { folder, only, say }: Omit<ShotOptions, 'url'>,
): Promise<void> {
  const wanted = BAD_SHOTS.flatMap((screen) => [`${screen}-frozen`, `${screen}-lost`]);
  if (only && !only.some((name) => wanted.includes(name))) return;
  await mkdir(folder, { recursive: true });
  const pages: { readonly name: string; readonly file: (state: string) => string; readonly page: Page }[] =
    [];
  for (const colorScheme of THEMES) {
    for (const viewport of SIZES) {
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
      const first = await context.newPage();
      await first.goto(await running.link());
      await first.getByRole('navigation').waitFor();
      const [home = ''] = first.url().split('#');
      for (const name of BAD_SHOTS) {
        const page = await context.newPage();
        await page.goto(`${home}#/${name}`);
        await settled(page);
        const file = (state: string) => `${name}-${state}-${colorScheme}-${String(viewport.width)}.png`;
        pages.push({ name, file, page });
      }
    }
  }
  const shoot = async (state: 'frozen' | 'lost', words: string) => {
    for (const { file, name, page } of pages) {
      await page.getByText(words).first().waitFor({ timeout: 30_000 });
      if (only && !only.includes(`${name}-${state}`)) continue;
      await page.bringToFront();
      await page.screenshot({ path: join(folder, file(state)), animations: 'disabled' });
      say?.(file(state));
    }
  };
  running.freeze();
  await shoot('frozen', 'has not answered since');
  await running.kill();
  await shoot('lost', 'Not connected since');
}

async function take(
  context: BrowserContext,
  shot: Shot,
  { address, path }: { readonly address: string; readonly path: string },
): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await settled(page);
  await shot.prepare?.(page);
  await settled(page);
  await page.mouse.move((page.viewportSize()?.width ?? 1) - 1, 1);
  await page.screenshot({ path, animations: 'disabled' });
  await page.close();
}

/** How long the demo's agents talk before the pictures, so that every screen has something to show; one of them loops by then. */
const TALK_MS = 140_000;

/** What waits for a person in the pictures, for as long as they take. */
async function askForSome(running: RunningFestinger): Promise<void> {
  await fetch(`${running.baseUrl}/api/console/system/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${running.token}` },
    body: JSON.stringify({ key: 'approval_expiry_minutes', value: 60 }),
  });
  await ask(running, 'llama3.2:3b', 'load');
  await ask(running, 'nomic-embed-text:latest', 'load');
  await ask(running, 'demo', 'drain');
  await ask(running, 'gnomm-helpdesk:7b', 'remove');
}

if (import.meta.main) {
  const only = process.argv.slice(2);
  const running = await startFestinger(['--demo']);
  const browser = await chromium.launch(await browserOptions());
  try {
    await new Promise((resolve) => setTimeout(resolve, TALK_MS));
    const how = {
      folder: process.env.FESTINGER_SHOTS ?? join(import.meta.dirname, '..', '..', 'docs', 'shots'),
      ...(only.length > 0 ? { only } : {}),
      say: (line: string) => console.log(line),
    };
    await askForSome(running);
    await takeShots(browser, { url: await running.link(), ...how });
    await takeBadShots(browser, running, how);
  } finally {
    await browser.close();
    await running.stop();
  }
}

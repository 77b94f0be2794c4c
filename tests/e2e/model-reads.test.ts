import type { Locator, Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { anthropicMessages } from '../../src/core/format/anthropic.ts';
import { mcpExchange } from '../../src/core/format/mcp.ts';
import { openAiMessages } from '../../src/core/format/openai.ts';
import { type ResolvedCall, resolvedCalls } from '../../src/core/resolved-call.ts';
import { linkTo, runOf, settingsWith } from './expected.ts';
import { expect, test, type Figure } from './figure.ts';
import { violations } from './violations.ts';

const shownAs = (figure: Figure): Locator => figure.modelReads.getByRole('combobox', { name: 'Shown as', exact: true });
const text = (figure: Figure, name: string): Locator => figure.modelReads.getByRole('region', { name, exact: true });

/** The refund without a guard, as it is when the default figure opens. */
function openingRefund(): ResolvedCall {
  const call = resolvedCalls(runOf(DEFAULT_SETTINGS).unguarded, Infinity).find((each) => each.call === 'refund');
  if (call === undefined) throw new Error('no refund');
  return call;
}

const json = async (locator: Locator): Promise<unknown> => JSON.parse((await locator.textContent()) ?? '');

/** An index that does not exist, when the model reads so. */
const NOT_THERE = { cursor: { lane: 'no-guard', id: 'index.observation' } } as const;

test('opens as the essay’s text, and loads the other shapes when one is chosen', async ({ page, figure }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('./');
  await expect(shownAs(figure)).toHaveValue('essay');
  await expect(figure.modelReads).toContainText('refunded $80.00 to ORD-5510');
  await expect(figure.modelReads.getByRole('region')).toHaveCount(0);
  const isRendering = (url: string): boolean => url.includes('/Renderings-');
  expect(asked.filter(isRendering)).toEqual([]);
  await shownAs(figure).selectOption('Anthropic');
  await expect(text(figure, 'No guard, Anthropic: What comes back')).toBeVisible();
  expect(asked.filter(isRendering)).toHaveLength(1);
});

test('each protocol has the call and what comes back, as the engine gives them', async ({ page, figure }) => {
  await page.goto('./');
  const refund = openingRefund();
  const { request, response } = mcpExchange(refund);
  for (const [name, [call, result]] of [
    ['Anthropic', anthropicMessages(refund)],
    ['OpenAI', openAiMessages(refund)],
    ['MCP', [request, response]],
  ] as const) {
    await shownAs(figure).selectOption(name);
    expect(await json(text(figure, `No guard, ${name}: The call`))).toEqual(call);
    expect(await json(text(figure, `No guard, ${name}: What comes back`))).toEqual(result);
    await expect(text(figure, `Guarded by order, ${name}: What comes back`)).toContainText('already refunded $80.00');
    await expect(figure.modelReads.getByText(/^about \d+ tokens.*an estimate/).filter({ visible: true })).toHaveCount(2);
  }
  await expect(figure.modelReads.getByText('structuredContent fits the outputSchema').filter({ visible: true })).toHaveCount(2);
});

test('what a shape cannot say stands beside it', async ({ page, figure }) => {
  await page.goto(linkTo(DEFAULT_SETTINGS, { reading: 'openai' }));
  await expect(figure.modelReads).toContainText('A tool message has no error flag');
  await shownAs(figure).selectOption('MCP');
  await expect(figure.modelReads).toContainText('A protocol error tells the client');
});

for (const [failure, message] of [
  ['no-such-tool', 'Unknown tool: issue_refund'],
  ['wrong-arguments', 'Invalid arguments: amount must be'],
] as const) {
  test(`${failure}: MCP has the protocol error beside the tool execution error`, async ({ page, figure }) => {
    const settings = settingsWith([failure]);
    const refused = runOf(settings).unguarded.events.find((event) => event.kind === 'rejected');
    if (refused === undefined) throw new Error('nothing was refused');
    await page.goto(linkTo(settings, { reading: 'mcp', cursor: { lane: 'no-guard', id: refused.id } }));
    const execution = text(figure, 'No guard, MCP: What comes back, as a tool execution error');
    const protocol = text(figure, 'No guard, MCP: Or, in its place, a protocol error');
    expect(await json(execution)).toMatchObject({ result: { isError: true } });
    expect(await json(protocol)).toMatchObject({ jsonrpc: '2.0', error: { code: -32602 } });
    await expect(protocol).toContainText(message);
    await expect(figure.modelReads.getByText('no structuredContent').filter({ visible: true })).toHaveCount(2);
  });
}

test('nothing is an empty result, everything is forty lines, and an error that helps is between them', async ({ page, figure }) => {
  await page.goto(linkTo(settingsWith(['not-there']), { ...NOT_THERE, reading: 'nothing' }));
  expect(await json(text(figure, 'No guard, Nothing: What comes back'))).toEqual({
    type: 'tool_result',
    tool_use_id: 'toolu_index',
    content: '',
  });
  await expect(figure.modelReads.getByText('Rate limit exceeded. Retry after 60 seconds.')).toBeVisible();
  await expect(figure.modelReads.getByText('failed', { exact: true })).toBeVisible();
  await shownAs(figure).selectOption('Everything');
  const trace = text(figure, 'No guard, Everything: What comes back');
  await expect(trace).toContainText(/^Traceback/);
  expect(((await trace.textContent()) ?? '').split('\n')).toHaveLength(40);
});

test('a text that is longer than its place scrolls by keys', async ({ page, figure }) => {
  await page.goto(linkTo(settingsWith(['not-there']), { ...NOT_THERE, reading: 'everything' }));
  const trace = text(figure, 'No guard, Everything: What comes back');
  await shownAs(figure).focus();
  await page.keyboard.press('Tab');
  await expect(trace).toBeFocused();
  await page.keyboard.press('End');
  await expect.poll(() => trace.evaluate((pre) => pre.scrollTop)).toBeGreaterThan(0);
});

test('the choice is in the link, and Reset goes back to the essay’s text', async ({ page, figure }) => {
  await page.goto('./');
  await shownAs(figure).selectOption('Everything');
  await expect(page).toHaveURL(/\?v=1&reads=everything$/);
  await page.reload();
  await expect(shownAs(figure)).toHaveValue('everything');
  await expect(text(figure, 'No guard, Everything: What comes back')).toBeVisible();
  await figure.button('Reset').click();
  await expect(shownAs(figure)).toHaveValue('essay');
  await expect(figure.modelReads).toContainText('attempts2');
});

test('follows the playhead, and stepping moves nothing', async ({ page, figure }) => {
  await page.goto(linkTo(settingsWith(['silence', 'wrong-arguments', 'no-such-tool']), { reading: 'mcp' }));
  await expect(text(figure, 'No guard, MCP: The call')).toBeVisible();
  const height = async () => (await figure.modelReads.boundingBox())?.height;
  const before = await height();
  await figure.button('First step').click();
  await expect(text(figure, 'No guard, MCP: What comes back')).toHaveText('nothing yet');
  for (let step = 0; step < 40 && (await figure.button('Step forward').isEnabled()); step += 1) {
    expect(await height()).toBe(before);
    const place = await figure.playhead.getAttribute('aria-valuetext');
    await figure.button('Step forward').click();
    if ((await figure.playhead.getAttribute('aria-valuetext')) === place) break;
  }
});

test('copies call and result as JSON', async ({ page, context, figure }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(linkTo(DEFAULT_SETTINGS, { reading: 'anthropic' }));
  await figure.button('Copy, no guard').click();
  await expect(figure.modelReads.getByText('Copied')).toBeVisible();
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(anthropicMessages(openingRefund()));
});

test('where the other shapes cannot be loaded it says so, and the essay’s text stays', async ({ page, figure, problems }) => {
  await page.route(/\/Renderings-/, (route) => route.abort());
  await page.goto('./');
  await shownAs(figure).selectOption('MCP');
  await expect(figure.modelReads.getByRole('status')).toContainText('could not be loaded');
  await expect(figure.modelReads).toContainText('refunded $80.00 to ORD-5510');
  expect(problems.filter((problem) => !/Renderings|Failed to load|net::ERR/.test(problem))).toEqual([]);
  problems.length = 0;
});

/** What sticks out of the card, or of the page, to the right. */
function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const wide = [...document.querySelectorAll('.rendering-text')].filter((pre) => pre.scrollWidth > pre.clientWidth).map((pre) => pre.ariaLabel ?? '');
    return scrollWidth > clientWidth ? ['the page', ...wide] : wide;
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every shape in the ${colorScheme}: axe finds nothing, and nothing sticks out from 320 px on`, async ({ page, figure }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(linkTo(settingsWith(['no-such-tool', 'not-there'])));
    for (const name of ['Anthropic', 'OpenAI', 'MCP', 'Nothing', 'Everything']) {
      await shownAs(figure).selectOption(name);
      await expect(text(figure, `Guarded by order, ${name}: What comes back`)).toBeVisible();
      expect(await violations(page, { within: '.figure-results' })).toEqual([]);
      for (const width of [320, 390, 700, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await stickingOut(page), `${name} at ${width} px`).toEqual([]);
      }
    }
  });
}

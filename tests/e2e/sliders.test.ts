import { DEFAULT_SETTINGS, type FigureSettings } from '../../src/core/figure.ts';
import type { Params } from '../../src/core/params.ts';
import { positionsOf } from '../../src/features/policy/positions.ts';
import { expectedOf, linkTo, runOf, settingsWith } from './expected.ts';
import { expect, test } from './figure.ts';

type Movable = 'maxRetries' | 'firstBackoffMs' | 'backoffFactor' | 'backoffCapMs' | 'deadlineMs' | 'refundMinor';

/** The names that the page promises, and the default with its unit. */
const SLIDERS: readonly { readonly param: Movable; readonly name: string; readonly says: RegExp }[] = [
  { param: 'maxRetries', name: 'Retries', says: /^2 retries, 3 attempts$/ },
  { param: 'firstBackoffMs', name: 'First backoff', says: /^0\.5 s$/ },
  { param: 'backoffFactor', name: 'Backoff factor', says: /^times 2 after each retry$/ },
  { param: 'backoffCapMs', name: 'Backoff cap', says: /^none$/ },
  { param: 'deadlineMs', name: 'Deadline per attempt', says: /^2\.0 s$/ },
  { param: 'refundMinor', name: 'Refund amount', says: /^\$80\.00 of \$240\.00 captured$/ },
];

/** The settings after one notch. */
function moved(settings: FigureSettings, param: Movable, by: 1 | -1): FigureSettings {
  const { toPosition, fromPosition, step } = positionsOf(param);
  const value = fromPosition(toPosition(settings.params[param]) + by * step);
  const params: Params = { ...settings.params, [param]: value };
  return { ...settings, params };
}

for (const { param, name, says } of SLIDERS) {
  test(`${name}: says its value with the unit, and one key runs everything again`, async ({ page, figure }) => {
    // Two retries that wait, so that every setting of the policy shows.
    const settings = settingsWith(['temporary-error', 'silence']);
    await page.goto(linkTo(settings));
    const slider = figure.slider(name);
    await expect(slider).toHaveAttribute('aria-valuetext', says);
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    const less = moved(settings, param, -1);
    expect(less.params[param]).not.toEqual(settings.params[param]);
    await expect(slider).not.toHaveAttribute('aria-valuetext', says);
    await figure.shows(expectedOf(less));
    await page.keyboard.press('ArrowRight');
    await figure.shows(expectedOf(moved(less, param, 1)));
    await expect(slider).toBeFocused();
  });
}

test('the playhead stays at its event while the policy changes, and where it was when the event is gone', async ({ page, figure }) => {
  const event = { lane: 'no-guard', id: 'refund.2.posting' };
  await page.goto(linkTo(DEFAULT_SETTINGS, { cursor: event }));
  await figure.shows(expectedOf(DEFAULT_SETTINGS, event));
  const slower = moved(DEFAULT_SETTINGS, 'firstBackoffMs', 1);
  await figure.slider('First backoff').focus();
  await page.keyboard.press('ArrowRight');
  await figure.shows(expectedOf(slower, event));
  const at = ({ steps }: ReturnType<typeof runOf>) => steps.find(({ events }) => events.some((one) => one.event.id === event.id))?.at;
  expect(at(runOf(slower))).not.toBe(at(runOf(DEFAULT_SETTINGS)));

  // Without retries there is no second posting: what the same call came to is shown.
  const once = { ...slower, params: { ...slower.params, maxRetries: 0 } };
  await figure.slider('Retries').focus();
  await page.keyboard.press('Home');
  await figure.shows(expectedOf(once, event));
  // The event was not forgotten.
  await page.keyboard.press('ArrowRight');
  await figure.shows(expectedOf({ ...slower, params: { ...slower.params, maxRetries: 1 } }, event));
});

test('a whole drag is undone at once, and the figure follows while it lasts', async ({ page, figure }) => {
  await page.goto('./');
  const slider = figure.slider('Refund amount');
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (box === null) throw new Error('the slider is not shown');
  const at = (share: number): [number, number] => [box.x + box.width * share, box.y + box.height / 2];
  await page.mouse.move(...at(0.33));
  await page.mouse.down();
  for (const share of [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]) await page.mouse.move(...at(share));
  const dragged: FigureSettings = { ...DEFAULT_SETTINGS, params: { ...DEFAULT_SETTINGS.params, refundMinor: 24_000 } };
  await figure.shows(expectedOf(dragged));
  await page.mouse.up();
  await figure.button('Undo').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  await expect(figure.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await figure.button('Redo').click();
  await figure.shows(expectedOf(dragged));
});

test('the playhead is dragged along the time of the run, and stops at events only', async ({ page, figure }) => {
  await page.goto('./');
  const { steps } = runOf(DEFAULT_SETTINGS);
  const texts = steps.map((_, index) => expectedOf(DEFAULT_SETTINGS, index).playhead);
  await figure.playhead.scrollIntoViewIfNeeded();
  const box = await figure.playhead.boundingBox();
  if (box === null) throw new Error('the playhead is not shown');
  await page.mouse.move(box.x + box.width * 0.97, box.y + box.height / 2);
  await page.mouse.down();
  const seen: number[] = [];
  for (let share = 0.95; share >= 0; share -= 0.05) {
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    seen.push(texts.indexOf((await figure.playhead.getAttribute('aria-valuetext')) ?? ''));
  }
  await page.mouse.up();
  expect(Math.min(...seen)).toBe(0);
  expect(seen).toEqual([...seen].sort((a, b) => b - a));
  expect(new Set(seen).size).toBeGreaterThan(5);
});

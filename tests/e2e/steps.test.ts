import { DEFAULT_SETTINGS, SWITCHES } from '../../src/core/figure.ts';
import { expectedOf, linkTo, runOf, settingsWith } from './expected.ts';
import { expect, test, type Figure } from './figure.ts';

const NAMES = ['First step', 'Step back', 'Play', 'Step forward', 'Last step'] as const;

/** A button stays in the tab order at the ends, so that the focus is not thrown away. */
async function unavailable(figure: Figure, names: readonly string[]): Promise<void> {
  for (const name of NAMES) {
    const button = figure.button(name);
    if (names.includes(name)) await expect(button).toHaveAttribute('aria-disabled', 'true');
    else await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await expect(button).not.toHaveAttribute('disabled');
  }
}

/** Both ends: the first and the last step of every run are told by their buttons. */
test('first, back, forward and last lead where they say, and are unavailable at the ends', async ({ page, figure }) => {
  const { opening, steps } = runOf(DEFAULT_SETTINGS);
  const last = steps.length - 1;
  await page.goto('./');
  await unavailable(figure, []);

  await figure.button('Step back').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, opening - 1));
  await figure.button('Step forward').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, opening));

  await figure.button('First step').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, 0));
  await unavailable(figure, ['First step', 'Step back']);
  await expect(figure.button('First step')).toBeFocused();

  await figure.button('Last step').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS, last));
  await unavailable(figure, ['Last step', 'Step forward']);
  await figure.button('Step forward').click({ force: true });
  await figure.shows(expectedOf(DEFAULT_SETTINGS, last));
});

const EVERY = settingsWith(SWITCHES.map(({ id }) => id));

for (const [name, settings, width] of [
  ['the opening run', DEFAULT_SETTINGS, 390],
  ['the run of every switch', EVERY, 320],
  ['the run of every switch', EVERY, 1280],
] as const) {
  test(`${name}, forward and back at ${width} px: each step is the same again, and the page keeps its height`, async ({ page, figure }) => {
    const { steps } = runOf(settings);
    await page.setViewportSize({ width, height: 720 });
    await page.goto(linkTo(settings));
    await figure.button('First step').click();
    // By the keyboard, which makes the same moves as the buttons.
    await figure.playhead.focus();
    const heights = new Set<number>();
    const places = new Set<string>();
    const see = async (index: number) => {
      await expect(figure.playhead).toHaveAttribute('aria-valuetext', expectedOf(settings, index).playhead);
      // At once: there are some hundred of these looks.
      const { height, place, ...text } = await figure.playhead.evaluate((playhead) => {
        const { x, y, width: length } = playhead.getBoundingClientRect();
        return {
          height: document.documentElement.scrollHeight,
          place: [x, y, length].map(Math.round).join(' '),
          main: document.querySelector('main')?.innerText ?? '',
          playhead: playhead.getAttribute('aria-valuetext'),
        };
      });
      heights.add(height);
      places.add(place);
      return text;
    };
    const forward = [await see(0)];
    for (let index = 1; index < steps.length; index += 1) {
      await page.keyboard.press('ArrowRight');
      forward.push(await see(index));
      for (const lane of ['unguarded', 'guarded'] as const) {
        const { total, verdict, belief } = expectedOf(settings, index)[lane];
        for (const text of [total, verdict, belief]) expect(forward[index]?.main).toContain(text);
      }
    }
    for (let index = steps.length - 2; index >= 0; index -= 1) {
      await page.keyboard.press('ArrowLeft');
      expect(await see(index)).toEqual(forward[index]);
    }
    expect([...heights]).toHaveLength(1);
    // The scrubber stays where it is under a hand that drags it.
    expect([...places]).toHaveLength(1);
  });
}

test('reset brings back the opening state, stays paused, and can be undone', async ({ page, figure }) => {
  const settings = settingsWith(['silence', 'too-slow'], { silence: 'late', params: { maxRetries: 1 } });
  await page.goto(linkTo(settings, { speed: 2 }));
  await figure.shows(expectedOf(settings));
  await figure.button('First step').click();
  await figure.button('Play').click();
  await figure.button('Reset').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
  await expect(figure.button('Play')).toBeVisible();
  await expect(figure.choice('Speed', '1×')).toBeChecked();

  await figure.button('Undo').click();
  await expect(figure.failure('Too slow')).toBeChecked();
  await expect(figure.choice('Which silence it was', 'Late')).toBeChecked();
  await expect(figure.headline).toHaveText(expectedOf(settings).headline);
  await figure.button('Redo').click();
  await figure.shows(expectedOf(DEFAULT_SETTINGS));
});

test('undo and redo, by button and by key, lead through every change and no step', async ({ page, figure }) => {
  await page.goto('./');
  for (const name of ['Undo', 'Redo']) await expect(figure.button(name)).toHaveAttribute('aria-disabled', 'true');
  await figure.failure('Not there').click();
  await figure.button('Step back').click();
  await figure.choice('Which silence it was', 'Request lost').click();
  const lost = settingsWith(['silence', 'not-there'], { silence: 'request-lost' });
  await expect(figure.headline).toHaveText(expectedOf(lost).headline);

  await page.keyboard.press('Control+z');
  await expect(figure.choice('Which silence it was', 'Answer lost')).toBeChecked();
  await page.keyboard.press('Control+z');
  await expect(figure.failure('Not there')).not.toBeChecked();
  await expect(figure.button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+Shift+z');
  await expect(figure.failure('Not there')).toBeChecked();
  await figure.button('Redo').click();
  await expect(figure.choice('Which silence it was', 'Request lost')).toBeChecked();
  await expect(figure.headline).toHaveText(expectedOf(lost).headline);
  await expect(figure.button('Redo')).toHaveAttribute('aria-disabled', 'true');

  // A new change ends what could be redone.
  await figure.button('Undo').click();
  await figure.failure('Too slow').click();
  await expect(figure.button('Redo')).toHaveAttribute('aria-disabled', 'true');
});

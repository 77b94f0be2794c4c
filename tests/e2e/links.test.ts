import { findingOf } from '../../src/core/finding.ts';
import { DEFAULT_SETTINGS } from '../../src/core/figure.ts';
import { decodeUrl, DEFAULT_LINK, encodeUrl } from '../../src/store/url.ts';
import { en } from '../../src/words/en.ts';
import { expectedOf, linkTo, runOf, settingsWith } from './expected.ts';
import { expect, test } from './figure.ts';

test('what is seen is in the address, and a reload brings it back exactly', async ({ page, figure }) => {
  const settings = settingsWith(['silence', 'nothing-found'], { silence: 'late', jitter: 'equal', params: { maxRetries: 3 } });
  await page.goto('./');
  await figure.failure('Nothing found').click();
  // Pressed before the page is alive it is done again when it is: what it came to is in the address.
  await figure.choice('Which silence it was', 'Late').click();
  await page.getByRole('combobox', { name: 'Jitter' }).selectOption('equal');
  await figure.slider('Retries').press('ArrowRight');
  await figure.choice('Speed', '2×').click();
  await figure.button('Step back').click();
  const { opening, steps } = runOf(settings);
  const first = steps[opening - 1]?.events[0];
  if (first === undefined) throw new Error('no event before the opening step');
  const cursor = { lane: first.lane, id: first.event.id };
  const query = encodeUrl({ ...DEFAULT_LINK, settings, cursor, speed: 2 });
  await expect.poll(() => new URL(page.url()).search).toBe(`?${query}`);

  await figure.shows(expectedOf(settings, cursor));
  const before = await figure.text();
  await page.reload();
  await figure.shows(expectedOf(settings, cursor));
  expect(await figure.text()).toEqual(before);
  await expect(figure.choice('Speed', '2×')).toBeChecked();

  await figure.button('Reset').click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('the address is replaced, seldom, and the history does not grow', async ({ page, figure }) => {
  await page.addInitScript(() => {
    const calls = { push: 0, replace: 0 };
    Object.assign(window, { calls });
    const pushState = history.pushState.bind(history);
    const replaceState = history.replaceState.bind(history);
    history.pushState = (...rest) => {
      calls.push += 1;
      pushState(...rest);
    };
    history.replaceState = (...rest) => {
      calls.replace += 1;
      replaceState(...rest);
    };
  });
  await page.goto('./#a-fragment');
  const length = await page.evaluate(() => history.length);
  await figure.slider('Refund amount').focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => new URL(page.url()).search).toBe('?v=1&refund=120');
  expect(new URL(page.url()).hash).toBe('#a-fragment');
  expect(await page.evaluate(() => history.length)).toBe(length);
  const calls = await page.evaluate(() => (window as unknown as { calls: { push: number; replace: number } }).calls);
  expect(calls.push).toBe(0);
  // Safari refuses the hundredth in 30 seconds.
  expect(calls.replace).toBeLessThan(40);
});

test('Back leads to the page before', async ({ page, figure }) => {
  await page.goto('about:blank');
  await page.goto('./');
  await figure.failure('Too slow').click();
  await expect.poll(() => new URL(page.url()).search).toContain('too-slow');
  await page.goBack();
  expect(page.url()).toBe('about:blank');
  await page.goForward();
  await expect(figure.failure('Too slow')).toBeChecked();
});

const BAD: readonly (readonly [query: string, names: string, uses: string])[] = [
  ['v=1&retries=abc', 'retries', '2'],
  ['v=1&retries=99', 'retries', '10'],
  ['v=1&silence=maybe', 'silence', 'answer-lost'],
  ['v=1&fail=silnce', 'fail', 'silence'],
  ['v=1&retrys=3', 'retrys', 'retries'],
  ['v=9', '9', '1'],
  ['v=1&refund=300', 'refund', '240'],
  ['v=1&at=nonsense', 'at', 'opening step'],
];

test('a bad value is named, and the nearest is used, until it is dismissed', async ({ page, figure }) => {
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'link' });
  for (const [query, names, uses] of BAD) {
    await test.step(query, async () => {
      await page.goto(`./?${query}`);
      await expect(notice).toBeVisible();
      await expect(notice).toContainText(names);
      await expect(notice).toContainText(uses);
      await figure.shows(expectedOf(decodeUrl(query).state.settings));
      await figure.button('Dismiss').click();
      await expect(notice).toHaveCount(0);
    });
  }
});

test('an event that is not in the run is named as well', async ({ page, figure }) => {
  await page.goto('./?v=1&at=no-guard.refund.9.outcome');
  await expect(figure.headline).toBeVisible();
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'refund.9.outcome' });
  await expect(notice).toBeVisible();
});

const HOSTILE = [
  `a=${'a'.repeat(20_000)}`,
  'v=999999999999999999999&fail=none',
  'fail=%E0%A4%A&silence=%',
  'fail=<script>document.title="taken"</script>',
  'at=no-guard.__proto__&__proto__=1&constructor=2',
  'at=__proto__.policy.action',
  'retries=1e999&backoff=NaN&factor=-1&cap=Infinity&deadline=0',
  'v=1&v=2&v=3&fail=silence&fail=none',
  'fail=silence%00,too-slow%0d%0a',
  'v=1&fail=none&turn-ms=0&read-ms=0&refund-ms=0&posting-ms=0&guard-ms=0',
  'v=1&fail=too-slow,silence,temporary-error&deadline=10000&retries=10&backoff=10000&factor=5',
  'v=1&silence=late&late-ms=60000',
  '&&&===&=&%3D=%26',
  'speed=0&speed=999&view=policy-lab',
  'refund=0.000001&seed=-1',
  encodeURIComponent('v=1&fail=none'),
];

test('no address gives a blank page', async ({ page, figure }) => {
  test.slow();
  // A server may refuse what is longer than its headers may be; others do not.
  await page.route(
    ({ search }) => search.length > 8_000,
    async (route) => {
      const { origin } = new URL(route.request().url());
      await route.fulfill({ response: await page.request.get(origin) });
    },
  );
  for (const query of HOSTILE) {
    await test.step(query.slice(0, 80), async () => {
      await page.goto(`./?${query}`);
      // What was asked for: the page may have tidied its address by now.
      const { state, notices } = decodeUrl(new URL(`./?${query}`, page.url()).search);
      const { trace } = runOf(state.settings);
      const finding = findingOf(trace);
      if (finding === null) throw new Error('no finding');
      await expect(figure.headline).toBeVisible();
      await expect(figure.headline).toHaveText(en.headline(finding).map(({ text }) => text).join(''));
      for (const part of [figure.timeline, figure.ledgers.guarded, figure.trace]) await expect(part).toBeVisible();
      await expect(figure.button('Dismiss')).toHaveCount(notices.length);
      expect(await page.title()).toBe(en.productName);
      // It still works.
      await figure.button('First step').click({ force: true });
      await expect(figure.playhead).toHaveAttribute('aria-valuetext', /^0\.00 s, step 1 of /);
    });
  }
});

test('a link that says in words what the page opens with shows it', async ({ page, figure }) => {
  for (const query of ['v=1', 'v=1&speed=2', 'fail=silence', 'retries=2&cap=none', 'at=no-guard.refund.2.outcome', 'utm_source=mail']) {
    await page.goto(`./?${query}`);
    await expect(figure.headline, query).toBeVisible();
    await expect(figure.headline).toHaveText(expectedOf(DEFAULT_SETTINGS).headline);
  }
});

test('nothing that the person did is lost when the address changes under the page', async ({ page, figure }) => {
  await page.goto(linkTo(settingsWith(['not-there'])));
  await figure.failure('Too slow').click();
  await expect.poll(() => new URL(page.url()).search).toContain('too-slow');
  // A fragment, as a link of a table of contents makes it.
  await page.evaluate(() => (window.location.hash = 'trace'));
  await page.goBack();
  await expect(figure.failure('Too slow')).toBeChecked();
  await expect(figure.failure('Not there')).toBeChecked();
  await expect(figure.button('Undo')).not.toHaveAttribute('aria-disabled', 'true');
});

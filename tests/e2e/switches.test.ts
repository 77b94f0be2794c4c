import { DEFAULT_SETTINGS, SILENCES, SWITCHES, type FigureSettings, type SwitchId } from '../../src/core/figure.ts';
import { observationText } from '../../src/core/format/essay.ts';
import type { Category } from '../../src/core/taxonomy.ts';
import type { LaneTrace, ObservationEvent } from '../../src/core/trace.ts';
import { expectedOf, linkTo, runOf, settingsWith } from './expected.ts';
import { expect, test, type Figure } from './figure.ts';

/** The names that the page promises to those who do not see it, and what the wrapper does about each class. */
const FAILURES: Record<SwitchId, { readonly name: string; readonly category: Category; readonly recovery: 'retry' | 'feed back' }> = {
  'temporary-error': { name: 'Temporary error', category: 'transient', recovery: 'retry' },
  'too-slow': { name: 'Too slow', category: 'transient', recovery: 'retry' },
  silence: { name: 'Posted, then silence', category: 'transient', recovery: 'retry' },
  'not-there': { name: 'Not there', category: 'permanent', recovery: 'feed back' },
  'nothing-found': { name: 'Nothing found', category: 'empty-result', recovery: 'feed back' },
  'wrong-arguments': { name: 'Wrong arguments', category: 'malformed', recovery: 'feed back' },
  'no-such-tool': { name: 'No such tool', category: 'unknown-tool', recovery: 'feed back' },
};

const IDS = SWITCHES.map(({ id }) => id);

/** The Observation of the first call that a fault struck. */
function struckIn(lane: LaneTrace): ObservationEvent {
  const struck = lane.events.find(
    (event) => event.kind === 'rejected' || (event.kind === 'outcome' && event.category !== 'ok'),
  );
  const observation = lane.events.find(
    (event): event is ObservationEvent =>
      event.kind === 'observation' && struck !== undefined && 'call' in struck && event.call === struck.call,
  );
  if (observation === undefined) throw new Error('no fault struck');
  return observation;
}

/** The text of every Observation is in the trace. */
async function printsObservations(figure: Figure, settings: FigureSettings): Promise<void> {
  const text = (await figure.trace.innerText()).replace(/\s+/g, ' ');
  for (const { events } of runOf(settings).trace.lanes) {
    for (const event of events) {
      if (event.kind === 'observation') expect(text).toContain(`Observation: ${observationText(event.result)}`.replace(/\s+/g, ' '));
    }
  }
}

for (const id of IDS) {
  const { name, category, recovery } = FAILURES[id];
  test(`${name}: on alone it is classified ${category}, told and handed to the model`, async ({ page, figure }) => {
    const settings = settingsWith([id]);
    await page.goto(linkTo(settingsWith([])));
    await figure.shows(expectedOf(settingsWith([])));
    await expect(figure.failure(name)).not.toBeChecked();

    await figure.failure(name).click();
    await expect(figure.failure(name)).toBeChecked();
    await expect(figure.failure(name)).toHaveAccessibleDescription(new RegExp(`\\b${category} ?${recovery}$`));
    await figure.shows(expectedOf(settings));
    await printsObservations(figure, settings);

    const lane = runOf(settings).unguarded;
    const { id: event, result } = struckIn(lane);
    await page.goto(linkTo(settings, { cursor: { lane: lane.id, id: event } }));
    await expect(figure.modelReads).toContainText(observationText(result));
    await expect(figure.modelReads).toContainText(`attempts${result.attempts}`);
    await expect(figure.trace.locator('[aria-current=step]').getByText(`Observation: ${observationText(result)}`).first()).toBeVisible();

    await figure.failure(name).click();
    await expect(figure.failure(name)).not.toBeChecked();
    await expect(figure.headline).toHaveText(expectedOf(settingsWith([])).headline);
  });
}

test('every switch at once: each strikes in its own place', async ({ page, figure }) => {
  const settings = settingsWith(IDS);
  await page.goto('./');
  for (const id of IDS) if (id !== 'silence') await figure.failure(FAILURES[id].name).click();
  // The playhead stays on the opening step of each run, since none was chosen.
  await figure.shows(expectedOf(settings));
  await printsObservations(figure, settings);
  for (const { category } of SWITCHES) await expect(figure.trace).toContainText(category);
});

const SILENCE_NAMES = { 'request-lost': 'Request lost', 'answer-lost': 'Answer lost', late: 'Late' } as const;
const GUARDED_VERDICTS = {
  'request-lost': 'refunded never, reported refunded',
  'answer-lost': 'refunded once, in this process',
  late: 'refunded once, in this process',
} as const;

for (const silence of SILENCES) {
  test(`the silence was: ${SILENCE_NAMES[silence]}`, async ({ page, figure }) => {
    const settings = settingsWith(['silence'], { silence });
    await page.goto('./');
    await figure.choice('Which silence it was', SILENCE_NAMES[silence]).click();
    await figure.shows(expectedOf(settings));
    await figure.button('Last step').click();
    await figure.shows(expectedOf(settings, runOf(settings).steps.length - 1));
    await expect(figure.ledgers.guarded).toContainText(GUARDED_VERDICTS[silence]);
  });
}

test('during silence the agent sees the same, whichever silence it is, and believes nothing', async ({ page, figure }) => {
  const seen: string[] = [];
  for (const silence of SILENCES) {
    await page.goto(linkTo(settingsWith(['silence'], { silence }), { cursor: { lane: 'no-guard', id: 'refund.1.outcome' } }));
    for (const ledger of [figure.ledgers.unguarded, figure.ledgers.guarded]) {
      await expect(ledger).toContainText('The agent believes: unknown');
    }
    seen.push(await figure.modelReads.innerText());
  }
  expect(new Set(seen).size).toBe(1);
});

test('without retries the refund is there once and reported failed', async ({ page, figure }) => {
  const settings = settingsWith(['silence'], { params: { maxRetries: 0 } });
  await page.goto(linkTo(settings));
  await figure.shows(expectedOf(settings));
  await figure.button('Last step').click();
  await expect(figure.ledgers.unguarded).toContainText('refunded once, reported failed');
  await expect(figure.ledgers.guarded).toContainText('refunded once, reported failed');
});

test('a deadline between the posting and its answer refunds three times', async ({ page, figure }) => {
  const settings = settingsWith([], { params: { deadlineMs: 350 } });
  await page.goto(linkTo(settings));
  await figure.shows(expectedOf(settings));
  await figure.button('Last step').click();
  await expect(figure.ledgers.unguarded).toContainText('refunded three times');
  await figure.shows(expectedOf(settings, runOf(settings).steps.length - 1));
});

test('a gateway that knows what was captured refuses the second refund', async ({ page, figure }) => {
  const settings = settingsWith(['silence'], { refusesOverCapture: true, params: { refundMinor: 16_000 } });
  await page.goto(linkTo(settings));
  await figure.shows(expectedOf(settings));
  const checkbox = page.getByRole('checkbox', { name: 'Gateway refuses more than was captured' });
  await expect(checkbox).toBeChecked();
  await checkbox.click();
  await figure.shows(expectedOf({ ...settings, refusesOverCapture: false }));
});

test('jitter is chosen by name and drawn from the seed of the link', async ({ page, figure }) => {
  const settings: FigureSettings = { ...DEFAULT_SETTINGS, jitter: 'full' };
  await page.goto('./');
  await page.getByRole('combobox', { name: 'Jitter' }).selectOption('full');
  await figure.shows(expectedOf(settings));
  const otherLuck = { ...settings, params: { ...settings.params, seed: 7 } };
  await page.goto(linkTo(otherLuck));
  await figure.shows(expectedOf(otherLuck));
});

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Selectors of what is looked at alone, or not at all. */
interface Part {
  readonly within?: string;
  readonly without?: string;
}

/** What axe finds wrong in the page as it stands, with the place and the reason. */
export async function violations(page: Page, { within, without }: Part = {}): Promise<string[]> {
  // Every rule runs. What they passed is not described, and their results are not put together in a window of their own:
  // both cost more than the rules, and the second is for frames of other origins, of which there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  if (without !== undefined) axe.exclude(without);
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`));
}

import type { Category, EssayCategory } from '../core/taxonomy.ts';

/** The colour family of a class. The wider ones share the family of the class that is nearest; their words tell them apart. */
export function toneOfCategory(category: Category): 'ok' | 'unknown' | EssayCategory {
  switch (category) {
    case 'unknown-outcome':
      return 'unknown';
    case 'business-rejection':
    case 'denied':
      return 'permanent';
    case 'incomplete':
      return 'empty-result';
    case 'down':
      return 'transient';
    case 'ok':
    case 'transient':
    case 'permanent':
    case 'empty-result':
    case 'malformed':
    case 'unknown-tool':
      return category;
  }
}

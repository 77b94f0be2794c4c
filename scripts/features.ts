// Prints what the public reports need of the engine, how many incidents carry each, and what is still missing.
import { featureTable } from './incident-tables.ts';

console.log(featureTable());

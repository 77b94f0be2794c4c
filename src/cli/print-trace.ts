import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { essayText, taxonomyText } from '../core/format/essay.ts';
import { jsonText } from '../core/format/json.ts';
import { INCIDENT_IDS, INCIDENT_NAMES } from '../core/incident-names.ts';
import { parseScenario, type Scenario } from '../core/scenario.ts';
import { NAMED_SCENARIOS } from '../core/scenarios.ts';
import { simulate } from '../core/simulate.ts';
import { TAXONOMY } from '../core/taxonomy.ts';

/** Exit code of a call that cannot be carried out: the name, the file or an option is wrong. */
const USAGE = 2;

/** A reason to stop, said in one line. */
class Refused extends Error {}

/** What the process writes, and the code it exits with. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

const TAXONOMY_NAME = 'taxonomy';
const NAMES = [TAXONOMY_NAME, ...NAMED_SCENARIOS.map(({ scenario }) => scenario.name)];
/** There are too many to list in one line. */
const INCIDENTS = `${INCIDENT_NAMES[0] ?? ''} to ${INCIDENT_NAMES.at(-1) ?? ''}`;
const INCIDENT_FOLDER = join(import.meta.dirname, '../incidents');

/** @param args what stands behind the program's name */
export function printTrace(args: readonly string[]): Printed {
  try {
    return { stdout: textOf(args), stderr: '', code: 0 };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Messages of parseArgs, and paths, may hold line feeds.
    return { stdout: '', stderr: `trace: ${error.message.replace(/\s+/g, ' ')}\n`, code: USAGE };
  }
}

function textOf(args: readonly string[]): string {
  const { name, json, lane } = readArguments(args);
  if (name === TAXONOMY_NAME) {
    if (lane !== undefined) throw new Refused(`${TAXONOMY_NAME} has no lanes`);
    return json ? jsonText(TAXONOMY) : taxonomyText();
  }
  const scenario = onlyLane(findScenario(name), lane);
  const trace = simulate(scenario);
  return json ? jsonText({ scenario, lanes: trace.lanes }) : essayText(scenario, trace);
}

function readArguments(args: readonly string[]): { name: string; json: boolean; lane: string | undefined } {
  const { values, positionals } = parsed(args);
  const [name, ...more] = positionals;
  if (name === undefined) throw new Refused(`name a scenario or a file: ${NAMES.join(', ')}, or an incident: ${INCIDENTS}`);
  if (more.length > 0) throw new Refused(`one scenario at a time, got ${positionals.join(' ')}`);
  return { name, json: values.json ?? false, lane: values.lane };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: 'boolean' }, lane: { type: 'string' } } });
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : String(error));
  }
}

function findScenario(name: string): Scenario {
  const named = NAMED_SCENARIOS.find(({ scenario }) => scenario.name === name);
  if (named !== undefined) return named.scenario;
  const incident = INCIDENT_IDS[INCIDENT_NAMES.indexOf(name)];
  return readScenario(incident === undefined ? name : join(INCIDENT_FOLDER, `${incident}.json`));
}

function readScenario(path: string): Scenario {
  const parsedFile = parseScenario(readJson(path));
  if (parsedFile.ok) return parsedFile.scenario;
  const { length } = parsedFile.problems;
  const [first] = parsedFile.problems;
  const where = first === undefined || first.path === '' ? '' : ` at ${first.path}`;
  const more = length > 1 ? ` (and ${length - 1} more)` : '';
  throw new Refused(`${path}: not a scenario${where}: ${first?.message ?? ''}${more}`);
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Refused(`no scenario and no readable file is called ${JSON.stringify(path)}; the scenarios are ${NAMES.join(', ')}, and the incidents ${INCIDENTS}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refused(`${path}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function onlyLane(scenario: Scenario, lane: string | undefined): Scenario {
  if (lane === undefined) return scenario;
  const lanes = scenario.lanes.filter(({ id }) => id === lane);
  if (lanes.length === 0) {
    throw new Refused(`no lane ${JSON.stringify(lane)} in ${scenario.name}; its lanes are ${scenario.lanes.map(({ id }) => id).join(', ')}`);
  }
  return { ...scenario, lanes };
}

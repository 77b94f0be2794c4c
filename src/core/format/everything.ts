import { failureProblem } from '../failure-problem.ts';
import type { ResolvedCall } from '../resolved-call.ts';
import type { FailureCategory } from '../taxonomy.ts';
import { observationText } from './essay.ts';
import { pythonJson } from './python-json.ts';

/** Lines of a stack trace: the heading, two for each frame, the exception. */
export const STACK_TRACE_LINES = 40;

/**
 * What the model reads where the exception is passed on as it was raised: a stack trace in Python's form, of a program
 * that does not exist. A usable result comes through as it is.
 */
export function everythingText(resolved: ResolvedCall): string {
  const { tool, args, result } = resolved;
  if (result.category === 'ok') return observationText(result);
  const call = oneLine(`${tool}(**${pythonJson(args)})`);
  // A call that the contract refuses is raised by the check; what is sent is raised below the tool.
  const below = result.attempts === 0 ? CHECK_FRAMES : TRANSPORT_FRAMES;
  const frames = [...loopFrames(call, Math.max(1, result.attempts)), ...below];
  return [
    'Traceback (most recent call last):',
    ...frames.flatMap(([file, line, name, source]) => [`  File "${file}", line ${line}, in ${name}`, `    ${source}`]),
    `${EXCEPTIONS[result.category]}: ${oneLine(failureProblem(result))}`,
  ].join('\n');
}

const EXCEPTIONS: Record<FailureCategory, string> = {
  transient: 'agent.errors.TransientError',
  permanent: 'agent.errors.PermanentError',
  'empty-result': 'LookupError',
  malformed: 'agent.errors.ArgumentError',
  'unknown-tool': 'KeyError',
  'unknown-outcome': 'TimeoutError',
  'business-rejection': 'agent.errors.BusinessError',
  incomplete: 'agent.errors.IncompleteError',
  denied: 'PermissionError',
  down: 'ConnectionError',
};

type Frame = readonly [file: string, line: number, name: string, source: string];

function loopFrames(call: string, attempt: number): readonly Frame[] {
  return [
    ['agent/main.py', 41, '<module>', 'sys.exit(run(task_from(sys.argv)))'],
    ['agent/main.py', 33, 'run', 'return Loop(task, TOOLS).until_finished()'],
    ['agent/loop.py', 118, 'until_finished', 'self.take(self.model.next_move(self.transcript))'],
    ['agent/loop.py', 96, 'take', 'observation = self.act(move)'],
    ['agent/loop.py', 74, 'act', `return self.tools.call(move)  # ${call}`],
    ['agent/tools/registry.py', 57, 'call', 'return self.middleware(move.tool, move.arguments)'],
    ['agent/tools/middleware.py', 29, '__call__', 'return self.inner(tool, arguments)'],
    ['agent/tools/timing.py', 22, 'timed', 'return inner(tool, arguments)'],
    ['agent/tools/attempts.py', 63, 'attempted', `return inner(tool, arguments)  # attempt ${attempt}`],
  ];
}

const TRANSPORT_FRAMES: readonly Frame[] = [
  ['agent/tools/registry.py', 88, 'invoke', 'return self.functions[tool](**arguments)'],
  ['agent/tools/remote.py', 45, 'remote', 'reply = client.ask(name, arguments, deadline=deadline)'],
  ['agent/client/client.py', 131, 'ask', 'return self.session.send(self.prepared(name, arguments))'],
  ['agent/client/session.py', 207, 'send', 'response = self.channel.exchange(request)'],
  ['agent/client/session.py', 171, 'exchange', 'return self.hooks.around(self.once, request)'],
  ['agent/client/hooks.py', 38, 'around', 'return step(request)'],
  ['agent/client/channel.py', 152, 'once', 'with self.pool.lease(request.host) as line:'],
  ['agent/client/pool.py', 94, 'lease', 'yield self.opened(host)'],
  ['agent/client/channel.py', 159, 'once', 'return self.read(line.roundtrip(request.encoded()))'],
  ['agent/client/reply.py', 66, 'read', 'raise self.failure(reply)'],
];

const CHECK_FRAMES: readonly Frame[] = [
  ['agent/tools/registry.py', 81, 'invoke', 'self.contract.check(tool, arguments)'],
  ['agent/contract/contract.py', 112, 'check', 'return self.checked(self.space, tool, arguments)'],
  ['agent/contract/contract.py', 98, 'checked', 'return Visitor(space).visit(tool, arguments)'],
  ['agent/contract/visitor.py', 143, 'visit', 'return self.visit_call(Call(tool, arguments))'],
  ['agent/contract/visitor.py', 127, 'visit_call', 'return self.dispatch(call)'],
  ['agent/contract/visitor.py', 71, 'dispatch', 'return self.handlers[type(node)](node)'],
  ['agent/contract/rules.py', 54, 'on_call', 'return self.all_of(self.rules_for(node), node)'],
  ['agent/contract/rules.py', 39, 'all_of', 'return [rule(node) for rule in rules]'],
  ['agent/contract/rules.py', 25, 'rule', 'return self.report(node, self.test(node))'],
  ['agent/contract/report.py', 17, 'report', 'raise self.failure(node)'],
];

/** What is quoted from a call must not make the trace longer. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\u0085]+/g, ' ');
}

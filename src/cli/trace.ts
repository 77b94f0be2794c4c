import { printTrace } from './print-trace.ts';

const { stdout, stderr, code } = printTrace(process.argv.slice(2));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;

const nameWidth = 12;

export function beginStage(name) {
  process.stdout.write(name.padEnd(nameWidth));
}

/** `output` is shown only with a failure: a passing stage is one line. */
export function endStage({ verdict, seconds, note = '', output = '' }) {
  const time = seconds === undefined ? '' : `${seconds.toFixed(1)} s`.padStart(8);
  process.stdout.write(`${verdict.padEnd(7)}${time}${note && `   ${note}`}`.trimEnd() + '\n');
  if (verdict !== 'failed' || !output.trim()) return;
  process.stdout.write(`\n${output.trim()}\n\n`);
}

import { describe, expect, it } from 'vitest';
import { parseHttpDate, parseUtc } from '../../src/core/http-date.ts';

/** RFC 9110's own example in its three forms; 784,111,777 s after 1970, as any Unix `date` gives it. */
const EXAMPLE = 784_111_777_000;

describe('an HTTP date', () => {
  it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])('[V7] is read as %s', (text) => {
    expect(parseHttpDate(text)).toBe(EXAMPLE);
  });

  it.each([
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Wed, 31 Dec 1969 23:59:59 GMT', -1_000],
    // The last second of a signed count of 32 bits.
    ['Tue, 19 Jan 2038 03:14:07 GMT', (2 ** 31 - 1) * 1_000],
    ['Thu, 29 Feb 2024 00:00:00 GMT', 1_709_164_800_000],
    ['Fri, 01 Mar 2024 00:00:00 GMT', 1_709_164_800_000 + 86_400_000],
    // 2000 is a leap year, since 400 divides it: 10 957 days before it, and 59 in it.
    ['Tue, 29 Feb 2000 00:00:00 GMT', (10_957 + 59) * 86_400_000],
  ])('[V8] counts the days to %s', (text, ms) => {
    expect(parseHttpDate(text)).toBe(ms);
  });

  it('[V8] a leap second is the second after it', () => {
    expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT')).toBe(parseHttpDate('Sun, 01 Jan 2017 00:00:00 GMT'));
  });

  it.each([
    ['Thursday, 01-Jan-70 00:00:00 GMT', 0],
    // 1 Jan 2069 is 99 years, 25 of them leap years, after 1970.
    ['Tuesday, 01-Jan-69 00:00:00 GMT', (99 * 365 + 25) * 86_400_000],
  ])('[V7] two digits of a year from 70 on are of the last century: %s', (text, ms) => {
    expect(parseHttpDate(text)).toBe(ms);
  });

  it.each([
    ...['Thu, 29 Feb 2023 00:00:00 GMT', 'Mon, 29 Feb 2100 00:00:00 GMT', 'Thu, 29 Feb 1900 00:00:00 GMT', 'Sat, 31 Apr 2025 00:00:00 GMT'],
    ...['Sun, 00 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 24:00:00 GMT', 'Sun, 06 Nov 1994 08:60:37 GMT', 'Sun, 06 Nov 1994 08:49:61 GMT'],
    ...['Sun, 6 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 94 08:49:37 GMT', 'Sun, 06 nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:37 UTC'],
    ...['Sun, 06 Nov 1994 08:49:37 +0000', 'Sun Nov 6 08:49:37 1994', 'Sun Nov  0 08:49:37 1994', '1994-11-06T08:49:37Z', ' Sun, 06 Nov 1994 08:49:37 GMT'],
    ...['Sun, 06 Nov 1994 08:49:37 GMT\n', '06 Nov 1994', '120', 'soon', ''],
  ])('[V8] %j is none', (text) => {
    expect(parseHttpDate(text)).toBe(null);
  });
});

describe('the start of a clock', () => {
  it('[V8] is written in ISO 8601, in UTC and to the second', () => {
    expect(parseUtc('1994-11-06T08:49:37Z')).toBe(EXAMPLE);
    expect(parseUtc('2024-02-29T00:00:00Z')).toBe(1_709_164_800_000);
  });

  it.each(['2023-02-29T00:00:00Z', '2025-13-01T00:00:00Z', '2025-00-01T00:00:00Z', '2025-01-01T00:00:00', '2025-01-01T00:00:00.0Z', '2025-01-01', '2025-1-1T00:00:00Z'])(
    '[V8] %s is none',
    (text) => {
      expect(parseUtc(text)).toBe(null);
    },
  );
});

/**
 * Points in time as HTTP and ISO 8601 write them, as milliseconds since 1970-01-01T00:00:00Z. By hand, since `Date` reads
 * what it likes of a wrong text, and differently from engine to engine.
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const TIME = String.raw`(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})`;
const MONTH = `(?<month>${MONTHS.join('|')})`;

/** The three forms that a recipient has to read: RFC 9110, section 5.6.7. */
const FORMS = [
  new RegExp(String.raw`^\w{3}, (?<day>\d{2}) ${MONTH} (?<year>\d{4}) ${TIME} GMT$`),
  new RegExp(String.raw`^\w{6,9}, (?<day>\d{2})-${MONTH}-(?<year>\d{2}) ${TIME} GMT$`),
  new RegExp(String.raw`^\w{3} ${MONTH} (?<day>[ \d]\d) ${TIME} (?<year>\d{4})$`),
];

/** Null for what is no HTTP date. */
export function parseHttpDate(text: string): number | null {
  const found = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return null;
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = found;
  return epoch(fullYear(year), MONTHS.indexOf(month) + 1, Number(day), Number(hour), Number(minute), Number(second));
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})Z$/;

/** `2025-01-01T00:00:00Z`; null for every other form. */
export function parseUtc(text: string): number | null {
  const found = ISO.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  return epoch(year, month, day, hour, minute, second);
}

/** Two digits mean the century that brings them closest to our own years; RFC 9110 leaves 50 years of future. */
function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length === 4 ? year : year + (year < 70 ? 2000 : 1900);
}

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function epoch(year: number, month: number, day: number, hour: number, minute: number, second: number): number | null {
  const inMonth = DAYS_IN_MONTH[month - 1];
  if (inMonth === undefined || day < 1 || day > inMonth + (month === 2 && isLeap(year) ? 1 : 0)) return null;
  // 60 is a leap second, which the count of milliseconds does not have: it is the second after it.
  if (hour > 23 || minute > 59 || second > 60) return null;
  return (((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1000;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysSince1970(year: number, month: number, day: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const leapDaysTo1970 = 477;
  const inYear = DAYS_IN_MONTH.slice(0, month - 1).reduce((sum, days) => sum + days, 0) + (month > 2 && isLeap(year) ? 1 : 0);
  return (year - 1970) * 365 + leapDays - leapDaysTo1970 + inYear + day - 1;
}

/**
 * Matches each place where a spreadsheet program could see the start of a formula (CWE-1236), full-width forms included: the
 * start of the text, or after a comma, semicolon, tab, bar or line break, because programs split a file at the separator of
 * their own language. A tab or line break that begins a cell also matches. A line `sep=,` would help in Excel only; other
 * programs would read it as a row of data.
 */
const beginning = String.raw`(?:^|[,;|\t\r\n])(?:[^\S\t\r\n]|")*`
const formula = String.raw`(?='*[=+\-@＝＋－＠])`
const blank = String.raw`(?='*[\t\r\n])`
// The regex tests one character before it looks behind, so it scans a run of spaces, quotes or apostrophes only once.
const unescaped = new RegExp(`(?=['=+\\-@＝＋－＠])(?<=${beginning})${formula}|^${blank}`, 'g')
const escaped = new RegExp(`'(?<=${beginning}')${formula}|^'${blank}`, 'g')

/** Returns a cell's text for a CSV file, with an apostrophe before everything that a spreadsheet could run as a formula. */
export const escapeFormulas = (text: string): string => text.replaceAll(unescaped, "'")

/** Reverses `escapeFormulas`. */
export const unescapeFormulas = (text: string): string => text.replaceAll(escaped, '')

/**
 * Where a spreadsheet program that splits a CSV file at a comma, semicolon, tab, bar or line break could see the first character
 * of a formula (CWE-1236), full-width forms included; and a tab or line break that begins a cell. Programs split at the separator
 * of their language, not of the file. A line `sep=,` would stop Excel alone, and be a row of data to all others.
 */
const beginning = String.raw`(?:^|[,;|\t\r\n])(?:[^\S\t\r\n]|")*`
const formula = String.raw`(?='*[=+\-@＝＋－＠])`
const blank = String.raw`(?='*[\t\r\n])`
// One character is looked at first, then what is before it: a run of spaces, quotes or apostrophes is gone through once.
const unescaped = new RegExp(`(?=['=+\\-@＝＋－＠])(?<=${beginning})${formula}|^${blank}`, 'g')
const escaped = new RegExp(`'(?<=${beginning}')${formula}|^'${blank}`, 'g')

/** A cell's text with an apostrophe before all that could be run as a formula, as it goes into a CSV file. */
export const escapeFormulas = (text: string): string => text.replaceAll(unescaped, "'")

/** The text that `escapeFormulas` made this of. */
export const unescapeFormulas = (text: string): string => text.replaceAll(escaped, '')

import * as z from 'zod/mini'

const two = (value: number) => String(value).padStart(2, '0')

/** As `<input type="datetime-local">` writes a time in the reader's zone. */
export const localTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/))

/** To the minute; to the second where it has one. */
export function localText(epochMs: number): string {
  const time = new Date(epochMs)
  const seconds = time.getSeconds()
  const date = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}${seconds === 0 ? '' : `:${two(seconds)}`}`
}

/** Epoch milliseconds. */
export const epochOf = (text: string): number => new Date(text).getTime()

/** The order matters: the user agent of an earlier browser also contains the names of later browsers. */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

const firstOf = (kinds: readonly (readonly [string, RegExp])[], text: string) =>
  kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? null

/** Returns the browser and system in a user agent; `null` when either is not a common one. */
export function deviceOf(userAgent: string): { browser: string; system: string } | null {
  const browser = firstOf(browsers, userAgent)
  const system = firstOf(systems, userAgent)
  return browser === null || system === null ? null : { browser, system }
}

/**
 * The color of each meaning in the light and in the dark scheme, with a contrast of at least 3:1 on every surface it appears on.
 * Badges, bars, cells and alerts use these colors.
 */
const colors = {
  free: ['#099268', '#38d9a9'],
  reserved: ['#d9730d', '#fcc419'],
  bound: ['#7048e8', '#b197fc'],
  unavailable: ['#495057', '#ced4da'],
  unknown: ['#868e96', '#909296'],
  inDoubt: ['#e8590c', '#ff922b'],
  failed: ['#e03131', '#ff6b6b'],
  running: ['#1c7ed6', '#4dabf7'],
  waiting: ['#868e96', '#8a8a8a'],
  done: ['#099268', '#38d9a9'],
  attention: ['#b8860b', '#ffd43b'],
  /** Finished, or not relevant. */
  ended: ['#868e96', '#909296'],
  // Text, with a contrast of at least 4.5:1, and the surfaces and borders of messages.
  'done-text': ['#087f5b', '#63e6be'],
  'attention-text': ['#7a4d00', '#ffe8a3'],
  'attention-surface': ['#fff9db', '#33290b'],
  'attention-line': ['#ffe066', '#5c4a10'],
  'failed-text': ['#c92a2a', '#ff8787'],
  'failed-surface': ['#fff5f5', '#341717'],
  'failed-line': ['#ffc9c9', '#5f2323'],
} as const
export type Meaning = Exclude<keyof typeof colors, `${string}-${string}`>

/** Mantine's palettes for buttons and menu entries, which need more than one shade, and for alerts without a meaning. */
export const dangerColor = 'red'
export const neutralColor = 'gray'

/** Returns the CSS variables of one scheme: `--meaning-free`, `--meaning-failed-text` and so on. */
export const meaningVariables = (scheme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(colors).map(([name, [light, dark]]) => [
      `--meaning-${name}`,
      scheme === 'light' ? light : dark,
    ]),
  )

export const colorOf = (meaning: Meaning): string => `var(--meaning-${meaning})`
export const textColorOf = (meaning: 'done' | 'failed' | 'attention'): string =>
  `var(--meaning-${meaning}-text)`

/** Returns the background of a bar's part: hatched for `unknown` and `ended`, so that they differ without color. */
export const fillOf = (meaning: Meaning): string =>
  meaning === 'unknown' || meaning === 'ended'
    ? `repeating-linear-gradient(45deg, ${colorOf(meaning)} 0 2px, transparent 2px 5px)`
    : colorOf(meaning)

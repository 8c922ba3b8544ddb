/**
 * The color of each meaning in the light and in the dark scheme, with a contrast of at least 3:1 on every surface it appears on.
 * Badges, bars and cells use these colors.
 */
const colors = {
  free: ['#099268', '#38d9a9'],
  reserved: ['#d9730d', '#fcc419'],
  bound: ['#7048e8', '#b197fc'],
  unknown: ['#868e96', '#909296'],
  inDoubt: ['#e8590c', '#ff922b'],
  failed: ['#e03131', '#ff6b6b'],
  running: ['#1c7ed6', '#4dabf7'],
  waiting: ['#868e96', '#8a8a8a'],
  done: ['#099268', '#38d9a9'],
  attention: ['#b8860b', '#ffd43b'],
  /** Finished, or not relevant. */
  ended: ['#868e96', '#909296'],
} as const
export type Meaning = keyof typeof colors

const meanings = Object.entries(colors)

/** Returns the CSS variables of one scheme: `--meaning-free` and so on. */
export const meaningVariables = (scheme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(
    meanings.map(([name, [light, dark]]) => [`--meaning-${name}`, scheme === 'light' ? light : dark]),
  )

export const colorOf = (meaning: Meaning): string => `var(--meaning-${meaning})`

/** Returns the background of a bar's part: hatched for `unknown` and `ended`, so that they differ without color. */
export const fillOf = (meaning: Meaning): string =>
  meaning === 'unknown' || meaning === 'ended'
    ? `repeating-linear-gradient(45deg, ${colorOf(meaning)} 0 2px, transparent 2px 5px)`
    : colorOf(meaning)

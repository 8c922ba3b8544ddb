/**
 * The wall clock as sessions see it: a step forward is not taken at once but made good at twice the speed of time (NTP's
 * "slew"), so that correcting the clock by an hour does not sign everybody out. A step backward is taken as
 * it is: it ends no session. Milliseconds since 1970.
 */
export function createSlewedClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => number {
  let shown = wall()
  let looked = monotonic()
  return () => {
    const passed = monotonic() - looked
    looked += passed
    shown = Math.min(wall(), shown + 2 * passed)
    return shown
  }
}

/** Longer than the 15 s between two reads that every page makes: whoever types without a call is noticed by one of them. */
const attendedMs = 20_000
const inputs = ['click', 'input', 'keydown', 'pointerdown', 'popstate', 'wheel']

/** Whoever opens the page is there. */
let lastTouch = performance.now()
const touch = () => {
  lastTouch = performance.now()
}
for (const input of inputs) window.addEventListener(input, touch, { capture: true, passive: true })

/** Whether a person has just used the page: what it asks for otherwise must not keep their session alive. */
export const isUserInitiated = (): boolean => performance.now() - lastTouch < attendedMs

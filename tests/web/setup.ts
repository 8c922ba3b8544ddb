import { notifications } from '@mantine/notifications'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// Each file begins with the console's own modules as a page does that has just been loaded; packages stay loaded.
vi.resetModules()

/** What jsdom lacks and Mantine asks for. */
const silent = { addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} }
vi.stubGlobal('matchMedia', (media: string) => ({
  ...silent,
  matches: false,
  media,
  onchange: null,
  dispatchEvent: () => false,
}))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
Object.defineProperty(document, 'fonts', { value: silent, configurable: true })
Element.prototype.scrollIntoView = () => undefined
// A browser's window has the focus though no element has it.
document.hasFocus = () => true

/**
 * jsdom goes through all style sheets each time it is asked for an element's style, and queries by role ask it for every
 * element. The console's own sheets are not loaded here, so that the style of a bare element of its kind and `style` say it all.
 */
const jsdomStyle = window.getComputedStyle
const bareStyles = new Map<string, CSSStyleDeclaration>()
const inherited = new Set(['visibility', 'pointer-events'])

function bareStyle(element: Element): CSSStyleDeclaration {
  const attributes = ['hidden', 'type', 'open'].map((name) => element.getAttribute(name))
  // As JSON: `hidden=""` is another kind than no `hidden`.
  const kind = JSON.stringify([element.localName, ...attributes])
  const known = bareStyles.get(kind)
  if (known !== undefined) return known
  const bare = document.createElementNS(element.namespaceURI, element.localName)
  for (const name of ['hidden', 'type', 'open'])
    if (element.hasAttribute(name)) bare.setAttribute(name, element.getAttribute(name) ?? '')
  const style = jsdomStyle(bare)
  bareStyles.set(kind, style)
  return style
}
function styleOf(element: Element, property: string): string {
  const own =
    element instanceof HTMLElement && element.hasAttribute('style')
      ? element.style.getPropertyValue(property)
      : ''
  const parent = inherited.has(property) ? element.parentElement : null
  if (own === '' && parent !== null) return styleOf(parent, property)
  return own === '' ? bareStyle(element).getPropertyValue(property) : own
}
const hyphenated = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
window.getComputedStyle = (element) =>
  new Proxy(bareStyle(element), {
    get: (bare, name) => {
      if (name === 'getPropertyValue') return (property: string) => styleOf(element, property)
      const value: unknown = Reflect.get(bare, name, bare)
      return typeof value === 'string' ? styleOf(element, hyphenated(String(name))) : value
    },
  })

// Bounds how long a failure takes, and nothing else: a busy machine may take its time.
configure({
  asyncUtilTimeout: 30_000,
  // Printing the document is slow, and most of these errors only say that what is awaited has not come yet.
  getElementError: (message) => new Error(message ?? 'not found'),
})

/** Anything the console says is a fault: React's warnings, unhandled errors, jsdom's "not implemented". */
const said: string[] = []
const note = (...parts: unknown[]) => {
  said.push(parts.map((part) => (part instanceof Error ? part.message : JSON.stringify(part))).join(' '))
}
vi.spyOn(console, 'error').mockImplementation(note)
vi.spyOn(console, 'warn').mockImplementation(note)
vi.stubGlobal('reportError', note)

beforeEach(() => {
  said.length = 0
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') process.stdout.write(`${prettyDOM(document.body, 50_000)}\n`)
  cleanup()
  notifications.clean()
  if (said.length > 0) throw new Error(`the console said: ${said.join('\n')}`)
})

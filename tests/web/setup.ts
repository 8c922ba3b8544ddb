import { notifications } from '@mantine/notifications'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { ReadRequest } from '#web/spreadsheet/parse-in-worker.ts'
import type { WriteRequest } from '#web/spreadsheet/write/write-workbook.ts'

// Each test file gets fresh modules of the console, like a newly loaded page; packages stay loaded.
vi.resetModules()

/** Event methods for the stubs below, which replace browser APIs that jsdom lacks and Mantine needs. */
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
/** Reads and writes sheets in the page: jsdom has no workers. */
class PageWorker extends EventTarget {
  readonly #isWriter: boolean
  #isTerminated = false
  constructor(url: URL) {
    super()
    this.#isWriter = url.pathname.includes('write-worker')
  }
  terminate() {
    this.#isTerminated = true
  }
  #reply(data: object) {
    if (!this.#isTerminated) this.dispatchEvent(new MessageEvent('message', { data }))
  }
  async #work(request: ReadRequest & WriteRequest) {
    if (this.#isWriter) {
      const { workbookOf } = await import('#web/spreadsheet/write/write-workbook.ts')
      return workbookOf(request.csv, request.title)
    }
    const { readSheet } = await import('#web/spreadsheet/read-sheet.ts')
    return readSheet(request.source, request.options, (progress) => this.#reply({ progress }))
  }
  postMessage(request: ReadRequest & WriteRequest) {
    this.#work(request).then(
      (answer) => this.#reply({ answer }),
      () => this.#reply({ failed: true }),
    )
  }
}
vi.stubGlobal('Worker', PageWorker)
Object.defineProperty(document, 'fonts', { value: silent, configurable: true })
Element.prototype.scrollIntoView = () => undefined
window.scrollTo = () => undefined
// The window of a browser has the focus even when no element has it.
document.hasFocus = () => true

/**
 * jsdom evaluates all style sheets each time it computes an element's style, and queries by role compute the style of
 * every element. The console's own sheets are not loaded here, so the `style` attribute and a bare element of the
 * same kind determine the style.
 */
const jsdomStyle = window.getComputedStyle
const bareStyles = new Map<string, CSSStyleDeclaration>()
const inherited = new Set(['visibility', 'pointer-events'])

function bareStyle(element: Element): CSSStyleDeclaration {
  const attributes = ['hidden', 'type', 'open'].map((name) => element.getAttribute(name))
  // JSON distinguishes `hidden=""` from a missing `hidden`.
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

// Limits only how long a failure takes, so that a test can be slow on a busy machine.
configure({
  asyncUtilTimeout: 30_000,
  // Printing the document is slow, and most of these errors only mean that an element has not appeared yet.
  getElementError: (message) => new Error(message ?? 'not found'),
})

/**
 * The messages of `console` and `reportError`: React's warnings, unhandled errors, jsdom's "not implemented". Any of
 * them fails the test.
 */
const consoleMessages: string[] = []
const note = (...parts: unknown[]) => {
  consoleMessages.push(
    parts.map((part) => (part instanceof Error ? part.message : JSON.stringify(part))).join(' '),
  )
}
vi.spyOn(console, 'error').mockImplementation(note)
vi.spyOn(console, 'warn').mockImplementation(note)
vi.stubGlobal('reportError', note)

beforeEach(() => {
  consoleMessages.length = 0
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') process.stdout.write(`${prettyDOM(document.body, 50_000)}\n`)
  cleanup()
  notifications.clean()
  if (consoleMessages.length > 0) throw new Error(`the console logged: ${consoleMessages.join('\n')}`)
})

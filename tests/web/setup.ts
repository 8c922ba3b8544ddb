import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

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
Object.defineProperty(document, 'fonts', { value: silent })
Element.prototype.scrollIntoView = () => undefined

// Roles are computed by walking the document: slow in jsdom, and slower while others use the machine.
configure({ asyncUtilTimeout: 15_000 })
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Anything the console says is a fault: React's warnings, unhandled errors, jsdom's "not implemented". */
const said: string[] = []
const note = (...parts: unknown[]) => {
  said.push(parts.map((part) => (part instanceof Error ? part.message : JSON.stringify(part))).join(' '))
}
vi.spyOn(console, 'error').mockImplementation(note)
vi.spyOn(console, 'warn').mockImplementation(note)

beforeEach(() => {
  said.length = 0
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})
afterEach(() => {
  cleanup()
  if (said.length > 0) throw new Error(`the console said: ${said.join('\n')}`)
})

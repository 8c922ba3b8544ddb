import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { extPrefix } from '#contract/text.ts'
import { BufferedInput } from '#web/ui/form/BufferedInput.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Renders the field. Its URL value changes only when the test calls `setUrlValue`. */
function opened() {
  const committed: (string | undefined)[] = []
  const at = (value: string | undefined) => (
    <MantineProvider>
      <BufferedInput
        aria-label="Number"
        value={value}
        schema={extPrefix}
        onCommit={(value) => committed.push(value)}
        hint="Digits"
      />
    </MantineProvider>
  )
  const { rerender } = render(at(undefined))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Number' })
  return {
    field,
    committed,
    setUrlValue: (value: string | undefined) => rerender(at(value)),
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    enter: () => fireEvent.keyDown(field, { key: 'Enter' }),
    /** Waits longer than the typing pause, after which the field commits. */
    rest: () => act(() => void vi.advanceTimersByTime(10_000)),
  }
}

test('commits once when typing pauses, and never commits an invalid value', () => {
  const { committed, type, rest } = opened()
  type('1')
  type('12')
  expect(committed).toEqual([])
  rest()
  type('12x')
  rest()
  expect(committed).toEqual(['12'])
})

test('keeps letters typed while the URL catches up with an earlier commit', () => {
  const { field, committed, setUrlValue, type, enter } = opened()
  type('1')
  enter()
  type('12')
  setUrlValue('1')
  expect(field.value).toBe('12')
  enter()
  type('123')
  enter()
  type('1234')
  // The URL shows only the later of two quick commits.
  setUrlValue('123')
  expect(field.value).toBe('1234')
  expect(committed).toEqual(['1', '12', '123'])
})

test('commits a change back to the value that the URL still shows', () => {
  const { field, committed, setUrlValue, type, enter } = opened()
  type('1')
  enter()
  type('')
  enter()
  setUrlValue('1')
  setUrlValue(undefined)
  expect(committed).toEqual(['1', undefined])
  expect(field.value).toBe('')
})

test('replaces the typed text when the URL changes elsewhere, and does not commit it later', () => {
  const { field, committed, setUrlValue, type, enter, rest } = opened()
  type('1')
  enter()
  setUrlValue('1')
  type('12')
  setUrlValue(undefined)
  expect(field.value).toBe('')
  rest()
  expect(committed).toEqual(['1'])
})

test('commits again on Enter when another change has undone the commit before it showed', () => {
  const { committed, type, enter } = opened()
  type('1')
  enter()
  enter()
  expect(committed).toEqual(['1', '1'])
})

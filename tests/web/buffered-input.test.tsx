import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { extPrefix } from '#contract/text.ts'
import { BufferedInput } from '#web/ui/form/BufferedInput.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Renders the field. Its URL value changes only when the test calls `land`. */
function opened() {
  const asked: (string | undefined)[] = []
  const at = (value: string | undefined) => (
    <MantineProvider>
      <BufferedInput
        aria-label="Number"
        value={value}
        schema={extPrefix}
        onCommit={(wanted) => asked.push(wanted)}
        hint="Digits"
      />
    </MantineProvider>
  )
  const { rerender } = render(at(undefined))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Number' })
  return {
    field,
    asked,
    land: (value: string | undefined) => rerender(at(value)),
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    enter: () => fireEvent.keyDown(field, { key: 'Enter' }),
    /** Waits longer than the typing pause, after which the field commits. */
    rest: () => act(() => void vi.advanceTimersByTime(10_000)),
  }
}

test('commits once when typing pauses, and never commits an invalid value', () => {
  const { asked, type, rest } = opened()
  type('1')
  type('12')
  expect(asked).toEqual([])
  rest()
  type('12x')
  rest()
  expect(asked).toEqual(['12'])
})

test('keeps letters typed while the URL catches up with an earlier commit', () => {
  const { field, asked, land, type, enter } = opened()
  type('1')
  enter()
  type('12')
  land('1')
  expect(field.value).toBe('12')
  enter()
  type('123')
  enter()
  type('1234')
  // The URL shows only the later of two quick commits.
  land('123')
  expect(field.value).toBe('1234')
  expect(asked).toEqual(['1', '12', '123'])
})

test('commits a change back to the value that the URL still shows', () => {
  const { field, asked, land, type, enter } = opened()
  type('1')
  enter()
  type('')
  enter()
  land('1')
  land(undefined)
  expect(asked).toEqual(['1', undefined])
  expect(field.value).toBe('')
})

test('replaces the typed text when the URL changes elsewhere, and does not commit it later', () => {
  const { field, asked, land, type, enter, rest } = opened()
  type('1')
  enter()
  land('1')
  type('12')
  land(undefined)
  expect(field.value).toBe('')
  rest()
  expect(asked).toEqual(['1'])
})

test('commits again on Enter when another change has undone the commit before it showed', () => {
  const { asked, type, enter } = opened()
  type('1')
  enter()
  enter()
  expect(asked).toEqual(['1', '1'])
})

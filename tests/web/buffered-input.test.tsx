import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { extPrefix } from '#contract/text.ts'
import { BufferedInput } from '#web/ui/form/BufferedInput.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The field before a URL whose changes land when the test says so. */
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
    /** Long enough for typing to have come to rest. */
    rest: () => act(() => void vi.advanceTimersByTime(10_000)),
  }
}

test('tells once what is typed when typing rests, and keeps what does not fit to itself', () => {
  const { asked, type, rest } = opened()
  type('1')
  type('12')
  expect(asked).toEqual([])
  rest()
  type('12x')
  rest()
  expect(asked).toEqual(['12'])
})

test('keeps letters typed while the URL takes up the ones before', () => {
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
  // The URL took up the later of two at once.
  land('123')
  expect(field.value).toBe('1234')
  expect(asked).toEqual(['1', '12', '123'])
})

test('tells what is typed back to what the URL still shows', () => {
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

test('replaces what is being typed by a change from elsewhere, and does not commit it afterwards', () => {
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

test('tells again by Enter what another change took back before it showed', () => {
  const { asked, type, enter } = opened()
  type('1')
  enter()
  enter()
  expect(asked).toEqual(['1', '1'])
})

import './setup.ts'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { extPrefix } from '#contract/text.ts'
import { DraftInput } from '#web/ui/DraftInput.tsx'

/** The field before a URL whose changes land when the test says so. */
function opened() {
  const asked: (string | undefined)[] = []
  const at = (value: string | undefined) => (
    <MantineProvider>
      <DraftInput
        aria-label="Number"
        value={value}
        schema={extPrefix}
        onCommit={(wanted) => asked.push(wanted)}
        hint="Digits"
      />
    </MantineProvider>
  )
  const { rerender } = render(at(undefined))
  const user = userEvent.setup()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Number' })
  return { user, field, asked, land: (value: string | undefined) => rerender(at(value)) }
}

test('letters typed while the URL takes up the ones before are not lost', async () => {
  const { user, field, asked, land } = opened()
  await user.type(field, '1{Enter}2')
  land('1')
  expect(field.value).toBe('12')
  await user.type(field, '{Enter}3{Enter}4')
  // The URL took up the later of two at once.
  land('123')
  expect(field.value).toBe('1234')
  expect(asked).toEqual(['1', '12', '123'])
})

test('what is typed back to what the URL still shows is told too', async () => {
  const { user, field, asked, land } = opened()
  await user.type(field, '1{Enter}{Backspace}{Enter}')
  land('1')
  land(undefined)
  expect(asked).toEqual(['1', undefined])
  expect(field.value).toBe('')
})

test('a change from elsewhere wins over what is being typed, which is not told after it', async () => {
  const { user, field, asked, land } = opened()
  await user.type(field, '1{Enter}')
  land('1')
  await user.type(field, '2')
  land(undefined)
  expect(field.value).toBe('')
  await new Promise((done) => setTimeout(done, 400))
  expect(asked).toEqual(['1'])
})

test('what another change took back before it showed is told again by Enter', async () => {
  const { user, asked, field } = opened()
  await user.type(field, '1{Enter}')
  await user.type(field, '{Enter}')
  expect(asked).toEqual(['1', '1'])
})

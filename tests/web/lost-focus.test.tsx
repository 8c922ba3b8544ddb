import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { LostFocus } from '#web/app/shell/LostFocus.tsx'

const page = (rows: readonly string[]) => (
  <main>
    <h1 tabIndex={-1}>Reservations</h1>
    <section aria-label="List">
      {rows.map((row) => (
        <button key={row} type="button">
          {row}
        </button>
      ))}
    </section>
    {rows.length > 0 && (
      <section aria-label="Selection">
        <button type="button">Clear</button>
      </section>
    )}
    <LostFocus />
  </main>
)

test('moves the focus of a removed element to the nearest named part, or else to the heading', async () => {
  const { rerender } = render(page(['1000', '1001']))
  screen.getByRole('button', { name: '1000' }).focus()
  rerender(page(['1001']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'List' })))

  screen.getByRole('button', { name: 'Clear' }).focus()
  rerender(page([]))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
})

test('leaves the focus alone when the user has pressed beside the element', async () => {
  const { rerender } = render(page(['1000', '1001']))
  screen.getByRole('button', { name: '1000' }).focus()
  await userEvent.click(document.body)
  rerender(page(['1001']))
  await new Promise((resolve) => {
    requestAnimationFrame(resolve)
  })
  expect(document.activeElement).toBe(document.body)
})

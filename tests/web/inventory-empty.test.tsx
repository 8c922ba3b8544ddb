import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { heading, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole({ extensions: 0 })

test('shows an empty inventory, and explains how it fills', async () => {
  const { user } = await renderApp({ path: '/numbers', as: 'supervisor' })
  await heading('Numbers')
  await screen.findByText('No extensions yet')
  await user.click(await screen.findByRole('button', { name: 'How this list is updated' }))
  expect(await screen.findByText(/looks up the numbers between known ones/)).toBeTruthy()
})

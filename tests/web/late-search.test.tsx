import './setup.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole({ extensions: 50 })

test('a search still at rest does not pull the reader back from the page they have gone to', async () => {
  const { user } = await renderApp({ path: '/extensions/idle' })
  await user.type(await screen.findByLabelText('Number starts with'), '10')
  // The next page's script may take longer to come than typing needs to rest: the old page is then still shown.
  window.history.pushState(null, '', '/reference/countries')
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(address()).toBe('/reference/countries')
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agentWithoutExtension } from './known-people.ts'
import { setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

test.each(['/numbers', '/requests', '/reservations/list'])(
  'names the person of a filter on %s also when no row names them',
  async (path) => {
    const { uuid, name } = await agentWithoutExtension(backend())
    await renderApp({ path: `${path}?agentUuid=${uuid}`, as: 'supervisor' })
    await screen.findByRole('button', { name: new RegExp(`^Remove filter “?Person: ${name}`) })
    expect(screen.queryByText(uuid, { exact: false })).toBeNull()
  },
)

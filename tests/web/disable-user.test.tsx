import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listReservations } from '#contract/reservations.ts'
import { createServiceRequests } from '#contract/service-requests.ts'
import { listUsers } from '#contract/users.ts'
import { setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({ extensions: 50 })

test('says what a user who is disabled leaves behind, and offers to release the reservations', async () => {
  const send = async (path: string, body: object, method = 'POST', headers = {}) => {
    const answer = await backend().fetch(path, {
      method,
      headers: { 'content-type': 'application/json', 'x-console': '1', ...headers },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return answer
  }
  await backend().signInAs('admin')
  const users = listUsers.answer.parse(await (await backend().fetch('/api/users')).json()).items
  const id = users.find(({ email }) => email === backend().accounts.supervisor.email)?.id
  await send('/api/pools', { name: 'Munich', ranges: [{ from: '1010', to: '1019' }], ownerId: id })
  const items = ['1000', '1001'].map((ext) => ({ ext }))
  const asked = await send('/api/service-requests', { kind: 'delete', reason: 'old', items })
  const ids = createServiceRequests.answer.parse(await asked.json()).items.map(({ request }) => request?.id)
  await send('/api/service-requests/assignee', { ids, userId: id }, 'PUT')
  const idle = await (await backend().fetch('/api/extensions/idle?pageSize=3')).text()
  const agentUuid = '9348ee74c2cefd4740db23a3b5bf4a0d'
  const free = idle.match(/(?<="ext":")\d+/g) ?? []
  await backend().signInAs('supervisor')
  await send('/api/reservations', { items: free.map((ext) => ({ ext, agentUuid })) }, 'POST', {
    'idempotency-key': 'reserved-before-leaving',
  })
  await backend().signInAs('admin')

  const { user } = await renderApp({ path: '/users' })
  const open = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for 孙主管' }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
    return within(await screen.findByRole('dialog'))
  }
  const requests = '2 requests assigned to 孙主管 go back to the administrators.'
  await user.click(await screen.findByRole('button', { name: 'Access of 孙主管' }))
  const demoting = within(await screen.findByRole('dialog'))
  await user.click(demoting.getByRole('radio', { name: /^Auditor/ }))
  await demoting.findByText(requests)
  await user.click(demoting.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  const dialog = await open('Disable')
  await dialog.findByText(requests)
  await dialog.findByText('孙主管 is the owner of the pool Munich. Choose another owner on Pools.')
  await user.click(await dialog.findByRole('checkbox', { name: 'Release 3 open reservations of 孙主管' }))
  await user.click(dialog.getByRole('button', { name: 'Disable' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const list = listReservations.answer.parse(await (await backend().fetch('/api/reservations')).json())
  expect(list.items.map(({ state, reason }) => `${state} ${reason}`)).toEqual(
    free.map(() => 'released User disabled: 孙主管'),
  )
})

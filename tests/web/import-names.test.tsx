import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

test('finds agents by name, and waits for a choice between two agents of the same name', async () => {
  await backend().signInAs('admin')
  await backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({
      rows: [
        { agentUuid: 'agent-0000-0001', workNumber: '89001', name: '马丽娜' },
        { agentUuid: 'agent-0000-0002', workNumber: '89002', name: '马丽娜' },
        { agentUuid: 'agent-0000-0003', workNumber: '89003', name: '欧阳雪' },
        { workNumber: '89004', name: '新人甲' },
      ],
    }),
  })
  const { user } = await renderApp({ path: '/jobs/import', as: 'admin' })
  await user.click(await screen.findByLabelText('Or paste cells'))
  await user.paste('分机号\t坐席工号\n64301\t欧阳雪\n64302\t马丽娜\n64303\t新人甲\n64304\t查无此人')
  const cells = async () =>
    (await screen.findAllByRole('button', { name: /^Edit Agent/ })).map((cell) => cell.title.split('\n')[0])
  expect(await cells()).toEqual(['欧阳雪', '马丽娜', '新人甲', '查无此人'])
  await user.click(screen.getByRole('button', { name: 'Find 4 agents in the directory' }))
  await waitFor(async () => expect(await cells()).toEqual(['89003', '马丽娜', '新人甲', '查无此人']))
  screen.getByText("新人甲: this person is a new colleague: the phone platform doesn't show them yet")
  screen.getByText('查无此人: no one has exactly this name')
  const choice = screen.getByRole('combobox', { name: 'Choose the person 马丽娜' })
  await user.selectOptions(choice, within(choice).getByRole('option', { name: /89002/ }))
  await waitFor(async () => expect((await cells())[1]).toBe('89002'))
  expect(screen.queryByRole('combobox', { name: 'Choose the person 马丽娜' })).toBeNull()
})

test('says how many more people of a name there are than it offers', async () => {
  await backend().signInAs('admin')
  const rows = Array.from({ length: 23 }, (_, n) => ({ agentUuid: `namesake-${1000 + n}`, name: '欧阳霜' }))
  await backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ rows }),
  })
  const { user } = await renderApp({ path: '/jobs/import', as: 'admin' })
  await user.click(await screen.findByLabelText('Or paste cells'))
  await user.paste('分机号\t坐席工号\n64301\t欧阳霜\n64302\t请给欧阳霜开通')
  await user.click(await screen.findByRole('button', { name: 'Find 2 agents in the directory' }))
  const choice = await screen.findByRole('combobox', { name: 'Choose the person 欧阳霜' })
  const last = within(choice).getAllByRole('option').at(-1)
  expect(last).toMatchObject({
    textContent: 'and 3 more; write the work number beside the name',
    disabled: true,
  })
  screen.getByText('请给欧阳霜开通: not exactly a person; choose if one is meant')
  expect(screen.getAllByRole('button', { name: /^欧阳霜/ })).toHaveLength(5)
  screen.getByText('and 18 more; write the work number beside the name')
})

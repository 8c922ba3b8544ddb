import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { heldAnswers } from './held-answers.ts'
import { enter, setUpConsole } from './render-app.tsx'
import { workbookFile, type TestCell } from './workbooks.ts'

const { backend, renderApp } = setUpConsole()

test('reads a batch from a workbook row by row, and names the unusable lines', async () => {
  const { user, container } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
  await screen.findByLabelText('People, one per line')
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no file input')
  const rows: TestCell[][] = [
    ['姓名', '工号', '分机号'],
    ['Ada', '0101', '0801'],
    ['Bob, jun.', '', 802],
    ['Eve', 103, { raw: '46082', format: 'date' }],
    ['Joe', '0101', '0804'],
    ['Kim', '104', ''],
    ['Lee', '', '0806'],
  ]
  await user.upload(input, await workbookFile('plan.xlsx', { name: 'Plan', rows }))
  await screen.findByText('3 lines were skipped')
  expect(screen.getByLabelText('People, one per line')).toHaveProperty('value', '0101\nBob, jun.\nLee')
  expect(screen.getByLabelText('Numbers')).toHaveProperty('value', '0801\n802\n0806')
  screen.getByText(/^Line 4: The spreadsheet program turned this into a date/)
  screen.getByText('Line 5: agent or number listed twice')
  expect(screen.getByLabelText('Use of 工号')).toHaveProperty('value', 'workNumber')
  screen.getByText('Line 6: agent or number missing')

  // The agents and numbers of one sheet go with it.
  const values = () =>
    ['People, one per line', 'Numbers'].map((name) =>
      screen.getByLabelText(name) instanceof HTMLTextAreaElement
        ? screen.getByLabelText<HTMLTextAreaElement>(name).value
        : null,
    )
  await user.type(screen.getByLabelText('Numbers'), '{Enter}0899')
  await user.upload(input, new File(['Extension\n0811\nhall\n'], 'numbers.csv'))
  await screen.findByText('1 line was skipped')
  expect(values()).toEqual(['', '0811'])
  await user.upload(input, new File(['Extension,Number,Name\n0812,0813,Ada\n'], 'twice.csv'))
  await screen.findByText('Decide about 2 columns before you go on.')
  await user.selectOptions(screen.getByLabelText('Use of Number'), 'Number')
  expect(values()).toEqual(['Ada', '0813'])
  await user.upload(input, new File([Uint8Array.from([0x5a, 0x6f, 0xeb])], 'names.csv'))
  await screen.findByText('Choose the encoding in which these texts look right')
  expect(values()).toEqual(['', ''])
})

test('locks a batch while it is filled in and while it is sent', async () => {
  // People of a roster have no number yet; an agent of the service can have one.
  await backend().signInAs('admin')
  await backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ rows: [{ workNumber: '88101' }, { workNumber: '88102' }] }),
  })
  const { user } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
  const agents = await screen.findByRole('textbox', { name: 'People, one per line' })
  const numbers = screen.getByRole('textbox', { name: 'Numbers' })
  await enter(user, agents, '88101\n88102')
  const filling = heldAnswers(backend(), (_method, path) => path.startsWith('/api/extensions/idle?'))
  await user.click(screen.getByRole('button', { name: /^Fill in/ }))
  await user.type(numbers, '9')
  expect(numbers).toHaveProperty('value', '')
  filling.release()
  await waitFor(() => expect(numbers).not.toHaveProperty('value', ''))
  await enter(user, numbers, '\nmaybe 830100')
  const sending = heldAnswers(backend(), (method, path) => method === 'POST' && path === '/api/reservations')
  await user.click(screen.getByRole('button', { name: 'Show plan' }))
  await screen.findByText('2 of 2 can be reserved.', { selector: '[role=log] p' })
  await user.click(await screen.findByRole('button', { name: 'Reserve 2 numbers' }))
  await enter(user, agents, ', 88103')
  await user.type(numbers, '9')
  await user.click(screen.getByRole('button', { name: 'Add 830100' }))
  expect(agents).toHaveProperty('value', '88101\n88102')
  expect(screen.getByRole('button', { name: 'Show plan' })).toHaveProperty('disabled', true)
  sending.release()
  await screen.findByText('2 of 2 reserved', { exact: false })
  await enter(user, agents, ', 88103')
  expect(agents).toHaveProperty('value', '88101\n88102, 88103')
})

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { listExtensionLanguages, type LanguageSummary } from '#contract/extension-languages.ts'
import { byLanguage, byStanding } from '#web/languages/tally.ts'
import { address, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({ timings: { languagesEveryMs: 100 } })
const list = () => screen.findByRole('table', { name: 'Language coverage' })

describe('language coverage', () => {
  test('a range that is asked for is read while the page is open: progress, counts, list', async () => {
    await backend().signInAs('admin')
    await backend().fetch('/api/settings', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({ backgroundRate: 100 }),
    })
    const { user } = await renderApp({ path: '/inventory/languages', as: 'supervisor' })
    await heading('Language coverage')
    const range = within(await screen.findByRole('region', { name: 'Read a range now' }))
    await user.type(range.getByRole('textbox', { name: 'First number' }), '1010')
    await user.type(range.getByRole('textbox', { name: 'Last number' }), '1009')
    await user.click(range.getByRole('button', { name: 'Read' }))
    await range.findByRole('alert')
    await user.clear(range.getByRole('textbox', { name: 'Last number' }))
    await user.type(range.getByRole('textbox', { name: 'Last number' }), '1019')
    await user.click(range.getByRole('button', { name: 'Read' }))
    await range.findByText('1010 to 1019')
    await range.findByText('10 of 10, 0 not known to the service, 0 failed')
    await waitFor(async () => within(await list()).getByRole('link', { name: '1019' }))
    const bars = screen.getByRole('table', { name: 'Extensions per language' })
    expect(within(bars).getByRole('button', { name: 'Opus' })).toBeTruthy()
  })

  test('a language and a standing filter, in the URL; what is left out is said', async () => {
    const { user } = await renderApp({ path: '/inventory/languages' })
    await user.click(await screen.findByRole('button', { name: 'Opus' }))
    await waitFor(() => expect(address()).toBe('/inventory/languages?language=Opus'))
    expect(screen.getByRole('button', { name: 'Opus' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: /^An audio codec \d+$/ }))
    await waitFor(() => expect(address()).toBe('/inventory/languages?language=Opus&standing=codec'))
    await waitFor(async () =>
      expect(
        within(await list())
          .getAllByRole('row')
          .slice(1)
          .every(({ textContent }) => textContent?.includes('Opus')),
      ).toBe(true),
    )
    await user.click(screen.getByRole('combobox', { name: 'Standing' }))
    await user.click(await screen.findByRole('option', { name: 'All mismatches' }))
    await screen.findByText('Nothing matches these filters')
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body)
    await waitFor(() => expect(address()).toBe('/inventory/languages'))
  })

  test('the list is asked for once, and not seen before what stands above it', async () => {
    await renderApp({ path: '/inventory/languages' })
    await heading('Language coverage')
    const rows = await list()
    expect(screen.getByRole('table', { name: 'Extensions per language' })).toBeTruthy()
    await within(rows).findAllByRole('link')
    expect(backend().requests.filter(({ path }) => path === listExtensionLanguages.path)).toHaveLength(1)
  })

  test('in Chinese', async () => {
    await renderApp({ path: '/inventory/languages', language: 'zh' })
    await heading('语言覆盖')
    await screen.findByRole('table', { name: '各语言的分机数' })
    expect(screen.getByRole('button', { name: /^语音编码 \d+$/ })).toBeTruthy()
  })
})

test('counts are told by language and by standing, the most and the gravest first', () => {
  const counts: LanguageSummary['counts'] = [
    { language: 'Opus', standing: 'codec', count: 5 },
    { language: 'Opus', standing: 'record-differs', count: 2 },
    { language: '', standing: 'none', count: 9 },
  ]
  expect(byLanguage(counts)).toEqual([
    { language: '', count: 9, mismatches: 9 },
    { language: 'Opus', count: 7, mismatches: 2 },
  ])
  expect(byStanding(counts).filter(({ count }) => count > 0)).toEqual([
    { standing: 'none', count: 9 },
    { standing: 'record-differs', count: 2 },
    { standing: 'codec', count: 5 },
  ])
})

import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LanguageProvider } from '#web/i18n/Language.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'

test.each([
  ['en', 'Dec 3, 2026'],
  ['zh', '12 月 3 日'],
] as const)('says the date of a field in the language of the console: %s', (language, words) => {
  render(
    <MantineProvider>
      <LanguageProvider initial={{ language, messages: {} }}>
        <DateField label="First day" value="2026-12-03" readOnly />
      </LanguageProvider>
    </MantineProvider>,
  )
  const field = screen.getByLabelText('First day')
  const description = document.querySelector(`#${field.getAttribute('aria-describedby')}`)
  expect(description?.textContent).toContain(words)
})

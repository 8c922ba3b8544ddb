import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/Language.tsx'
import { calendarDateText } from '../text/time-text.ts'

interface DateFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'description'> {
  /** Such as `2026-12-05`; empty for none. */
  value?: string
  /** Shown until a date is given. */
  hint?: ReactNode
}

/** A field for a date. The browser writes it in its own language, so the date is also said below, in the console's. */
export function DateField({ hint, ...props }: DateFieldProps) {
  const { language } = useLanguage()
  const { value = '' } = props
  return (
    <TextInput
      {...props}
      type="date"
      description={value === '' ? hint : calendarDateText(value, language)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}

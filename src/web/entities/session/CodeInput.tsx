import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { secondFactorCode } from '#contract/text.ts'
import { readId } from '../../lib/typed.ts'
import { useT } from '../../i18n/Language.tsx'

export const isCode = (code: string): boolean => z.safeParse(secondFactorCode, readId(code)).success

interface CodeInputProps {
  value: string
  onChange: (code: string) => void
  /** Shows the format of a code as the error. */
  isWrong: boolean
}

/** The input for a code of the user's second factor. */
export function CodeInput({ value, onChange, isWrong }: CodeInputProps) {
  const t = useT()
  return (
    <TextInput
      label={t('session.code')}
      description={t('session.code.hint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isWrong && t('session.code.wrong')}
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={40}
      required
    />
  )
}

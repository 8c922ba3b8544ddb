import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { useBufferedInput } from '../../ui/form/use-buffered-input.ts'
import { useSetting } from './use-setting.ts'

interface SettingNumberProps {
  name: 'jobConcurrency' | 'jobRate' | 'backgroundRate' | 'keepBackDays'
  least: number
  most: number
  value: number
}

/** A whole number, saved on blur or Enter. */
export function SettingNumber({ name, least, most, value }: SettingNumberProps) {
  const t = useT()
  const { save, refusal } = useSetting(name)
  const { text, setText, commit } = useBufferedInput(String(value), (typed) => save(Number(typed)))
  const [isTyping, setTyping] = useState(false)
  const fits = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most
  useUnsavedChanges(isTyping || !fits || refusal !== undefined)
  return (
    <NumberInput
      label={t(`settings.${name}`)}
      description={t(`settings.${name}.text`)}
      value={text}
      min={least}
      max={most}
      allowDecimal={false}
      // Clamping would show a number that was never saved.
      clampBehavior="none"
      styles={{ wrapper: { maxWidth: 160 } }}
      error={fits ? refusal : t('settings.number', { least, most })}
      onChange={(typed) => {
        setTyping(true)
        setText(String(typed))
      }}
      onBlur={() => {
        setTyping(false)
        if (fits) commit(text)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !fits) return
        setTyping(false)
        commit(text, { insist: true })
      }}
    />
  )
}

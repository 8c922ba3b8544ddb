import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { useT } from '../i18n/Language.tsx'
import { useBufferedInput } from '../ui/form/use-buffered-input.ts'
import { useSetting } from './use-setting.ts'

interface SettingNumberProps {
  name: 'jobConcurrency' | 'jobRate' | 'backgroundRate'
  least: number
  most: number
  value: number
}

/** A whole number, saved on blur or Enter. */
export function SettingNumber({ name, least, most, value }: SettingNumberProps) {
  const t = useT()
  const { save, refusal } = useSetting(name)
  const { text, setText, commit } = useBufferedInput(String(value), (typed) => save(Number(typed)))
  const fits = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most
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
      onChange={(typed) => setText(String(typed))}
      onBlur={() => fits && commit(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && fits) commit(text, { insist: true })
      }}
    />
  )
}

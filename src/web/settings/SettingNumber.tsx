import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { useState } from 'react'
import { useT } from '../i18n/Language.tsx'

interface SettingNumberProps {
  name: 'jobLanes' | 'jobRate' | 'backgroundRate'
  least: number
  most: number
  value: number
  save: (value: number) => void
}

/** A whole number that is saved when its field is left or Enter is pressed. */
export function SettingNumber({ name, least, most, value, save }: SettingNumberProps) {
  const t = useT()
  const [typed, setTyped] = useState<number | string>(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(value)
  }
  const fits = typeof typed === 'number' && Number.isInteger(typed) && typed >= least && typed <= most
  const commit = () => {
    if (fits && typed !== value) save(typed)
  }
  return (
    <NumberInput
      label={t(`settings.${name}`)}
      description={t(`settings.${name}.text`)}
      value={typed}
      min={least}
      max={most}
      allowDecimal={false}
      w={{ base: '100%', sm: 320 }}
      error={fits ? undefined : t('settings.number', { least, most })}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}

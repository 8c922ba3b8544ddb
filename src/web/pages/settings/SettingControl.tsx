import { NumberInput, Switch } from '@mantine/core'
import { useState } from 'react'
import { settingsTable, type SettingName, type Settings } from '#contract/settings.ts'
import { useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { useBufferedInput } from '../../ui/form/use-buffered-input.ts'
import { useSetting } from './use-setting.ts'

/** The control for one setting, by its kind. */
export function SettingControl({ name, settings }: { name: SettingName; settings: Settings }) {
  const setting = settingsTable[name]
  const value = settings[name]
  return 'least' in setting ? (
    <NumberSetting name={name} least={setting.least} most={setting.most} value={Number(value)} />
  ) : (
    <FlagSetting name={name} value={value === true} />
  )
}

function FlagSetting({ name, value }: { name: SettingName; value: boolean }) {
  const t = useT()
  const { save, isPending, next, refusal } = useSetting(name)
  return (
    <Switch
      checked={isPending ? next === true : value}
      disabled={isPending}
      onChange={(event) => save(event.currentTarget.checked)}
      label={t(`setting.${name}`)}
      description={t(`setting.${name}.text`)}
      error={refusal}
    />
  )
}

interface NumberSettingProps {
  name: SettingName
  least: number
  most: number
  value: number
}

/** A whole number, saved on blur or Enter. */
function NumberSetting({ name, least, most, value }: NumberSettingProps) {
  const t = useT()
  const { save, refusal } = useSetting(name)
  const { text, setText, commit } = useBufferedInput(String(value), (typed) => save(Number(typed)))
  const [isTyping, setTyping] = useState(false)
  const fits = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most
  useUnsavedChanges(isTyping || !fits || refusal !== undefined)
  return (
    <NumberInput
      label={t(`setting.${name}`)}
      description={t(`setting.${name}.text`)}
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

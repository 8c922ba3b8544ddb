import { Paper, Skeleton, Stack, Title, Switch } from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import {
  settingNames,
  settingsTable,
  type SettingName,
  type Settings,
  changeSettings,
  readSettings,
} from '#contract/settings.ts'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { messageFor } from '../../api/message-for.ts'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { useBufferedInput } from '../../ui/form/use-buffered-input.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { read, write } from '../../api/endpoint-queries.ts'
import { WholeNumberInput } from '../../ui/form/WholeNumberInput.tsx'

const settingsQuery = () => read(readSettings, {}, { staleTime: 30_000 })

/** The control for one setting, by its kind. */
function SettingControl({ name, settings }: { name: SettingName; settings: Settings }) {
  const setting = settingsTable[name]
  const value = settings[name]
  return 'least' in setting ? (
    <NumberSetting name={name} least={setting.least} most={setting.most} value={Number(value)} />
  ) : (
    <FlagSetting name={name} value={value === true} />
  )
}

/** Saves one setting. Each setting has its own mutation, so that its error stays visible while another setting is saved. */
function useSetting<Name extends keyof Settings>(name: Name) {
  const t = useT()
  // The session reports the enabled features to every page.
  const { mutate, error, isPending, variables } = useMutation(
    write(changeSettings, readSettings.path, '/api/session'),
  )
  return {
    save: (value: Settings[Name]) =>
      mutate(
        { body: { [name]: value } },
        { onSuccess: () => toast({ id: 'settings', tone: 'success', message: t('settings.saved') }) },
      ),
    isPending,
    /** The value being saved, or the last one saved. */
    next: variables?.body?.[name],
    /** Why the value could not be saved. */
    refusal: error === null ? undefined : t('settings.refused', { reason: t(messageFor(error).sentence) }),
  }
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
    <WholeNumberInput
      label={t(`setting.${name}`)}
      description={t(`setting.${name}.text`)}
      value={text}
      styles={{ wrapper: { maxWidth: 160 } }}
      error={fits ? refusal : t('number.wrong', { least, most })}
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

const groups = [...new Set(settingNames.map((name) => settingsTable[name].group))]

/** Settings that apply to all users of the console. Each change is saved immediately. */
export function SettingsPage() {
  const t = useT()
  const query = useQuery(settingsQuery())
  return (
    <>
      <PageHeader title={t('nav.settings')} description={t('settings.description')} />
      <QueryState query={query} loading={<Skeleton h={560} maw={720} />}>
        {(settings) => (
          <Paper withBorder p="md" maw={720} data-print>
            <Stack gap="md">
              {groups.map((group) => (
                <Fragment key={group}>
                  <Title order={2}>{t(`settings.group.${group}`)}</Title>
                  {settingNames
                    .filter((name) => settingsTable[name].group === group)
                    .map((name) => (
                      <SettingControl key={name} name={name} settings={settings} />
                    ))}
                </Fragment>
              ))}
            </Stack>
          </Paper>
        )}
      </QueryState>
    </>
  )
}

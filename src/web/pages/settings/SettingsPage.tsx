import { Paper, Skeleton, Stack, Title, Switch } from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
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
import { hasCode } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'
import { invalidateAfter } from '../../api/query-client.ts'
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

/**
 * Saves one setting. Each setting has its own mutation, so that its error stays visible while another setting is saved.
 * @param value what is saved, as the page shows it
 */
function useSetting<Name extends keyof Settings>(name: Name, value: Settings[Name]) {
  const t = useT()
  // A value that was just saved is not shown yet.
  const lastSeen = useRef(value)
  useEffect(() => {
    lastSeen.current = value
  }, [value])
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (next: Settings[Name]) =>
      call(changeSettings, { body: { [name]: next, seen: { [name]: lastSeen.current } } }),
    onSuccess: (saved) => {
      lastSeen.current = saved[name]
    },
    // The session reports the enabled features to every page.
    onSettled: invalidateAfter(readSettings.path, '/api/session'),
    // The next save has seen this one.
    scope: { id: `setting.${name}` },
  })
  const isOvertaken = hasCode(error, 'edit-conflict')
  const refusalText = (reason: Error) =>
    isOvertaken
      ? t('settings.overtaken', { value: String(value) })
      : t('settings.refused', { reason: t(messageFor(reason).sentence) })
  return {
    save: (next: Settings[Name]) =>
      mutate(next, {
        onSuccess: () => toast({ id: 'settings', tone: 'success', message: t('settings.saved') }),
      }),
    isPending,
    isOvertaken,
    /** The value being saved, or the last one saved. */
    next: variables,
    /** Why the value could not be saved. */
    refusal: error === null ? undefined : refusalText(error),
  }
}

function FlagSetting({ name, value }: { name: SettingName; value: boolean }) {
  const t = useT()
  const { save, isPending, next, refusal } = useSetting(name, value)
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
  const { save, refusal, isOvertaken, next } = useSetting(name, value)
  const { text, setText, commit } = useBufferedInput(String(value), (input) => save(Number(input)))
  // The value of another user, which the page shows from now on, leaves what was typed in the field.
  useEffect(() => {
    if (isOvertaken && next !== value) setText(String(next))
  }, [isOvertaken, next, setText, value])
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
      onChange={(input) => {
        setTyping(true)
        setText(String(input))
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

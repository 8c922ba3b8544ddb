import { Button, Group, Autocomplete } from '@mantine/core'
import * as z from 'zod/mini'
import { auditChoices, auditFilter, listAudit } from '#contract/audit.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { localMinute } from '../../lib/local-time.ts'
import { BufferedInput } from '../../ui/form/BufferedInput.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { actionText } from '../../entities/audit/event-caption.ts'
import { auditFilterCaptions } from '../../entities/audit/event-details.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { textFilter, type Filter } from '../../ui/table/filters.tsx'
import { defineListState, keysetPages } from '../../ui/table/list-state.ts'
import { absoluteTime } from '../../ui/text/time-text.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { isNumber, readNumber } from '../../lib/typed.ts'
import { useBufferedInput } from '../../ui/form/use-buffered-input.ts'
import { auditNamesQuery } from '../../entities/audit/queries.ts'

interface NameInputProps {
  role: 'actor' | 'object'
  label: string
  placeholder: string
  /** The value in the URL. */
  value: string | undefined
  onCommit: (value: string | undefined) => void
}

const restMs = 200
/** Returns an extension number as it is recorded, and any other name as typed. */
const asTyped = (text: string) => (isNumber(text) ? readNumber(text) : text)

/**
 * Filters by the full name of an actor or object. Suggests recorded names while the user types; Enter, choosing a
 * name, or leaving the field applies the filter.
 */
function NameInput({ role, label, placeholder, value, onCommit }: NameInputProps) {
  const t = useT()
  const { text, setText, commit } = useBufferedInput(value, onCommit)
  const [focused, setFocused] = useState(false)
  const [start] = useDebouncedValue(asTyped(text).trim(), restMs)
  const { data } = useQuery({ ...auditNamesQuery(role, start), enabled: focused })
  return (
    <Autocomplete
      label={label}
      placeholder={placeholder}
      data={data?.items ?? []}
      filter={({ options }) => options}
      value={text}
      maxLength={512}
      autoComplete="off"
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label }) }}
      onClear={() => commit('')}
      onChange={setText}
      onOptionSubmit={(name) => commit(name)}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false)
        commit(asTyped(text))
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-activedescendant') === null)
          commit(asTyped(text), { insist: true })
      }}
      withScrollArea={false}
    />
  )
}

/** The value format of `<input type="datetime-local">`, in the reader's time zone. */
const localTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/))

/** Formats a time for the input, to the minute, or to the second when its seconds are not zero. */
export function localText(epochMs: number): string {
  const time = new Date(epochMs)
  const seconds = time.getSeconds()
  return localMinute(time) + (seconds === 0 ? '' : `:${String(seconds).padStart(2, '0')}`)
}

/** Returns the input's time as epoch milliseconds. */
export const epochOf = (text: string): number => new Date(text).getTime()

const { before, after } = listAudit.query.shape

const nameFilter = <Schema extends z.ZodMiniType<string | undefined>>(
  role: 'actor' | 'object',
  schema: Schema,
  placeholder: 'audit.actor.any' | 'audit.object.any',
) =>
  ({
    caption: auditFilterCaptions[role],
    schema: optionalParam(schema),
    Control: ({ label, value, set }) => {
      const t = useT()
      return (
        <NameInput
          role={role}
          label={label}
          placeholder={t(placeholder)}
          value={value}
          onCommit={(name) => set(name)}
        />
      )
    },
    useText: (value) => value,
  }) satisfies Filter<string>

const timeFilter = <Schema extends z.ZodMiniType<number | undefined>>(name: 'from' | 'to', schema: Schema) =>
  ({
    caption: auditFilterCaptions[name],
    schema: optionalParam(schema),
    Control: ({ label, value, set }) => {
      const { t, language } = useLanguage()
      return (
        <BufferedInput
          type="datetime-local"
          // The browser writes the field in its own language.
          description={value === undefined ? undefined : absoluteTime(value, language)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          step={1}
          label={label}
          value={value === undefined ? undefined : localText(value)}
          schema={localTime}
          hint={t('audit.time.hint')}
          onCommit={(text) => set(text === undefined ? undefined : epochOf(text), { replace: true })}
        />
      )
    },
    useText: (value) => absoluteTime(value, useLanguage().language),
  }) satisfies Filter<number>

export const auditFilters = {
  actor: nameFilter('actor', auditFilter.actor, 'audit.actor.any'),
  action: {
    caption: auditFilterCaptions.action,
    schema: optionalParam(auditFilter.action),
    Control: ({ label, value, set }) => {
      const t = useT()
      return (
        <FilterSelect
          label={label}
          placeholder={t('audit.action.any')}
          searchable
          options={auditChoices.map((choice) => ({ value: choice, label: actionText(t, choice) }))}
          value={auditChoices.find((choice) => choice === value)}
          onChange={set}
        />
      )
    },
    // Also of an action that this version no longer records.
    useText: (value) => actionText(useT(), value),
  } satisfies Filter<string>,
  object: nameFilter('object', auditFilter.object, 'audit.object.any'),
  from: timeFilter('from', auditFilter.from),
  to: timeFilter('to', auditFilter.to),
  requestId: textFilter({
    caption: auditFilterCaptions.requestId,
    schema: auditFilter.requestId.def.innerType,
    hint: (t) => t('audit.requestId.hint'),
  }),
} as const

export const auditList = defineListState({
  filters: auditFilters,
  paging: keysetPages({ before: optionalParam(before), after: optionalParam(after) }),
  extraParams: {},
})
type AuditList = ReturnType<typeof auditList.use>
export type AuditFilters = AuditList['filters']

const hourMs = 3_600_000
/** The spans of the reader's clock and calendar; without an end, up to now. */
const spans = {
  hour: (now: Date) => ({ from: now.getTime() - hourMs }),
  today: (now: Date) => ({ from: midnight(now, 0) }),
  yesterday: (now: Date) => ({ from: midnight(now, -1), to: midnight(now, 0) }),
  week: (now: Date) => ({ from: midnight(now, -6) }),
} as const
const spanNames = ['hour', 'today', 'yesterday', 'week'] as const satisfies readonly (keyof typeof spans)[]

/** Returns when a day begins, counted from today, epoch milliseconds. */
const midnight = (now: Date, days: number): number =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime()

/** One click each: the latest days, and who saw passwords. */
export function QuickChoices({ filters, restart }: Pick<AuditList, 'filters' | 'restart'>) {
  const t = useT()
  const isPasswords = filters.action === 'passwords'
  return (
    <Group gap="xs" my={3}>
      {spanNames.map((name) => (
        <Button
          key={name}
          size="compact-sm"
          onClick={() => restart({ to: undefined, ...spans[name](new Date()) })}
        >
          {t(`audit.last.${name}`)}
        </Button>
      ))}
      <Button
        size="compact-sm"
        aria-pressed={isPasswords}
        variant={isPasswords ? 'light' : 'default'}
        onClick={() => restart({ action: isPasswords ? undefined : 'passwords' })}
      >
        {t('audit.action.passwords')}
      </Button>
    </Group>
  )
}

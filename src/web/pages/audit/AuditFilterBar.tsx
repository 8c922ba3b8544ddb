import { Button, Group, Autocomplete } from '@mantine/core'
import * as z from 'zod/mini'
import { auditActions, auditFilter } from '#contract/audit.ts'
import { useT } from '../../i18n/Language.tsx'
import { localMinute } from '../../lib/local-time.ts'
import { BufferedInput } from '../../ui/form/BufferedInput.tsx'
import { FilterPanel } from '../../ui/form/FilterPanel.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import type { AuditList } from '../../entities/audit/audit-state.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { isNumber, readNumber } from '../../lib/typed.ts'
import { useBufferedInput } from '../../ui/form/use-buffered-input.ts'
import { auditNamesQuery } from '../../entities/audit/queries.ts'

interface NameInputProps {
  of: 'actor' | 'object'
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
function NameInput({ of, label, placeholder, value, onCommit }: NameInputProps) {
  const t = useT()
  const { text, setText, commit } = useBufferedInput(value, onCommit)
  const [focused, setFocused] = useState(false)
  const [start] = useDebouncedValue(asTyped(text).trim(), restMs)
  const { data } = useQuery({ ...auditNamesQuery(of, start), enabled: focused })
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

const hourMs = 3_600_000
const spans = [
  ['hour', hourMs],
  ['day', 24 * hourMs],
  ['week', 7 * 24 * hourMs],
] as const

const requestId = auditFilter.requestId.def.innerType

/** Filters by actor, action, object and time. Each value is stored in the URL. */
export function AuditFilterBar({ list: { filters, restart } }: { list: AuditList }) {
  const t = useT()
  const time = (name: 'from' | 'to') => {
    const value = filters[name]
    return (
      <BufferedInput
        type="datetime-local"
        step={1}
        label={t(`audit.${name}`)}
        value={value === undefined ? undefined : localText(value)}
        schema={localTime}
        hint={t('audit.time.hint')}
        onCommit={(text) =>
          restart({ [name]: text === undefined ? undefined : epochOf(text) }, { replace: true })
        }
      />
    )
  }
  return (
    <FilterPanel
      label={t('filters.title')}
      cols={{ base: 1, xs: 2, md: 3 }}
      below={
        <Group gap="xs" mt="sm">
          {spans.map(([name, span]) => (
            <Button
              key={name}
              size="compact-sm"
              onClick={() => restart({ from: Date.now() - span, to: undefined })}
            >
              {t(`audit.last.${name}`)}
            </Button>
          ))}
        </Group>
      }
    >
      <NameInput
        of="actor"
        label={t('audit.actor')}
        placeholder={t('audit.actor.any')}
        value={filters.actor}
        onCommit={(actor) => restart({ actor })}
      />
      <FilterSelect
        label={t('caption.action')}
        placeholder={t('audit.action.any')}
        searchable
        options={auditActions.map((value) => ({ value, label: t(`audit.action.${value}`) }))}
        value={filters.action}
        onChange={(action) => restart({ action })}
      />
      <NameInput
        of="object"
        label={t('audit.object')}
        placeholder={t('audit.object.any')}
        value={filters.object}
        onCommit={(object) => restart({ object })}
      />
      {time('from')}
      {time('to')}
      <BufferedInput
        label={t('audit.requestId')}
        value={filters.requestId}
        schema={requestId}
        hint={t('audit.requestId.hint')}
        onCommit={(id) => restart({ requestId: id }, { replace: true })}
      />
    </FilterPanel>
  )
}

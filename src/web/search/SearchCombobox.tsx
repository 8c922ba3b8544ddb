import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { messageFor } from '../api/message-for.ts'
import { useT } from '../i18n/Language.tsx'
import { routes } from '../routes.tsx'
import { usePermissions } from '../session/SessionContext.tsx'
import { destinationOf, destinationsFor } from './destinations.ts'
import { suggestionsQuery } from './queries.ts'
import '../styles-more.ts'

const restMs = 200

/** The search box: pages, numbers and agents that the text itself names, and the service's suggestions (operation 12). */
export function SearchCombobox() {
  const t = useT()
  const navigate = useNavigate()
  const allowed = usePermissions()
  const combobox = useCombobox()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const typed = text.trim()
  const [asked] = useDebouncedValue(typed, restMs)
  const { data, error, isFetching } = useQuery(suggestionsQuery(asked))
  useHotkeys([
    ['/', () => input.current?.focus()],
    ['mod+K', () => input.current?.focus()],
  ])

  const direct = destinationsFor(typed)
  const pages = routes.flatMap(({ path, nav, permission }) => {
    const label = nav === undefined ? '' : t(nav.label)
    return typed !== '' &&
      label.toLowerCase().includes(typed.toLowerCase()) &&
      (permission === undefined || allowed(permission))
      ? [{ path, label }]
      : []
  })
  const suggested =
    typed === ''
      ? []
      : (data?.items ?? []).filter(({ key }) => !direct.some((known) => known.to === destinationOf(key)))

  const submit = (value: string) => {
    const to = value.startsWith('/') ? value : destinationOf(value)
    if (to === null) {
      setText(value)
      return
    }
    setText('')
    combobox.closeDropdown()
    input.current?.blur()
    void navigate(to)
  }
  const note =
    error !== null
      ? t(messageFor(error).sentence)
      : isFetching || asked !== typed
        ? t('state.loading')
        : suggested.length === 0
          ? t('search.none')
          : null

  return (
    <Combobox store={combobox} onOptionSubmit={submit} shadow="md">
      <Combobox.Target>
        <TextInput
          ref={input}
          size="sm"
          value={text}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          leftSection={isFetching ? <Loader size={14} /> : <IconSearch size={16} aria-hidden />}
          onChange={(event) => {
            setText(event.currentTarget.value.slice(0, 128))
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1 && direct[0] !== undefined)
              submit(direct[0].to)
            if (event.key === 'Escape') input.current?.blur()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed === ''}>
        <Combobox.Options aria-label={t('search.label')}>
          {direct.map(({ kind, text: named, to }) => (
            <Combobox.Option key={to} value={to}>
              {t(`search.${kind}`, { text: named })}
            </Combobox.Option>
          ))}
          {pages.map(({ path, label }) => (
            <Combobox.Option key={path} value={path}>
              {t('search.page', { page: label })}
            </Combobox.Option>
          ))}
          {suggested.length > 0 && (
            <Combobox.Group label={t('search.suggestions')}>
              {suggested.map(({ key }) => (
                <Combobox.Option key={key} value={key}>
                  {key}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
        </Combobox.Options>
        {note !== null && (
          <Text size="xs" c="dimmed" p="xs" component="output">
            {note}
          </Text>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

import { Anchor, Box, Code, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { readApiDescription } from '#contract/api-description.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { exampleOf, schemaText, type Described } from './description.ts'
import { apiDescriptionQuery } from './queries.ts'

function accessText(t: Translate, { access, byToken, freshSignIn }: Described): string {
  if (access === 'anyone') return t('api.reference.access.anyone')
  const needs =
    access === 'signed-in'
      ? t('api.reference.access.signedIn')
      : t(byToken ? 'api.reference.access.permission' : 'api.reference.access.session', {
          permission: access,
        })
  if (!freshSignIn) return needs
  return `${needs} ${t(byToken ? 'api.reference.fresh' : 'api.reference.freshSession')}`
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Title order={4} size="h5">
        {title}
      </Title>
      {/* Wraps, so that it needs no scroll bar that a keyboard must reach. */}
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
    </>
  )
}

function Endpoint({ of }: { of: Described }) {
  const t = useT()
  return (
    <Stack gap="xs" p="xs">
      <Text>{accessText(t, of)}</Text>
      {of.parameters.length > 0 && (
        <>
          <Title order={4} size="h5">
            {t('api.reference.parameters')}
          </Title>
          <Text component="ul" m={0} ps="1.25rem">
            {of.parameters.map(({ name, in: place, required, schema }) => (
              <li key={`${place} ${name}`}>
                <Code>{name}</Code> {place} <Code>{schemaText(schema)}</Code>{' '}
                {required && <strong>{t('api.reference.required')}</strong>}
              </li>
            ))}
          </Text>
        </>
      )}
      {of.body !== null && <Part title={t('api.reference.body')} text={schemaText(of.body)} />}
      <Part
        title={t('api.reference.answer')}
        text={of.answer.type === 'application/json' ? schemaText(of.answer.schema) : of.answer.type}
      />
      <Title order={4} size="h5">
        {t('api.reference.errors')}
      </Title>
      <Text component="ul" m={0} ps="1.25rem">
        {of.errors.map(({ status, codes }) => (
          <li key={status}>
            {status} <Code>{codes}</Code>
          </li>
        ))}
      </Text>
      {!of.byToken && <Text>{t('api.reference.errors.more')}</Text>}
      <Part title={t('api.reference.example')} text={exampleOf(of)} />
    </Stack>
  )
}

/** A folded part. Its content is rendered while it is open. */
function Fold({ summary, children }: { summary: ReactNode; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Box component="summary" py="xs">
        {summary}
      </Box>
      {isOpen && <Box ps="0.75rem">{children()}</Box>}
    </details>
  )
}

const rowsOf = (endpoints: readonly Described[]) =>
  endpoints.map((each) => (
    <Fold
      key={each.id}
      summary={
        <>
          <Text span ff="monospace" display="inline-block" miw="4rem">
            {each.method}
          </Text>{' '}
          <Text span ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {each.path}
          </Text>
        </>
      }
    >
      {() => <Endpoint of={each} />}
    </Fold>
  ))

const matches = ({ id, access, errors }: Described, searched: string) =>
  [id, access, ...errors.map(({ codes }) => codes)].join(' ').toLowerCase().includes(searched.toLowerCase())

/** Every endpoint of the console, from its own description. */
export function Reference() {
  const t = useT()
  const query = useQuery(apiDescriptionQuery())
  const [searched, setSearched] = useState('')
  const deferred = useDeferredValue(searched.trim())
  const link = (
    <Anchor href={readApiDescription.path} target="_blank" inherit underline="always">
      {t('api.reference.file')}
    </Anchor>
  )
  return (
    <Panel title={t('api.reference')}>
      <Stack gap="sm">
        <Text>
          <Message of="api.reference.text" values={{ link }} />
        </Text>
        <TextInput
          aria-label={t('api.reference.search')}
          placeholder={t('api.reference.search')}
          value={searched}
          onChange={({ currentTarget }) => setSearched(currentTarget.value)}
          maw={360}
          data-no-print
        />
        <QueryState query={query} loading={null}>
          {(all) => {
            const found = all.filter((each) => matches(each, deferred))
            return (
              <>
                <Text component="output" c="dimmed">
                  {found.length === 0
                    ? t('api.reference.none')
                    : t('api.reference.count', { count: found.length })}
                </Text>
                <div>
                  {deferred === ''
                    ? [...Map.groupBy(all, ({ group }) => group)].map(([group, endpoints]) => (
                        <Fold
                          key={group}
                          summary={
                            <>
                              <Text span ff="monospace">
                                /api/{group}
                              </Text>{' '}
                              ({endpoints.length})
                            </>
                          }
                        >
                          {() => rowsOf(endpoints)}
                        </Fold>
                      ))
                    : rowsOf(found)}
                </div>
              </>
            )
          }}
        </QueryState>
      </Stack>
    </Panel>
  )
}

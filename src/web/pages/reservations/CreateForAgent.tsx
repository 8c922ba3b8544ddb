import { Alert, Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTimeout } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Creation } from '#contract/extensions.ts'
import { CodecInput } from '../../entities/creation/CodecInput.tsx'
import { NumberHint } from '../../entities/creation/Hints.tsx'
import { isSameAgent } from '#contract/text.ts'
import { Refusal } from '../../entities/creation/Refusal.tsx'
import { useCreation } from '../../entities/creation/use-creation.ts'
import { emptyValues, wrongFields } from '../../entities/creation/values.ts'
import { extensionQuery } from '../../entities/extension/extension-queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { readNumber } from '../../lib/typed.ts'
import { NumberField } from '../../entities/extension/NumberField.tsx'
import { paths } from '../../lib/paths.ts'
import type { KnownAgent } from '../../entities/agent/find-agent.ts'
import { colorOf } from '../../ui/text/meaning.ts'

/** Interval and total time of reading a created number back until it is bound, ms. */
const lookEveryMs = 2_000
const lookForMs = 60_000

export const nothingTyped = { ext: '', langCodeTxt: '' }

/**
 * Creates a new number for the agent (operation 5 with `agentID`) and reads it back until it is bound or the outcome is final.
 * `typed` keeps what was typed when the user chooses another agent.
 */
export function CreateForAgent({
  agent,
  typed,
  onType,
}: {
  agent: KnownAgent
  typed: typeof nothingTyped
  onType: (typed: typeof nothingTyped) => void
}) {
  const t = useT()
  const [open, setOpen] = useState(typed.ext !== '')
  const valuesOf = (values: typeof nothingTyped) => ({ ...emptyValues, ...values, agentID: agent.id })
  const form = useForm({
    initialValues: typed,
    onValuesChange: onType,
    validate: (values) => (wrongFields(valuesOf(values)).length > 0 ? { ext: t('create.ext.wrong') } : {}),
  })
  const { ext, langCodeTxt } = form.values
  const [since, setSince] = useState(0)
  const creation = useCreation(false, () => {
    setSince(Date.now())
    onType(nothingTyped)
  })
  const isLost = creation.outcome === null && (ext !== '' || langCodeTxt !== '')
  const release = useUnsavedChanges(creation.pending || isLost, creation.pending ? 'result' : 'input')
  const name = agent.name ?? agent.id
  return (
    <Paper withBorder p="md" component="section" aria-label={t('reservations.create', { agent: name })}>
      <Button
        variant="subtle"
        size="compact-sm"
        className="long-label"
        aria-expanded={open}
        onClick={() => setOpen((now) => !now)}
      >
        {t('reservations.create', { agent: name })}
      </Button>
      <div hidden={!open}>
        {creation.outcome === null ? (
          <form onSubmit={form.onSubmit((values) => creation.submit(valuesOf(values)))} noValidate>
            <Stack gap="sm" mt="sm">
              <Text size="xs" c="dimmed">
                {t('reservations.create.note')}
              </Text>
              {creation.error !== null && <Refusal error={creation.error} ext={ext} takesFocus />}
              <div>
                <NumberField
                  label={t('create.ext')}
                  {...form.getInputProps('ext')}
                  readOnly={creation.pending}
                />
                <NumberHint ext={ext} />
              </div>
              <CodecInput {...form.getInputProps('langCodeTxt')} readOnly={creation.pending} />
              <Group gap="sm">
                <Button type="submit" loading={creation.pending}>
                  {t('reservations.create.submit')}
                </Button>
                <Button
                  component={Link}
                  variant="subtle"
                  to={paths.newExtension({ ext: readNumber(ext), agentID: agent.id, agentType: '1' })}
                  // The link carries the number, but no codec.
                  onClick={() => langCodeTxt === '' && release()}
                >
                  {t('reservations.create.all')}
                </Button>
              </Group>
            </Stack>
          </form>
        ) : (
          <Stack gap="sm" mt="sm">
            <ReadBack key={creation.outcome.ext} creation={creation.outcome} agent={agent} since={since} />
            <Button
              variant="default"
              onClick={() => {
                creation.reset()
                form.setFieldValue('ext', '')
              }}
            >
              {t('create.another')}
            </Button>
          </Stack>
        )}
      </div>
    </Paper>
  )
}

/** Reads the number back until it is bound, for at most one minute. */
function ReadBack({ creation, agent, since }: { creation: Creation; agent: KnownAgent; since: number }) {
  const t = useT()
  const { ext } = creation
  const { data } = useQuery({
    ...extensionQuery(ext),
    retry: false,
    meta: { quiet: true },
    refetchInterval: ({ state }) =>
      state.data?.extension.bindStatus === 1 || Date.now() - since > lookForMs ? false : lookEveryMs,
  })
  const [over, setOver] = useState(false)
  useTimeout(() => setOver(true), lookForMs, { autoInvoke: true })
  // A self-contradicting answer does not prove a binding.
  const isContradicted = data?.warnings.some(({ code }) => code === 'success-contradicted') === true
  const extension = (isContradicted ? null : data?.extension) ?? creation.extension
  const bound = extension?.bindStatus === 1
  const ours = bound && isSameAgent(extension.agentUuid, agent.id)
  const name = agent.name ?? agent.id
  const other = extension?.agentName ?? extension?.agentUuid ?? t('history.agent.none')
  const text = ours
    ? t('reservations.create.bound', { ext, agent: name })
    : bound
      ? t('reservations.create.boundOther', { ext, agent: other })
      : !over
        ? t(extension === null ? 'reservations.create.unseen' : 'reservations.create.unbound', {
            ext,
            agent: name,
          })
        : t(extension === null ? 'reservations.create.neverSeen' : 'reservations.create.neverBound', {
            ext,
            agent: name,
          })
  return (
    <Alert role="alert" color={colorOf(ours ? 'done' : 'attention')}>
      <Group gap="sm" wrap="nowrap">
        {!bound && !over && <Loader size={16} />}
        <Text size="sm" component={Link} to={paths.extension(ext)} c="inherit">
          {text}
        </Text>
      </Group>
      {creation.check === 'differs' && creation.boundAsAsked !== false && (
        <Text size="sm">{t('create.differs')}</Text>
      )}
    </Alert>
  )
}

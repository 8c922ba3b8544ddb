import { Button, Group, Paper, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Creation, NewExtension } from '#contract/extensions.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { ErrorDetail } from '../../ui/feedback/ErrorState.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { BindStatus } from '../../entities/extension/BindStatus.tsx'
import { StateMessage } from '../../ui/feedback/StateMessage.tsx'
import { Warnings } from '../../ui/feedback/Warnings.tsx'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'

/** The password that was sent, available until this page closes. Later it can only be revealed from the service. */
function PasswordReminder({ password }: { password: string }) {
  const t = useT()
  return (
    <Group gap="sm" justify="center" mt="md">
      <Text c="dimmed">{t('create.password.last')}</Text>
      <Button size="compact-sm" onClick={() => void copyText(t, password, t('create.password.copied'))}>
        {t('create.password.copyLast')}
      </Button>
    </Group>
  )
}

interface CreateOutcomeProps {
  creation: Creation
  sent: NewExtension
  checking: boolean
  /** Why the last check failed. */
  error: Error | null
  checkAgain: () => void
  /** Sends the creation again although the first attempt is in doubt. */
  sendAgain: () => void
  /** Returns to the form with its values. */
  back: () => void
  /** Returns to the form and frees the number, because it was not created. */
  dismiss: () => void
  another: () => void
}

const looks = {
  created: { icon: IconCircleCheck, tone: 'success' },
  accepted: { icon: IconHourglass, tone: 'warning' },
  'in-doubt': { icon: IconAlertTriangle, tone: 'failure' },
} as const
const differing = { icon: IconAlertTriangle, tone: 'warning' } as const

/** How a creation ended: read back, accepted but not visible yet, or in doubt. Keyed by state, so that a new state takes the focus. */
export function CreateOutcome(props: CreateOutcomeProps) {
  const { creation, sent, checking, error, checkAgain, sendAgain, back, dismiss, another } = props
  const t = useT()
  const { state, ext, boundAsAsked, check, extension, isFinal, warnings } = creation
  const agent = extension?.agentName ?? sent.agentID ?? ''
  const card = useRef<HTMLDivElement>(null)
  // The focused button disappeared with the form.
  useEffect(() => card.current?.focus(), [])
  return (
    <div ref={card} tabIndex={-1} style={{ outline: 'none' }}>
      <StateMessage
        {...(check === 'differs' ? differing : looks[state])}
        title={t(`create.state.${state}`, { ext })}
        text={
          <>
            {t(state === 'in-doubt' && isFinal ? 'create.inDoubt.final' : `create.state.${state}.text`)}
            {boundAsAsked !== null && (
              <div>{t(boundAsAsked ? 'create.bound' : 'create.notBound', { agent })}</div>
            )}
            {check === 'differs' && <div>{t('create.differs')}</div>}
          </>
        }
        announce
      >
        {state === 'created' ? (
          <PageButton variant="filled" to={paths.extension(ext)}>
            {t('create.open', { ext })}
          </PageButton>
        ) : (
          <Button variant="filled" loading={checking} onClick={checkAgain}>
            {t('create.checkAgain')}
          </Button>
        )}
        {extension?.agentUuid ? (
          <PageButton to={paths.agent(extension.agentUuid)}>{t('search.agent', { text: agent })}</PageButton>
        ) : null}
        {state === 'in-doubt' && isFinal && (
          <Button disabled={checking} onClick={sendAgain}>
            {t('create.sendAgain')}
          </Button>
        )}
        {state === 'in-doubt' && (
          <Button disabled={checking} onClick={isFinal ? dismiss : back}>
            {t(isFinal ? 'create.dismiss' : 'create.back')}
          </Button>
        )}
        <Button disabled={checking} onClick={another}>
          {t('create.another')}
        </Button>
      </StateMessage>
      {error !== null && !checking && (
        <Group gap="xs" justify="center" role="alert">
          <Text>{t(messageFor(error).sentence)}</Text>
          <ErrorDetail error={error} />
        </Group>
      )}
      <Warnings warnings={warnings} />
      {extension !== null && (
        <Paper withBorder p="md" maw={560} mx="auto" component="section" aria-label={t('create.record')}>
          <FieldList>
            <Field label={t('field.ext')}>{extension.ext}</Field>
            <Field label={t('field.bindStatus')}>
              <BindStatus value={extension.bindStatus} />
            </Field>
            <Field label={t('field.agentName')}>{extension.agentName}</Field>
            <Field label={t('field.domain')}>{extension.domain}</Field>
            <Field label={t('field.langCodeTxt')}>{extension.langCodeTxt}</Field>
          </FieldList>
        </Paper>
      )}
      {sent.password !== undefined && <PasswordReminder password={sent.password} />}
    </div>
  )
}

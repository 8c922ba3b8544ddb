import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCopy,
  IconHourglass,
  IconPrinter,
  IconQrcode,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Creation, NewExtension } from '#contract/extensions.ts'
import type { Phone } from '#contract/job-credentials.ts'
import { sipUri } from '#contract/sip-uri.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { ErrorDetail } from '../../ui/feedback/ErrorState.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { WelcomeSheets } from '../../entities/creation/WelcomeSheets.tsx'
import { BindStatus } from '../../entities/extension/BindStatus.tsx'
import { StateMessage } from '../../ui/feedback/StateMessage.tsx'
import { Warnings } from '../../ui/feedback/Warnings.tsx'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { QrCode } from '../../ui/text/QrCode.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'

interface HandOverProps {
  phone: Phone
  /** Shows the sheet to print. */
  onSheet: () => void
}

/** What the person needs to register their phone, with the password that was sent: only until this page closes. */
function HandOver({ phone, onSheet }: HandOverProps) {
  const t = useT()
  const { ext, domain, password } = phone
  const [isCode, { toggle }] = useDisclosure(false)
  const account = [
    [t('sheets.number'), ext],
    ...(domain === null ? [] : [[t('sheets.server'), domain]]),
    [t('sheets.user'), ext],
    [t('caption.password'), password],
  ].map(([label = '', value = '']) => t('label.value', { label, value }))
  return (
    <Stack gap="xs" align="center" mb="md" component="section" aria-label={t('create.handover')}>
      <Text c="dimmed">{t('create.handover.text')}</Text>
      <Group gap="sm" justify="center">
        <Button variant="filled" leftSection={<IconPrinter size={16} aria-hidden />} onClick={onSheet}>
          {t('create.handover.sheet')}
        </Button>
        <Button
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copyText(t, account.join('\n'), t('create.handover.copied'))}
        >
          {t('action.copy')}
        </Button>
        {domain !== null && (
          <Button leftSection={<IconQrcode size={16} aria-hidden />} aria-expanded={isCode} onClick={toggle}>
            {t('create.handover.code')}
          </Button>
        )}
      </Group>
      {isCode && domain !== null && (
        <QrCode text={sipUri({ ext, domain, password })} label={t('sheets.scan')} />
      )}
    </Stack>
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
  const name = extension?.agentName ?? null
  const personName = name ?? sent.agentID ?? ''
  const card = useRef<HTMLDivElement>(null)
  const [isSheet, sheet] = useDisclosure(false)
  // The focused button disappeared with the form.
  useEffect(() => card.current?.focus(), [])
  // A record that differs may have another password.
  const password = state === 'in-doubt' || check === 'differs' ? undefined : sent.password
  const phone = password === undefined ? null : { ext, password, domain: extension?.domain ?? null, name }
  if (isSheet && phone !== null)
    return <WelcomeSheets phones={[phone]} back={t('create.handover.back')} onClose={sheet.close} />
  return (
    <div ref={card} tabIndex={-1} style={{ outline: 'none' }}>
      <StateMessage
        {...(check === 'differs' ? differing : looks[state])}
        title={t(`create.state.${state}`, { ext })}
        text={
          <>
            {t(state === 'in-doubt' && isFinal ? 'create.inDoubt.final' : `create.state.${state}.text`)}
            {boundAsAsked !== null && (
              <div>{t(boundAsAsked ? 'create.bound' : 'create.notBound', { agent: personName })}</div>
            )}
            {check === 'differs' && <div>{t('create.differs')}</div>}
          </>
        }
        announce
      >
        {state === 'created' ? (
          <PageButton variant={phone === null ? 'filled' : 'default'} to={paths.extension(ext)}>
            {t('create.open', { ext })}
          </PageButton>
        ) : (
          <Button variant={phone === null ? 'filled' : 'default'} loading={checking} onClick={checkAgain}>
            {t('create.checkAgain')}
          </Button>
        )}
        {extension?.agentUuid ? (
          <PageButton to={paths.person(extension.agentUuid)}>
            {t('search.agent', { text: personName })}
          </PageButton>
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
      {phone !== null && <HandOver phone={phone} onSheet={sheet.open} />}
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
    </div>
  )
}

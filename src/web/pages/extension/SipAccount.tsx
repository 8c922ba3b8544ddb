import { Button, Code, Text, Group, TextInput } from '@mantine/core'
import { useState, useEffect, useRef } from 'react'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { IconLock } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import type { Extension } from '#contract/records.ts'
import { revealSeconds, reasonLength, revealSecret } from '#contract/secret.ts'
import { sipUri } from '#contract/sip-uri.ts'
import { useT } from '../../i18n/Language.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { copyText, CopyButton } from '../../ui/text/CopyButton.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { QrCode } from '../../ui/text/QrCode.tsx'
import { useRevealed } from './use-revealed.ts'

/** A secret of the record. The console knows only whether the service holds a value. */
export function Secret({ isHeld }: { isHeld: boolean }) {
  const t = useT()
  return (
    <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
      {isHeld && <IconLock size={14} aria-hidden />}
      <Text span inherit ff={isHeld ? 'monospace' : undefined} c="dimmed">
        {isHeld ? '••••••••' : '–'}
      </Text>
      <Text span size="xs" c="dimmed">
        {t(isHeld ? 'value.secretHeld' : 'value.secretNone')}
      </Text>
    </Group>
  )
}

function Copyable({ value }: { value: string | null }) {
  const t = useT()
  if (value === null) return <EmptyValue />
  return (
    <Group gap={4} wrap="nowrap">
      <span>{value}</span>
      <CopyButton value={value} label={t('copy.value', { value })} />
    </Group>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed" w="100%">
      {children}
    </Text>
  )
}

/** A QR code for a softphone, shown only while the password is shown. */
function PhoneCode({ ext, domain, password }: { ext: string; domain: string; password: string }) {
  const t = useT()
  return (
    <Group gap="md" mt="md" data-no-print>
      <QrCode text={sipUri({ ext, domain, password })} label={t('secret.qr', { ext })} />
      <Text c="dimmed" flex="1 1 12rem">
        {t('secret.qr.hint')}
      </Text>
    </Group>
  )
}

/** Copies the phone settings without the password, and announces the copied settings. */
function CopySettings({ settings }: { settings: readonly string[] }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  const done = t('sip.copied', { what: settings.join(t('list.separator')) })
  const copy = async () => {
    if (await copyText(t, settings.join('\n'), done)) setCopied(true)
  }
  return (
    <Group gap="sm" mt="sm">
      <Button size="compact-sm" onClick={() => void copy()}>
        {t('sip.copy')}
      </Button>
      {copied && (
        <Text size="xs" c="dimmed">
          {done}
        </Text>
      )}
    </Group>
  )
}

interface RevealProps {
  ext: string
  onRevealed: (password: string) => void
  onClose: () => void
}

/**
 * Reveals a password without caching it after the dialog closes. Closing the dialog cancels the request and skips the
 * callbacks passed to `mutate`.
 */
function useReveal(ext: string, action: string) {
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  return useMutation({
    mutationFn: (reason: string) => {
      leaving.current = new AbortController()
      const { signal } = leaving.current
      return call(revealSecret, { params: { ext }, body: { reason }, action, signal })
    },
  })
}

/** Asks for the reason of a reveal. When the sign-in is too old, a dialog above this one renews it (pages/sign-in/StepUpDialog.tsx). */
function RevealDialog({ ext, onRevealed, onClose }: RevealProps) {
  const t = useT()
  const title = t('secret.title', { ext })
  const sending = useReveal(ext, title)
  const form = useForm({
    initialValues: { reason: '' },
    validate: schemaResolver(revealSecret.body, { sync: true }),
  })
  return (
    <FormDialog
      title={title}
      submit={t('secret.submit')}
      onSubmit={form.onSubmit(({ reason }) =>
        sending.mutate(reason, {
          onSuccess: ({ password }) => {
            onClose()
            onRevealed(password)
          },
          onError: (refusal) => form.setErrors(fieldErrors(refusal)),
        }),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={sending}
    >
      <Text>{t('secret.intro', { seconds: revealSeconds })}</Text>
      <TextInput
        {...form.getInputProps('reason')}
        error={form.errors['reason'] !== undefined && t('secret.reason.wrong', reasonLength)}
        label={t('caption.reason')}
        description={t('secret.reason.hint', reasonLength)}
        maxLength={reasonLength.most}
        required
        data-autofocus
      />
    </FormDialog>
  )
}

const askedReveal = z.object({ reveal: z.literal(true) })
/** Opens the dialog when the palette led here for it: once, not again after a reload. */
function useAskedReveal(open: (() => void) | null): void {
  const location = useLocation()
  const navigate = useNavigate()
  const isAsked = open !== null && askedReveal.safeParse(location.state).success
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (!isAsked) return
    void navigate(location, { replace: true, state: null })
    latest.current?.()
  }, [isAsked, location, navigate])
}

/** The SIP account of a phone: number, domain, and password. Users with `secret.reveal` can reveal the password by giving a reason. */
export function SipAccount({ extension }: { extension: Extension }) {
  const t = useT()
  const canReveal = usePermission('secret.reveal')
  const { password, secondsLeft, show, hide } = useRevealed(extension, () => announce(t('secret.masked')))
  const [isLeft, setIsLeft] = useState(false)
  const { ext, domain, langCodeTxt, secretsHeld } = extension
  const hasPassword = secretsHeld.includes('password')

  const showPassword = (secret: string) => {
    // Without focus, another person could be at the screen.
    setIsLeft(!document.hasFocus())
    if (!document.hasFocus()) return
    show(secret)
    announce(t('secret.revealed', { ext, seconds: revealSeconds }))
  }
  // Phones register at the domain: the API has no separate server field.
  const settings = [
    ...(domain === null ? [] : [t('sip.server', { domain }), t('sip.domain', { domain })]),
    t('sip.number', { ext }),
  ]
  const openReveal = () => {
    setIsLeft(false)
    openDialog((close) => <RevealDialog ext={ext} onRevealed={showPassword} onClose={close} />)
  }
  useAskedReveal(hasPassword && canReveal ? openReveal : null)

  return (
    <Panel title={t('detail.account')}>
      <FieldList>
        <Field label={t('field.ext')}>
          <Copyable value={ext} />
        </Field>
        {/* A supervisor's screen shows no SIP hosts. */}
        {canReveal && (
          <Field label={t('field.domain')}>
            <Copyable value={domain} />
          </Field>
        )}
        <Field label={t('field.langCodeTxt')}>{langCodeTxt}</Field>
        <Field label={t('field.password')}>
          <Group gap="0.375rem 0.5rem">
            {password === null ? (
              <Secret isHeld={hasPassword} />
            ) : (
              <Code fz="sm" w="100%" style={{ overflowWrap: 'anywhere' }} data-no-print>
                {password}
              </Code>
            )}
            {password !== null && (
              <Button
                size="compact-xs"
                onClick={() => void copyText(t, password, t('create.password.copied'))}
              >
                {t('secret.copy')}
              </Button>
            )}
            {hasPassword && canReveal && (
              <Button size="compact-xs" onClick={password === null ? openReveal : hide}>
                {t(password === null ? 'secret.submit' : 'secret.hide')}
              </Button>
            )}
            {password !== null && (
              <>
                <Note>{t('secret.maskedIn', { count: secondsLeft })}</Note>
                <Note>{t('secret.clipboard')}</Note>
              </>
            )}
            {hasPassword && !canReveal && <Note>{t('secret.absent')}</Note>}
            {isLeft && (
              <div role="alert">
                <Note>{t('secret.left')}</Note>
              </div>
            )}
          </Group>
        </Field>
      </FieldList>
      {canReveal && <CopySettings settings={settings} />}
      {password !== null && domain !== null && <PhoneCode ext={ext} domain={domain} password={password} />}
    </Panel>
  )
}

import { Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { ExtensionWithPeople } from '#contract/extensions.ts'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { useRecipients } from '../../entities/request/recipients.ts'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { StateIcon } from '../../ui/text/StateBadge.tsx'
import { Time } from '../../ui/text/Time.tsx'
import type { Meaning } from '../../ui/text/meaning.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { Folded } from '../../ui/layout/Folded.tsx'

interface Finding {
  id: string
  meaning: Extract<Meaning, 'done' | 'attention' | 'unknown'>
  text: ReactNode
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** What the console sees of a phone that can't register, and whom to ask about the rest. */
export function Registration({ detail, readAt }: { detail: ExtensionWithPeople; readAt: number }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const names = useRecipients()
  const { extension, agentNames, holder } = detail
  const { ext, bindStatus, enabled, secretsHeld, langCodeTxt, currentUsingAgentUuid: user } = extension
  const holderName = holder?.agentName ?? t('history.agent.none')
  const userName = agentNames[user ?? ''] ?? t('history.agent.none')
  const changedAt = extension.updatedTime === 0 ? null : extension.updatedTime
  const findings: Finding[] = [
    bindStatus === 1
      ? { id: 'bound', meaning: 'done', text: t('registration.bound', { agent: holderName }) }
      : bindStatus === 0
        ? { id: 'bound', meaning: 'attention', text: t('registration.notBound') }
        : { id: 'bound', meaning: 'unknown', text: t('registration.bound.unknown') },
    enabled === 0
      ? { id: 'enabled', meaning: 'attention', text: t('registration.disabled') }
      : { id: 'enabled', meaning: 'unknown', text: t('registration.enabled.unknown') },
    secretsHeld.includes('password')
      ? { id: 'password', meaning: 'done', text: t('registration.password') }
      : { id: 'password', meaning: 'attention', text: t('registration.password.none') },
    langCodeTxt === null
      ? { id: 'codec', meaning: 'unknown', text: t('registration.codec.none') }
      : { id: 'codec', meaning: 'unknown', text: t('registration.codec', { codec: langCodeTxt }) },
    user === null || user === ''
      ? { id: 'user', meaning: 'unknown', text: t('registration.notUsed') }
      : holder !== null && isSame(user, holder.agentUuid)
        ? { id: 'user', meaning: 'done', text: t('registration.used', { agent: userName }) }
        : { id: 'user', meaning: 'attention', text: t('registration.usedByOther', { agent: userName }) },
    {
      id: 'changed',
      meaning: 'unknown',
      text:
        changedAt === null ? (
          t('registration.changed.none')
        ) : (
          <Message id="registration.changed" values={{ time: <Time value={changedAt} words="moment" /> }} />
        ),
    },
  ]
  return (
    <Folded title={t('registration')} isOpen={isOpen} onToggle={() => setOpen((open) => !open)}>
      <Stack gap="sm">
        <Stack component="ul" gap={6} m={0} p={0} fz="sm">
          {findings.map(({ id, meaning, text }) => (
            <Group component="li" key={id} gap="sm" wrap="nowrap" align="baseline">
              <StateIcon meaning={meaning} />
              <span>{text}</span>
            </Group>
          ))}
        </Stack>
        <Text c="dimmed" component="div">
          {t('registration.unseen')}{' '}
          <Message id="registration.readAt" values={{ time: <Time value={readAt} /> }} />
        </Text>
        <Text component="div">
          {t('registration.ask', { names, ext })} <CopyButton value={ext} label={t('copy.number', { ext })} />
        </Text>
        <div>
          <RequestButton
            numbers={() => [ext]}
            kinds={['new-password']}
            label={t('registration.newPassword')}
            size="compact-sm"
          />
        </div>
      </Stack>
    </Folded>
  )
}

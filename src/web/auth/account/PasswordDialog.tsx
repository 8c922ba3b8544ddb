import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { CodeInput, isCode } from '../../ui/form/CodeInput.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { useReturnFocus } from '../../ui/focus/return-focus.ts'
import type { OwnProof } from './queries.ts'

interface PasswordDialogProps {
  title: string
  text: string
  confirm: string
  danger?: boolean
  /** A second factor is on: a code is asked for as well. */
  codeWanted: boolean
  pending: boolean
  error: Error | null
  onConfirm: (proof: OwnProof) => void
  onClose: () => void
}

/** Asks for the own password, with a code where a second factor is on, before something that opens doors. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, text, confirm, danger = false, codeWanted, pending, error, onConfirm, onClose } = props
  const t = useT()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const isReady = password !== '' && (!codeWanted || isCode(code))
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title={title} withCloseButton={false} returnFocus={false} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onConfirm(codeWanted ? { password, code: code.trim() } : { password })
        }}
      >
        <Stack gap="md">
          <Text size="sm">{text}</Text>
          {error !== null && <ErrorAlert error={error} />}
          <PasswordInput
            label={t('session.password')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
            data-autofocus
          />
          {codeWanted && <CodeInput value={code} onChange={setCode} isWrong={code !== '' && !isCode(code)} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={pending} disabled={!isReady} {...(danger ? { color: 'red' } : {})}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

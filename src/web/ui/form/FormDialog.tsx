import { Button, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../feedback/ErrorAlert.tsx'
import { useReturnFocus } from '../focus/return-focus.ts'
import { dangerColor } from '../meaning.ts'

/** Hides the page below the dialog: it may show a secret, and the user has yet to confirm their identity. */
export const opaqueOverlay = { backgroundOpacity: 1, color: 'var(--mantine-color-body)' } as const

type DialogProps = Omit<ModalProps, 'opened' | 'returnFocus'>

/** A modal that is mounted open and returns the focus when it closes. */
export function Dialog(props: DialogProps) {
  useReturnFocus()
  return <Modal opened centered withCloseButton={false} returnFocus={false} {...props} />
}

interface DialogFormProps {
  /** The label of the submit button; `null` hides the button once the form is done. */
  submit: string | null
  /** Not called while `pending`, or before the form `isReady`. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  pending: boolean
  error: Error | null
  /** The next step, shown below the error. */
  errorAction?: ReactNode
  isReady?: boolean
  danger?: boolean
  cancel?: string
  /** Disables the cancel button while `pending`, for an answer that is shown only once. */
  keepWhilePending?: boolean
  /** For a form without fields: focuses the submit button, so that Enter confirms. */
  autoFocusSubmit?: boolean
  /** More actions, before the buttons. */
  actions?: ReactNode
  children: ReactNode
}

/** The form of a dialog: the error, the fields, the buttons. */
export function DialogForm({
  submit,
  onSubmit,
  onClose,
  pending,
  error,
  errorAction,
  isReady = true,
  danger = false,
  cancel,
  keepWhilePending = false,
  autoFocusSubmit = false,
  actions,
  children,
}: DialogFormProps) {
  const t = useT()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending && isReady) onSubmit(event)
      }}
    >
      <Stack gap="md">
        {error !== null && !pending && <ErrorAlert error={error}>{errorAction}</ErrorAlert>}
        {children}
        <Group justify="flex-end" gap="sm">
          {actions}
          <Button variant="default" onClick={onClose} disabled={keepWhilePending && pending}>
            {cancel ?? t('action.cancel')}
          </Button>
          {submit !== null && (
            <Button
              type="submit"
              loading={pending}
              disabled={!isReady}
              data-autofocus={autoFocusSubmit || undefined}
              {...(danger ? { color: dangerColor } : {})}
            >
              {submit}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

type FormDialogProps = DialogFormProps & Pick<DialogProps, 'title' | 'size' | 'closeOnEscape'>

/** A form in a dialog. A click beside it does not close it: what the user has typed would be gone. */
export function FormDialog({ title, size = 'md', closeOnEscape = true, ...form }: FormDialogProps) {
  return (
    <Dialog {...{ title, size, closeOnEscape }} closeOnClickOutside={false} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  )
}

interface ConfirmDialogProps extends Pick<DialogFormProps, 'onClose' | 'cancel' | 'danger'> {
  title: string
  text: string
  confirm: string
  onConfirm: () => void
}

/** Asks for confirmation before an action that continues on the page. */
export function ConfirmDialog({ title, text, confirm, onConfirm, ...rest }: ConfirmDialogProps) {
  return (
    <FormDialog title={title} submit={confirm} onSubmit={onConfirm} pending={false} error={null} {...rest}>
      <Text size="sm">{text}</Text>
    </FormDialog>
  )
}

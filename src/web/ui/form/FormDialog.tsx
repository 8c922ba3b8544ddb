import { Button, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core'
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { useNavigationBlocker, useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { announce } from '../feedback/announce.ts'
import { ErrorAlert } from '../feedback/ErrorAlert.tsx'
import { useReturnFocus } from '../focus/return-focus.ts'
import { dangerColor } from '../text/meaning.ts'
import { useIsOnTop } from './dialogs.tsx'

/** Hides the page below the dialog: it may show a secret, and the user has yet to confirm their identity. */
export const opaqueOverlay = { backgroundOpacity: 1, color: 'var(--mantine-color-body)' } as const

type DialogProps = Omit<ModalProps, 'opened' | 'returnFocus'>

/** A modal that is mounted open and returns the focus when it closes. */
export function Dialog({ closeOnEscape = true, ...props }: DialogProps) {
  useReturnFocus()
  const isOnTop = useIsOnTop()
  return (
    <Modal
      opened
      centered
      withCloseButton={false}
      returnFocus={false}
      closeOnEscape={closeOnEscape && isOnTop}
      {...props}
    />
  )
}

/** The mutation that submits a form; its error is shown above the fields. */
interface Sending {
  isPending: boolean
  error: Error | null
}

interface DialogFormProps {
  /** The label of the submit button; `null` hides the button. */
  submit: string | null
  /** Not called while `sending` is pending, or before the form `isReady`. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  sending?: Sending
  /** The next step, shown below the error. */
  errorAction?: ReactNode
  isReady?: boolean
  danger?: boolean
  cancel?: string
  /** For an answer that is shown only once: the dialog can't be closed before it is there; what shows it asks until it is copied. */
  isShownOnce?: boolean
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
  sending: { isPending, error } = { isPending: false, error: null },
  errorAction,
  isReady = true,
  danger = false,
  cancel,
  isShownOnce = false,
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
        if (isPending || !isReady) return
        const form = event.currentTarget
        onSubmit(event)
        // A refused form leads to its first wrong field.
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      }}
    >
      <Stack gap="md">
        {error !== null && !isPending && <ErrorAlert error={error}>{errorAction}</ErrorAlert>}
        {children}
        {/* In view when the fields are higher than the window. */}
        <Group
          justify="flex-end"
          gap="sm"
          pos="sticky"
          bottom={0}
          py={8}
          bg="var(--mantine-color-body)"
          style={{ zIndex: 1 }}
        >
          {actions}
          <Button onClick={onClose} disabled={isShownOnce && isPending}>
            {cancel ?? t('action.cancel')}
          </Button>
          {submit !== null && (
            <Button
              variant="filled"
              type="submit"
              loading={isPending}
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

interface FormDialogProps extends DialogFormProps, Pick<DialogProps, 'title' | 'size'> {
  /** True while the dialog holds something that the user entered and that is not saved. */
  isDirty?: boolean
  /** Replaces the fields once the form is done; the dialog can then only be closed. */
  result?: ReactNode
  /** The label of the button that closes the result, by which the user confirms to have it; "Close" by default. */
  closeResult?: string
}

/** Returns what follows a dialog's mutation: announces what is done and closes the dialog, or marks the fields that were refused. */
export const closeOnSuccess = (
  onClose: () => void,
  done: string,
  form?: { setErrors: (errors: Record<string, true>) => void },
) => ({
  onSuccess: () => {
    announce(done)
    onClose()
  },
  onError: (refusal: Error) => form?.setErrors(fieldErrors(refusal)),
})

const focusOnMount = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** Takes the focus, which the button that sent the form had, so that screen readers read what the form has led to. */
function FormResult({ children }: { children: ReactNode }) {
  return (
    <Stack ref={focusOnMount} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Stack>
  )
}

/** A form in a dialog. Asks before it closes, or the page is left, while it is dirty. A click beside it does not close it. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 'md', isDirty = false, result, closeResult, ...form } = props
  const t = useT()
  const { confirmLoss, confirmShownOnce } = useNavigationBlocker()
  const isDone = result !== undefined
  const isUnsaved = isDirty && !isDone
  useUnsavedChanges(isUnsaved)
  const withdraw = useRef<(() => void) | null>(null)
  // The form may be saved while the question is open.
  useEffect(() => () => withdraw.current?.(), [])
  const close = () => {
    if (isUnsaved) withdraw.current = confirmLoss('dialog', form.onClose)
    else if (isDone && closeResult === undefined) confirmShownOnce(form.onClose)
    else form.onClose()
  }
  return (
    <Dialog
      {...{ title, size }}
      closeOnEscape={form.isShownOnce !== true || !(isDone || form.sending?.isPending === true)}
      closeOnClickOutside={false}
      onClose={close}
    >
      <DialogForm
        {...form}
        {...(isDone && {
          submit: null,
          cancel: closeResult ?? t('action.close'),
          children: <FormResult>{result}</FormResult>,
        })}
        onClose={close}
      />
    </Dialog>
  )
}

interface ConfirmDialogProps extends Pick<DialogFormProps, 'onClose' | 'cancel' | 'danger'> {
  title: string
  text: string
  confirm: string
  onConfirm: () => void
}

/** Asks for confirmation, and closes before the action, which continues on the page. */
export function ConfirmDialog({ title, text, confirm, onConfirm, ...rest }: ConfirmDialogProps) {
  return (
    <FormDialog
      title={title}
      submit={confirm}
      onSubmit={() => {
        rest.onClose()
        onConfirm()
      }}
      {...rest}
    >
      <Text>{text}</Text>
    </FormDialog>
  )
}

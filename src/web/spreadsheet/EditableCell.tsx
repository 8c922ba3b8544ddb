import { Anchor, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useT } from '../i18n/Language.tsx'
import classes from './EditableCell.module.css'

interface EditableCellProps {
  line: number
  /** The name of the column. */
  name: string
  value: string
  /** True for a password: it is visible only while it is being edited. */
  isSecret: boolean
  /** Why the value is invalid, in the reader's language; null for a valid value. */
  reason: string | null
  /** The value that is likely to be meant; offered for one click. */
  fix: string | null
  onEdit: (text: string) => void
}

/** A cell that becomes an input when pressed. */
export function EditableCell({ line, name, value, isSecret, reason, fix, onEdit }: EditableCellProps) {
  const t = useT()
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  useEffect(() => {
    if (editing || !returns.current) return
    returns.current = false
    button.current?.focus()
  }, [editing])
  if (editing)
    return (
      <CellInput
        label={t('import.cell.input', { field: name, line: String(line) })}
        value={value}
        isBad={reason !== null}
        onLeave={(text) => text !== value && onEdit(text)}
        onEnd={(byKey) => {
          returns.current = byKey
          setEditing(false)
        }}
      />
    )
  const hidden = isSecret && value !== ''
  const text = hidden ? '••••••••' : value
  const lines = [text, reason ?? ''].filter((part) => part !== '')
  // A plain button: a sheet has hundreds, and Mantine's buttons take more than twice as long to render.
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.cell}
        data-bad={reason !== null || undefined}
        title={lines.join('\n')}
        aria-label={[t('import.cell.edit', { field: name, line: String(line) }), ...lines].join(' ')}
        onClick={() => setEditing(true)}
      >
        <span className={classes.value}>{text === '' ? '–' : text}</span>{' '}
        {reason !== null && <span className={classes.reason}>{reason}</span>}
      </button>
      {fix !== null && (
        <Anchor component="button" type="button" size="xs" onClick={() => onEdit(fix)}>
          {t('import.cell.fix', { text: fix })}
        </Anchor>
      )}
    </>
  )
}

interface CellInputProps {
  label: string
  value: string
  isBad: boolean
  /** Called with the typed text when the cell unmounts, unless the user has discarded it. */
  onLeave: (text: string) => void
  onEnd: (byKey: boolean) => void
}

function CellInput({ label, value, isBad, onLeave, onEnd }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const text = useRef<string | null>(null)
  const leave = useEffectEvent(() => text.current !== null && onLeave(text.current))
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
    // A long table unmounts a cell that scrolls out of view without a blur event.
    return () => void leave()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') text.current = null
    onEnd(true)
  }
  return (
    <TextInput
      ref={input}
      size="xs"
      className={classes.input}
      aria-label={label}
      error={isBad}
      defaultValue={value}
      autoCapitalize="off"
      spellCheck={false}
      onChange={(event) => {
        text.current = event.currentTarget.value
      }}
      onKeyDown={onKeyDown}
      onBlur={() => onEnd(false)}
    />
  )
}

import type { ReactNode } from 'react'
import { EmptyValue } from './EmptyValue.tsx'
import classes from './Field.module.css'

interface FieldProps {
  label?: string
  /** The specification's field name, in small text; beside `label` if there is one. */
  name?: string
  children: ReactNode
}

/** A record's fields. If there is room, names are left and values right; on a wide page, several fields are in one line. */
export function FieldList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>
}

/** The name and value of one field, inside a `FieldList` or another `<dl>`. */
export function Field({ label, name, children }: FieldProps) {
  return (
    <div className={classes.root}>
      <dt className={classes.name}>
        {label !== undefined && <span className={classes.label}>{label} </span>}
        {name !== undefined && <code>{name}</code>}
      </dt>
      <dd className={classes.value}>{children ?? <EmptyValue />}</dd>
    </div>
  )
}

import type { ReactNode } from 'react'
import { EmptyValue } from './EmptyValue.tsx'
import classes from './Field.module.css'

interface FieldProps {
  /** The specification's name, shown small; with `label`, beside it. */
  name: string
  label?: string
  children: ReactNode
}

/** A record's fields under each other, names left and values right where there is room. */
export function FieldList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>
}

/** One field of a record inside a `FieldList` or another `<dl>`: its name and its value. */
export function Field({ name, label, children }: FieldProps) {
  return (
    <div className={classes.root}>
      <dt className={classes.name}>
        {label !== undefined && <span className={classes.label}>{label} </span>}
        <code>{name}</code>
      </dt>
      <dd className={classes.value}>{children ?? <EmptyValue />}</dd>
    </div>
  )
}

import type { ReactNode } from 'react'
import { StateIcon } from '../../ui/text/StateBadge.tsx'
import type { Meaning } from '../../ui/text/meaning.ts'
import classes from './NeedsAttention.module.css'

interface AttentionRowProps {
  meaning: Meaning
  /** What it is about, in a few words. */
  title: ReactNode
  /** What the reader needs to know to decide. */
  children?: ReactNode
  actions: ReactNode
}

/** One thing that needs attention: a sentence and what to do about it. */
export function AttentionRow({ meaning, title, children, actions }: AttentionRowProps) {
  return (
    <li className={classes.row}>
      <StateIcon meaning={meaning} />
      <div className={classes.text}>
        <b>{title}</b>
        {children !== undefined && children !== false && <> · {children}</>}
      </div>
      <div className={classes.actions}>{actions}</div>
    </li>
  )
}

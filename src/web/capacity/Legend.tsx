import type { ReactNode } from 'react'
import classes from './Legend.module.css'

/** What the colors of a drawing mean, as list items; its table says the same to a screen reader. */
export function Legend({ children }: { children: ReactNode }) {
  return (
    <ul className={classes.legend} aria-hidden>
      {children}
    </ul>
  )
}

import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { Link } from 'react-router-dom'
import classes from './LabelList.module.css'

interface LabelListProps {
  labels: readonly string[]
  /** The list filtered by a label. */
  to: (label: string) => string
}

/** Labels as links to all that have them. Of plain elements: it is drawn in each row of a list. */
export function LabelList({ labels, to }: LabelListProps) {
  if (labels.length === 0) return <EmptyValue />
  return (
    <span className={classes.list} title={labels.join(', ')}>
      {labels.map((label) => (
        <Link key={label} to={to(label)} className={classes.label}>
          {label}
        </Link>
      ))}
    </span>
  )
}

import { useT } from '../../i18n/Language.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Link } from 'react-router-dom'
import classes from './LabelList.module.css'

interface LabelListProps {
  labels: readonly string[]
  /** Returns the URL of the list filtered by a label. */
  to: (label: string) => string
}

/** Labels as links to the filtered list. Uses plain elements, since every row of a list renders it. */
export function LabelList({ labels, to }: LabelListProps) {
  const t = useT()
  if (labels.length === 0) return <EmptyValue />
  return (
    <span className={classes.list} title={labels.join(t('list.separator'))}>
      {labels.map((label) => (
        <Link key={label} to={to(label)} className={classes.label}>
          {label}
        </Link>
      ))}
    </span>
  )
}

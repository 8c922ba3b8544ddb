import { useLanguage } from '../i18n/Language.tsx'
import classes from './ShareBar.module.css'

export type ShareTone = 'good' | 'running' | 'waiting' | 'warning' | 'failure' | 'quiet'

export interface Share<Id extends string> {
  id: Id
  label: string
  value: number
  tone: ShareTone
}

interface ShareBarProps<Id extends string> {
  shares: readonly Share<Id>[]
  /** Makes the legend's entries buttons that filter by their share. */
  chosen?: Id | undefined
  onChoose?: (id: Id | undefined) => void
}

/** Shares of a whole, drawn to scale, with their numbers as text beside; shares of nothing are left out. */
export function ShareBar<Id extends string>({ shares, chosen, onChoose }: ShareBarProps<Id>) {
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const shown = shares.filter(({ value, id }) => value > 0 || id === chosen)
  const entry = ({ label, value, tone }: Share<Id>) => (
    <>
      <span className={`${classes.swatch} ${classes[tone]}`} aria-hidden />
      {label} <b>{number.format(value)}</b>
    </>
  )
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        {shares
          .filter(({ value }) => value > 0)
          .map(({ id, value, tone }) => (
            <span key={id} className={`${classes.part} ${classes[tone]}`} style={{ flexGrow: value }} />
          ))}
      </div>
      <ul className={classes.legend}>
        {shown.map((share) => (
          <li key={share.id}>
            {onChoose === undefined ? (
              <span className={classes.entry}>{entry(share)}</span>
            ) : (
              <button
                type="button"
                className={classes.entry}
                aria-pressed={share.id === chosen}
                onClick={() => onChoose(share.id === chosen ? undefined : share.id)}
              >
                {entry(share)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

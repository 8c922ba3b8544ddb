import { Group, Stack } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useLanguage } from '../../i18n/Language.tsx'
import classes from './ShareBar.module.css'
import { fillOf, type Meaning } from './meaning.ts'

export interface Share<Id extends string> {
  id: Id
  label: string
  value: number
  meaning: Meaning
}

interface ShareLegendProps<Id extends string> {
  shares: readonly Share<Id>[]
  /** The share to filter by. With `onChoose`, the legend's entries are buttons that filter by their share. */
  selected?: Id | undefined
  onChoose?: (id: Id | undefined) => void
}

interface BarProps {
  shares: readonly Pick<Share<string>, 'id' | 'value' | 'meaning'>[]
  style?: CSSProperties
}

/** A bar of shares, to scale, without a legend. Screen readers need the numbers beside it. */
export function Bar({ shares, style }: BarProps) {
  return (
    <span className={classes.bar} style={style} aria-hidden>
      {shares.map(
        ({ id, value, meaning }) =>
          value > 0 && (
            <span
              key={id}
              className={classes.part}
              style={{ flexGrow: value, background: fillOf(meaning) }}
            />
          ),
      )}
    </span>
  )
}

/** A meaning's color in a legend. */
export const Swatch = ({ meaning }: { meaning: Meaning }) => (
  <span className={classes.swatch} style={{ background: fillOf(meaning) }} aria-hidden />
)

/** The numbers of shares. Omits empty shares. */
export function ShareLegend<Id extends string>({ shares, selected, onChoose }: ShareLegendProps<Id>) {
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const visible = shares.filter(({ value, id }) => value > 0 || id === selected)
  const entry = ({ label, value, meaning }: Share<Id>) => (
    <>
      <Swatch meaning={meaning} />
      {label} <b>{number.format(value)}</b>
    </>
  )
  return (
    <Group component="ul" gap="0.25rem 0.5rem" m={0} p={0} style={{ listStyle: 'none' }}>
      {visible.map((share) => (
        <li key={share.id}>
          {onChoose === undefined ? (
            <span className={classes.entry}>{entry(share)}</span>
          ) : (
            <button
              type="button"
              className={classes.entry}
              aria-pressed={share.id === selected}
              onClick={() => onChoose(share.id === selected ? undefined : share.id)}
            >
              {entry(share)}
            </button>
          )}
        </li>
      ))}
    </Group>
  )
}

/** A bar with the shares of a whole, to scale, and their numbers. */
export const ShareBar = <Id extends string>(props: ShareLegendProps<Id>) => (
  <Stack gap="sm">
    <Bar shares={props.shares} />
    <ShareLegend {...props} />
  </Stack>
)

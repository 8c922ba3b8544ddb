import { Button, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { noLanguage } from '#contract/extension-languages.ts'
import type { Translate } from '../i18n/catalogue.ts'
import { useLanguage, useT } from '../i18n/Language.tsx'
import { DataTable, type Column } from '../ui/DataTable.tsx'
import classes from './LanguageBars.module.css'
import type { LanguageTally } from './tally.ts'

/** Drawn at first: a service that answers more languages than this answers something else. */
const shown = 12

interface LanguageBarsProps {
  tallies: readonly LanguageTally[]
  chosen: string | undefined
  onChoose: (language: string | undefined) => void
}

const keyOf = ({ language }: LanguageTally) => language
const idOf = (language: string) => (language === '' ? noLanguage : language)

const barColumns = (
  t: Translate,
  number: Intl.NumberFormat,
  most: number,
  { chosen, onChoose }: Pick<LanguageBarsProps, 'chosen' | 'onChoose'>,
): Column<LanguageTally>[] => [
  {
    id: 'language',
    header: t('coverage.language'),
    width: 130,
    cell: ({ language }) => (
      <button
        type="button"
        className={classes.choose}
        aria-pressed={idOf(language) === chosen}
        onClick={() => onChoose(idOf(language) === chosen ? undefined : idOf(language))}
      >
        {language === '' ? t('coverage.none') : language}
      </button>
    ),
  },
  {
    id: 'count',
    header: t('coverage.extensions'),
    numeric: true,
    width: 100,
    cell: ({ count }) => number.format(count),
  },
  {
    id: 'mismatches',
    header: t('coverage.mismatches'),
    numeric: true,
    width: 120,
    cell: ({ mismatches }) => number.format(mismatches),
  },
  {
    id: 'bar',
    header: t('coverage.share'),
    width: 220,
    cell: ({ count, mismatches }) => (
      <span className={classes.bar} style={{ width: `${(100 * count) / most}%` }} aria-hidden>
        <span className={classes.fine} style={{ flexGrow: count - mismatches }} />
        <span className={classes.mismatch} style={{ flexGrow: mismatches }} />
      </span>
    ),
  },
]

/** How many extensions answer which language, drawn to scale; a language's button filters the list below by it. */
export function LanguageBars({ tallies, chosen, onChoose }: LanguageBarsProps) {
  const t = useT()
  const { language } = useLanguage()
  const [open, setOpen] = useState(false)
  const most = Math.max(1, ...tallies.map(({ count }) => count))
  const columns = useMemo(
    () => barColumns(t, new Intl.NumberFormat(language), most, { chosen, onChoose }),
    [t, language, most, chosen, onChoose],
  )
  const rows = open ? tallies : tallies.slice(0, shown)
  return (
    <>
      <DataTable
        label={t('coverage.perLanguage')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        density="compact"
      />
      {tallies.length > shown && (
        <Button mt="xs" size="compact-sm" variant="subtle" onClick={() => setOpen((now) => !now)}>
          {open ? t('coverage.fewer') : t('coverage.more', { count: tallies.length - shown })}
        </Button>
      )}
      {tallies.length === 0 && <Text size="sm">{t('coverage.nothing')}</Text>}
    </>
  )
}

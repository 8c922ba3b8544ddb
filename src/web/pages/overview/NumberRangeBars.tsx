import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { NumberRangeCapacity } from '#contract/capacity.ts'
import { countedStates, totalOf } from '#contract/number-states.ts'
import { forecastText } from '../../entities/forecast/forecast-text.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { scopeText, numbersPath } from './scope.ts'
import { Legend } from './Legend.tsx'
import classes from './NumberRangeBars.module.css'
import { fillOf } from '../../ui/text/meaning.ts'
import { Bar } from '../../ui/text/ShareBar.tsx'

interface NumberRangeBarsProps {
  ranges: readonly NumberRangeCapacity[]
  /** Size of the largest range on any page; keeps the scale of the bars constant. */
  largest: number
  alerting: ReadonlySet<string>
  /** The time of the forecasts, in epoch milliseconds. */
  now: number
}

/** The numbers of each range by state, drawn to one scale. Each bar links to its numbers. */
export function NumberRangeBars({ ranges, largest, alerting, now }: NumberRangeBarsProps) {
  const { t, language } = useLanguage()
  return (
    <>
      <Legend
        entries={countedStates.map((kind) => ({
          name: kind,
          sign: <span className={classes.swatch} style={{ background: fillOf(kind) }} />,
          label: t(`inventory.state.${kind}`),
        }))}
      />
      <ul className={classes.list} aria-label={t('overview.ranges')}>
        {ranges.map((range) => (
          <li key={range.scope}>
            <Link
              to={numbersPath(range.scope)}
              className={classes.range}
              data-pool={range.pool !== null || undefined}
            >
              <span className={classes.prefix}>
                <span className={classes.name} title={range.pool ?? undefined}>
                  {scopeText(t, range)}
                </span>
                {alerting.has(range.scope) && (
                  <>
                    <IconAlertTriangle size={16} className={classes.alert} aria-hidden />
                    <VisuallyHidden>{t('overview.range.alert')}</VisuallyHidden>
                  </>
                )}
              </span>
              <Bar
                shares={countedStates.map((kind) => ({ id: kind, value: range[kind], meaning: kind }))}
                style={{
                  width: `${Math.max(1, (totalOf(range) / Math.max(1, largest)) * 100)}%`,
                  height: 16,
                  gap: 2,
                  background: 'none',
                }}
              />
              <span className={classes.counts}>
                <b>{t('overview.range.free', { count: range.free })}</b>
                {range.reserved > 0 && ` · ${t('overview.range.reserved', { count: range.reserved })}`}
                {' · '}
                {t('overview.range.bound', { count: range.bound })}
                {range.unavailable > 0 &&
                  ` · ${t('overview.range.unavailable', { count: range.unavailable })}`}
                {range.unknown > 0 && ` · ${t('overview.range.unknown', { count: range.unknown })}`}
                {range.forecast.kind === 'runs-out' &&
                  ` · ${t('overview.range.runsOut', { when: forecastText(t, language, range.forecast, now) })}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

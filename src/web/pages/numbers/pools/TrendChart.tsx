import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { VisuallyHidden } from '@mantine/core'
import type { TrendPoint, TrendSpan } from '#contract/capacity.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { Legend } from '../../../ui/text/Legend.tsx'
import { colorOf } from '../../../ui/text/meaning.ts'

interface TrendChartProps {
  points: readonly TrendPoint[]
  span: TrendSpan
  /** Free numbers below this count raise an alert; null without a threshold. */
  leastFree: number | null
  /** One sentence that describes the chart. */
  summary: string
}

const ticks: Record<TrendSpan, Intl.DateTimeFormatOptions> = {
  week: { weekday: 'short', day: 'numeric' },
  month: { month: 'short', day: 'numeric' },
  year: { year: 'numeric', month: 'short' },
}

const strokes = { reserved: '12 3 2 3', unavailable: '4 3', unknown: '2 3' } as const

/** Lines differ in stroke as well as in color. Screen readers read the table with the same counts. */
export function TrendChart({ points, span, leastFree, summary }: TrendChartProps) {
  const { t, language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const tick = new Intl.DateTimeFormat(language, ticks[span])
  const exact = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const series = [
    { name: 'free', label: t('numbers.state.free'), color: colorOf('free') },
    { name: 'bound', label: t('numbers.state.bound'), color: colorOf('bound'), strokeDasharray: '8 4' },
    ...(['reserved', 'unavailable', 'unknown'] as const).flatMap((name) =>
      points.some((point) => point[name] > 0)
        ? [
            {
              name,
              label: t(`numbers.state.${name}`),
              color: colorOf(name),
              strokeDasharray: strokes[name],
            },
          ]
        : [],
    ),
  ]
  return (
    <figure style={{ margin: 0 }}>
      <VisuallyHidden component="figcaption">{summary}</VisuallyHidden>
      <Legend
        entries={series.map(({ name, label, color, strokeDasharray }) => ({
          name,
          label,
          sign: (
            <svg width={28} height={8}>
              <line
                x1={0}
                x2={28}
                y1={4}
                y2={4}
                stroke={color}
                strokeWidth={2}
                strokeDasharray={strokeDasharray}
              />
            </svg>
          ),
        }))}
      />
      <div aria-hidden>
        <LineChart
          h={280}
          data={points.map((point) => ({ ...point }))}
          dataKey="at"
          series={series}
          curveType="linear"
          withDots={points.length < 40}
          dotProps={{ r: 2 }}
          valueFormatter={(value) => number.format(value)}
          xAxisProps={{
            type: 'number',
            scale: 'time',
            domain: ['dataMin', 'dataMax'],
            tickFormatter: (at: number) => tick.format(at),
          }}
          yAxisProps={{ allowDecimals: false, width: 56 }}
          tooltipProps={{ labelFormatter: (at) => (typeof at === 'number' ? exact.format(at) : '') }}
          lineProps={{ isAnimationActive: false }}
          // The chart is hidden from assistive technology, so it must not take keyboard focus. The table is the accessible form.
          lineChartProps={{ accessibilityLayer: false }}
          referenceLines={
            leastFree === null
              ? []
              : [
                  {
                    y: leastFree,
                    label: t('trend.threshold', { count: leastFree }),
                    color: colorOf('failed'),
                  },
                ]
          }
        />
      </div>
    </figure>
  )
}

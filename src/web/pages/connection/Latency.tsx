import { useT } from '../../i18n/Language.tsx'

const width = 96
const height = 24

/** A line chart of the last calls' latencies, oldest left. Its text alternative has the figures. */
export function Latency({ values }: { values: readonly number[] }) {
  const t = useT()
  if (values.length === 0) return null
  const most = Math.max(...values)
  const text = t('status.latency.line', {
    count: values.length,
    least: Math.round(Math.min(...values)),
    most: Math.round(most),
  })
  const step = width / Math.max(values.length - 1, 1)
  const points = values.map(
    (value, index) =>
      `${(index * step).toFixed(1)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`,
  )
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <title>{text}</title>
      {values.length === 1 ? (
        <circle cx={width / 2} cy={height / 2} r={2} fill="currentColor" />
      ) : (
        <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} />
      )}
    </svg>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Block } from '#contract/capacity.ts'
import { Link } from '../ui/Link.tsx'
import { useT } from '../i18n/Language.tsx'
import { prefixText } from './forecast-words.ts'
import { numbersPath } from './numbers-path.ts'
import { Legend } from './Legend.tsx'
import classes from './BlockBars.module.css'

const kinds = ['free', 'bound', 'unknown'] as const
const sizeOf = ({ free, bound, unknown }: Block) => free + bound + unknown

interface BlockBarsProps {
  blocks: readonly Block[]
  /** Numbers of the largest block there is, on this page or another: bars keep their scale. */
  largest: number
  alerting: ReadonlySet<string>
}

/** Free, bound and not known of each block, to one scale; each bar is a link to its numbers. */
export function BlockBars({ blocks, largest, alerting }: BlockBarsProps) {
  const t = useT()
  return (
    <>
      <Legend>
        {kinds.map((kind) => (
          <li key={kind}>
            <span className={`${classes.swatch} ${classes[kind]}`} />
            {t(`overview.${kind}`)}
          </li>
        ))}
      </Legend>
      <ul className={classes.list} aria-label={t('overview.blocks')}>
        {blocks.map((block) => (
          <li key={block.prefix}>
            <Link to={numbersPath(block.prefix)} className={classes.block}>
              <span className={classes.prefix}>
                {prefixText(t, block.prefix)}
                {alerting.has(block.prefix) && (
                  <>
                    <IconAlertTriangle size={16} className={classes.alert} aria-hidden />
                    <VisuallyHidden>{t('overview.block.alert')}</VisuallyHidden>
                  </>
                )}
              </span>
              <span
                className={classes.bar}
                style={{ width: `${Math.max(1, (sizeOf(block) / Math.max(1, largest)) * 100)}%` }}
                aria-hidden
              >
                {kinds.map(
                  (kind) =>
                    block[kind] > 0 && (
                      <span
                        key={kind}
                        className={`${classes.part} ${classes[kind]}`}
                        style={{ flexGrow: block[kind] }}
                      />
                    ),
                )}
              </span>
              <span className={classes.figures}>
                <b>{t('overview.block.free', { count: block.free })}</b>
                {' · '}
                {t('overview.block.bound', { count: block.bound })}
                {block.unknown > 0 && ` · ${t('overview.block.unknown', { count: block.unknown })}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

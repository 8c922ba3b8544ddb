import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NumberState } from '#contract/number-states.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { FirstScanNote } from '../../entities/extension/FirstScanNote.tsx'
import { numberMeanings } from '../../entities/extension/state-meanings.ts'
import { ShareBar } from '../../ui/text/ShareBar.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { statusQuery } from './queries.ts'
import classes from './StatusPanel.module.css'
import { Crawls } from './Crawls.tsx'

interface StatusPanelProps {
  chosen: NumberState | undefined
  choose: (state: NumberState | undefined) => void
}

/** The contents of the inventory, their age, and the limits of the data. */
export function StatusPanel({ chosen, choose }: StatusPanelProps) {
  const t = useT()
  const { data } = useQuery(statusQuery())
  const [open, setOpen] = useState(false)
  if (data === undefined) return <div className={classes.root} />
  const idle = data.crawls.find(({ kind }) => kind === 'idle')
  return (
    <section className={classes.root} aria-label={t('inventory.status')}>
      <ShareBar
        shares={data.states.map(({ state, count }) => ({
          id: state,
          label: t(`inventory.state.${state}`),
          value: count,
          meaning: numberMeanings[state],
        }))}
        chosen={chosen}
        onChoose={choose}
      />
      <div className={classes.freshness}>
        <Text size="xs" c="dimmed" component="div">
          {idle?.lastWholeAt != null ? (
            <Message of="inventory.crawl.last" values={{ time: <Time value={idle.lastWholeAt} /> }} />
          ) : data.readsPerSecond === 0 ? (
            t('inventory.crawl.off')
          ) : (
            <FirstScanNote firstScan={data.firstScan} />
          )}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={open}
          onClick={() => setOpen((now) => !now)}
        >
          {t('inventory.how')}
        </Button>
      </div>
      {open && <Crawls status={data} />}
    </section>
  )
}

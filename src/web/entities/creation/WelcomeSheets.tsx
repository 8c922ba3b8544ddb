import { Button, Group, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { Phone } from '#contract/job-credentials.ts'
import { sipUri } from '#contract/sip-uri.ts'
import { useT } from '../../i18n/Language.tsx'
import { reportFailedLoad } from '../../lib/failed-load.ts'
import { useReturnFocus } from '../../ui/focus/return-focus.ts'
import { loadQrCode, QrCode } from '../../ui/text/QrCode.tsx'
import classes from './WelcomeSheets.module.css'

/** One person's card. The password and its code are on paper only. */
const Card = memo(function Card({ ext, password, domain, name }: Phone) {
  const t = useT()
  return (
    <li className={classes.card}>
      <div>
        <p className={classes.name}>{name === null ? ext : t('sheets.welcome', { name })}</p>
        <dl className={classes.fields}>
          <dt>{t('sheets.number')}</dt>
          <dd>{ext}</dd>
          {domain !== null && (
            <>
              <dt>{t('sheets.server')}</dt>
              <dd>{domain}</dd>
            </>
          )}
          <dt>{t('sheets.user')}</dt>
          <dd>{ext}</dd>
          <dt>{t('caption.password')}</dt>
          <dd>
            <span className={classes.paper}>{password}</span>
            <span className={classes.screen} aria-hidden>
              ••••••••
            </span>
          </dd>
        </dl>
        <p className={classes.note}>{t('sheets.keep')}</p>
      </div>
      {domain !== null && (
        <figure className={`${classes.code} ${classes.paper}`}>
          <QrCode text={sipUri({ ext, domain, password })} label={t('sheets.scan')} />
          <figcaption className={classes.note}>{t('sheets.scan')}</figcaption>
        </figure>
      )}
    </li>
  )
})

/** Cards to draw before the browser can answer the user again. */
const cardsAtOnce = 40

interface WelcomeSheetsProps {
  phones: readonly Phone[]
  /** The label of the button that closes the sheets. */
  back: string
  onClose: () => void
}

/** The welcome sheets of new numbers, ready to print: a card for each phone. */
export function WelcomeSheets({ phones, back, onClose }: WelcomeSheetsProps) {
  const t = useT()
  useReturnFocus()
  const print = useRef<HTMLButtonElement>(null)
  const [drawn, setDrawn] = useState(0)
  const isReady = drawn >= phones.length
  useEffect(() => {
    if (isReady) {
      print.current?.focus()
      return undefined
    }
    // No card without its code: the sheets may be printed as soon as they are drawn.
    const draw = () =>
      void loadQrCode().then(
        () => setDrawn(drawn + cardsAtOnce),
        () => reportFailedLoad({ kind: 'part', retry: draw }),
      )
    const timer = setTimeout(draw)
    return () => clearTimeout(timer)
  }, [isReady, drawn])
  return (
    <section aria-label={t('sheets.title')}>
      <Group justify="space-between" gap="sm" mb="md" data-no-print>
        <div>
          <Title order={2}>{t('sheets.title')}</Title>
          <Text>{t('sheets.text', { count: phones.length })}</Text>
        </div>
        <Group gap="sm">
          <Button onClick={onClose}>{back}</Button>
          <Button
            variant="filled"
            ref={print}
            leftSection={<IconPrinter size={16} aria-hidden />}
            loading={!isReady}
            onClick={() => window.print()}
          >
            {t('sheets.print')}
          </Button>
        </Group>
      </Group>
      <ul className={classes.cards}>
        {phones.slice(0, drawn).map((phone) => (
          <Card key={phone.ext} {...phone} />
        ))}
      </ul>
    </section>
  )
}

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { maxItems } from '#contract/jobs.ts'
import type { UnclearText, NumbersInText } from '#contract/numbers-in-text.ts'
import { useT } from '../../i18n/Language.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { rangeText } from './number-ranges.ts'

/** Asks about a part of a text that may be a number. */
export const unclearText = (t: Translate, { text, why }: UnclearText): string =>
  t(`reading.ask.${why}`, {
    text: text.slice(0, 40),
    most: maxItems,
    character: /[a-z]/i.exec(text)?.[0] ?? '',
  })

const maxShown = 10

interface NumbersReadProps {
  read: Pick<NumbersInText, 'unclear' | 'ignored' | 'repeated'>
  /** Adds what a text may be. */
  onAdd: (text: string) => void
  disabled?: boolean
}

/** What a text has beside the numbers that are used: what may be a number, for one click, and what is none. */
export function NumbersRead({ read, onAdd, disabled = false }: NumbersReadProps) {
  const t = useT()
  const { unclear, ignored, repeated } = read
  // The marks of a numbered list need no word.
  const ignoredTexts = ignored.filter(({ why }) => why !== 'list-mark')
  if (unclear.length + ignoredTexts.length + repeated === 0) return null
  return (
    <Alert>
      <Stack gap={4}>
        {unclear.slice(0, maxShown).map((each) => {
          const { text, why, first, last } = each
          return (
            <Group key={`${why} ${text}`} gap="sm">
              <Text>{unclearText(t, each)}</Text>
              {first !== null && last !== null && (
                <Button size="compact-xs" disabled={disabled} onClick={() => onAdd(text)}>
                  {t('reading.add', { numbers: rangeText({ first, last }) })}
                </Button>
              )}
            </Group>
          )
        })}
        {unclear.length > maxShown && (
          <Text>{t('reading.ask.more', { count: unclear.length - maxShown })}</Text>
        )}
        {ignoredTexts.length > 0 && (
          <Text style={{ overflowWrap: 'anywhere' }}>
            {t('reading.ignored', {
              texts: ignoredTexts
                .slice(0, maxShown)
                .map(({ text, why }) =>
                  t('reading.ignored.item', { text: text.slice(0, 40), why: t(`reading.ignored.${why}`) }),
                )
                .concat(ignoredTexts.length > maxShown ? '…' : [])
                .join(t('list.separator')),
            })}
          </Text>
        )}
        {repeated > 0 && <Text>{t('reading.repeated', { count: repeated })}</Text>}
      </Stack>
    </Alert>
  )
}

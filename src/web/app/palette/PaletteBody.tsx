import { Kbd, Text, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Kbd.css'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { ariaFor } from './aria.ts'
import classes from './Palette.module.css'
import type { Option } from './option.ts'
import { OptionRow } from './OptionRow.tsx'
import { useOptions } from './use-options.ts'

interface PaletteBodyProps {
  /** For all but those that only go on typing or are refused. */
  choose: (option: Option) => void
}

/** What is typed, and what can be chosen for it. Spotlight itself keeps its selection in the document, unseen by screen readers: here it is state. */
export function PaletteBody({ choose }: PaletteBodyProps) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const [composing, setComposing] = useState(false)
  const [said, setSaid] = useState({ text: '', sentence: '' })
  const { options: found, error, pending } = useOptions(text, composing)
  // The likeliest option's group comes first.
  const groups = [...new Set(found.map(({ group }) => group))]
  const options = groups.flatMap((group) => found.filter((option) => option.group === group))
  const [place, setPlace] = useState({ text, index: 0 })
  // Late answers are added below; a changed text starts at the top.
  const selected = place.text === text ? Math.min(place.index, Math.max(options.length - 1, 0)) : 0
  const select = (index: number) => setPlace({ text, index })
  const aria = ariaFor(id, t('palette.title'))
  useEffect(() => {
    document.getElementById(`${id}-${selected}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, selected])

  const pick = (option: Option) => {
    if (option.refused !== undefined) setSaid({ text, sentence: option.refused })
    else if ('fill' in option.action) setText(option.action.fill)
    else choose(option)
  }
  const byKey = (event: KeyboardEvent) => {
    // Enter and the arrows belong to an input method while it composes; Safari ends the composition before it reports Enter.
    const itsOwn = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key !== 'Enter' && step === undefined) return
    event.stopPropagation()
    if (itsOwn) return
    event.preventDefault()
    const chosen = options[selected]
    if (step === undefined && chosen !== undefined) pick(chosen)
    if (step !== undefined && options.length > 0) select((selected + step + options.length) % options.length)
  }
  const note =
    error !== null
      ? t(messageFor(error).sentence)
      : pending
        ? t('state.loading')
        : options.length === 0
          ? t('palette.none')
          : null
  return (
    <div
      className={classes.body}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    >
      <Spotlight.Search
        {...aria.combobox(selected, options.length)}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder={t('palette.placeholder')}
        leftSection={<IconSearch size={20} stroke={1.6} aria-hidden />}
        maxLength={1500}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onKeyDownCapture={byKey}
      />
      <Spotlight.ActionsList {...aria.list} hidden={options.length === 0}>
        {groups.map((group) => {
          const members = options.flatMap((option, index) =>
            option.group === group ? [{ option, index }] : [],
          )
          return (
            <div key={group} {...aria.group(t(`palette.group.${group}`))} className={classes.group}>
              <div className={classes.groupName} aria-hidden>
                {t(`palette.group.${group}`)}
              </div>
              {members.map(({ option, index }) => (
                <OptionRow
                  key={option.label}
                  option={option}
                  aria={aria.option(index, selected, option.refused !== undefined)}
                  onPoint={() => index === selected || select(index)}
                  onPick={() => pick(option)}
                />
              ))}
            </div>
          )
        })}
      </Spotlight.ActionsList>
      {note !== null && (
        <Text size="sm" c="dimmed" className={classes.state}>
          {note}
        </Text>
      )}
      <VisuallyHidden component="output">
        {said.text === text && said.sentence !== ''
          ? said.sentence
          : (note ?? t('palette.count', { count: options.length }))}
      </VisuallyHidden>
      <Spotlight.Footer className={classes.footer}>
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('palette.key.move')}
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> {t('palette.key.choose')}
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> {t('palette.key.close')}
        </span>
      </Spotlight.Footer>
    </div>
  )
}

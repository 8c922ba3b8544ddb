import { Combobox, Input, Kbd, Text, VisuallyHidden } from '@mantine/core'
import {
  IconSearch,
  IconArrowRight,
  IconBulb,
  IconHeadset,
  IconHistory,
  IconLayoutGrid,
  IconTerminal2,
  type TablerIcon,
} from '@tabler/icons-react'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import type { TypedAhead } from './open-palette.tsx'
import classes from './Palette.module.css'
import { optionKey, type Option } from './palette-context.ts'
import { useOptions } from './use-options.ts'

const icons: Record<Option['group'], TablerIcon> = {
  recent: IconHistory,
  do: IconTerminal2,
  go: IconArrowRight,
  numbers: IconLayoutGrid,
  people: IconHeadset,
  suggestions: IconBulb,
}

interface OptionRowProps {
  option: Option
  id: string
  selected: boolean
  onPoint: () => void
  onPick: () => void
}

/** One option of the palette. */
function OptionRow({ option, id, selected, onPoint, onPick }: OptionRowProps) {
  const Icon = icons[option.group]
  return (
    <Combobox.Option
      value={optionKey(option)}
      id={id}
      selected={selected}
      aria-selected={selected}
      className={classes.option}
      onMouseMove={onPoint}
      onClick={onPick}
    >
      <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <span>
        {option.label}
        {option.note !== undefined && <span className={classes.note}>{option.note}</span>}
      </span>
    </Combobox.Option>
  )
}

const longestText = 1500

interface PaletteBodyProps {
  ahead: TypedAhead
  choose: (option: Option) => void
}

/**
 * The search field and its options. The selection is React state: Combobox keeps its own selection in the document and does not
 * report the first option to screen readers.
 */
export function PaletteBody({ ahead, choose }: PaletteBodyProps) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState(() => ahead.text)
  // The text to search for: stays unchanged while an input method composes half a word.
  const [searchText, setSearchText] = useState(() => ahead.text)
  const field = useRef<HTMLInputElement>(null)
  // At once: what is typed before the dialog sets the focus would be lost.
  useLayoutEffect(() => field.current?.focus(), [])
  const { options: matches, error, pending } = useOptions(text, searchText)
  // The group of the likeliest option comes first.
  const groups = [...new Set(matches.map(({ group }) => group))]
  const options = groups.flatMap((group) => matches.filter((option) => option.group === group))
  const [place, setPlace] = useState({ text, index: 0 })
  // Late results are added below the selection; a changed text starts at the top.
  const selected = place.text === text ? Math.min(place.index, Math.max(options.length - 1, 0)) : 0
  const select = (index: number) => setPlace({ text, index })
  useEffect(() => {
    document.getElementById(`${id}-${selected}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, selected])

  const write = (input: string) => {
    setText(input)
    setSearchText(input)
  }
  /** A text field drops line breaks, which would run the lines of a pasted list together. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData.getData('text/plain').split(/[\r\n]+/)
    if (lines.length === 1) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const before = text.slice(0, selectionStart ?? text.length)
    const pasted = lines.map((line) => line.trim()).filter((line) => line !== '')
    write(`${before}${pasted.join('; ')}${text.slice(selectionEnd ?? text.length)}`.slice(0, longestText))
  }
  const handleKey = (event: KeyboardEvent) => {
    // While an input method composes, Enter and the arrows belong to it; Safari ends the composition before it reports Enter.
    const itsOwn = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key !== 'Enter' && step === undefined) return
    event.stopPropagation()
    if (itsOwn) return
    event.preventDefault()
    const option = options[selected]
    if (step === undefined && option !== undefined) choose(option)
    if (step !== undefined && options.length > 0) select((selected + step + options.length) % options.length)
  }
  const note =
    error !== null
      ? t(messageFor(error).sentence)
      : pending
        ? t('state.loading')
        : options.length === 0
          ? t('picker.nothing')
          : null
  return (
    <div className={classes.body}>
      <Combobox unstyled>
        <Combobox.EventsTarget
          withKeyboardNavigation={false}
          withExpandedAttribute
          aria-label={t('shortcut.palette')}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options.length > 0 ? `${id}-${selected}` : undefined}
        >
          <Input
            size="lg"
            classNames={{ input: classes.search }}
            value={text}
            onChange={({ currentTarget, nativeEvent }) => {
              setText(currentTarget.value)
              if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing))
                setSearchText(currentTarget.value)
            }}
            onPaste={paste}
            onCompositionEnd={(event) => setSearchText(event.currentTarget.value)}
            placeholder={t('palette.placeholder')}
            leftSection={<IconSearch size={20} stroke={1.6} aria-hidden />}
            maxLength={longestText}
            spellCheck={false}
            ref={field}
            data-autofocus
            onKeyDown={handleKey}
          />
        </Combobox.EventsTarget>
        <Combobox.Options
          id={`${id}-list`}
          className={classes.list}
          aria-label={t('shortcut.palette')}
          hidden={options.length === 0}
        >
          {groups.map((group) => (
            <Combobox.Group
              key={group}
              label={t(`palette.group.${group}`)}
              classNames={{ group: classes.group, groupLabel: classes.groupName }}
            >
              {options.map(
                (option, index) =>
                  option.group === group && (
                    <OptionRow
                      key={optionKey(option)}
                      option={option}
                      id={`${id}-${index}`}
                      selected={index === selected}
                      onPoint={() => index === selected || select(index)}
                      onPick={() => choose(option)}
                    />
                  ),
              )}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox>
      {note !== null && (
        <Text c="dimmed" className={classes.state}>
          {note}
        </Text>
      )}
      <VisuallyHidden component="output">
        {note ?? t('palette.count', { count: options.length })}
      </VisuallyHidden>
      <div className={classes.footer}>
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('palette.key.move')}
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> {t('palette.key.choose')}
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> {t('palette.key.close')}
        </span>
      </div>
    </div>
  )
}

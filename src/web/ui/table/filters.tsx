import { SegmentedControl, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { MessageKey, Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { optionalParam, type ParamValue } from '../../lib/url-state.ts'
import { BufferedInput, type BufferedInputProps } from '../form/BufferedInput.tsx'
import { FilterSelect } from '../form/FilterSelect.tsx'
import { SearchField } from '../form/SearchField.tsx'

interface FilterProps<Value extends ParamValue, Answer> {
  label: string
  /** The label as the control's property: above it in the panel, only read out among the tools. */
  labelProps: { label: string } | { 'aria-label': string; w: { base: string; xs: number } }
  /** Undefined while the filter is off. */
  value: Value | undefined
  /** The list's latest answer, which has the choices of some filters. */
  answer: Answer | undefined
  set: (value: string | number | undefined, options?: { replace: boolean }) => void
}

/**
 * A filter of a list with how the URL is read, the caption, the control that chooses a value, and the value in words. `Answer` is that of
 * the list, for filters whose choices it has.
 */
export interface Filter<Value extends ParamValue, Answer = never> {
  caption: MessageKey
  schema: z.ZodMiniType<Value | undefined>
  // Methods, so that a list's filters may differ in their values: each receives what its own schema has read.
  Control(this: void, props: FilterProps<Value, Answer>): ReactNode
  /** `tools`: above the list. The other filters are in the panel behind a button. */
  place?: 'tools'
  /** A hook: the name of a chosen person may have to be read. */
  useText(this: void, value: Value, answer: Answer | undefined): string | undefined
}
/** The page's tabs choose its value and show it: it has no control and no chip. */
export interface TabFilter {
  schema: z.ZodMiniType<ParamValue | undefined>
  place: 'tabs'
}
export type Filters<Answer> = Readonly<Record<string, Filter<ParamValue, Answer> | TabFilter>>

/** One of the values that the contract knows. */
export function choiceFilter<Value extends string, Schema extends z.ZodMiniType<Value | undefined>>(
  caption: MessageKey,
  schema: Schema,
  values: readonly Value[],
  textOf: (t: Translate, value: Value) => string,
) {
  return {
    caption,
    schema: optionalParam(schema),
    Control: ({ labelProps, value, set }) => {
      const t = useT()
      const options = values.map((each) => ({ value: each, label: textOf(t, each) }))
      return (
        <FilterSelect
          {...labelProps}
          options={options}
          placeholder={t('picker.any')}
          value={value}
          onChange={set}
        />
      )
    },
    useText: (value) => textOf(useT(), value),
  } satisfies Filter<Value>
}

interface SegmentsFilter<Value, Schema, Answer> {
  caption: MessageKey
  schema: Schema
  values: readonly Value[]
  textOf: (t: Translate, value: Value) => string
  /** How many rows of the answer have the value, or any; undefined while it is not known. */
  countOf?: (answer: Answer, value: Value | undefined) => number | undefined
  /** The text of the segment for no filter. */
  all: MessageKey
}

/** One of a few values, side by side above the list. */
export function segmentsFilter<
  Value extends string,
  Schema extends z.ZodMiniType<Value | undefined>,
  Answer = never,
>({ caption, schema, values, textOf, countOf, all }: SegmentsFilter<Value, Schema, Answer>) {
  return {
    caption,
    schema: optionalParam(schema),
    place: 'tools',
    Control: ({ label, value, answer, set }) => {
      const t = useT()
      const withCount = (text: string, each: Value | undefined) =>
        [text, answer === undefined ? undefined : countOf?.(answer, each)]
          .filter((part) => part !== undefined)
          .join(' ')
      return (
        <SegmentedControl
          size="xs"
          my={3}
          maw="100%"
          style={{ overflowX: 'auto' }}
          aria-label={label}
          value={value ?? ''}
          data={[
            { value: '', label: withCount(t(all), undefined) },
            ...values.map((each) => ({ value: each, label: withCount(textOf(t, each), each) })),
          ]}
          onChange={(selected) => set(selected === '' ? undefined : selected)}
        />
      )
    },
    useText: (value) => textOf(useT(), value),
  } satisfies Filter<Value, Answer>
}

interface TextFilter<Schema> extends Pick<BufferedInputProps, 'inputMode'> {
  caption: MessageKey
  /** Reads what is typed and what is in the URL. */
  schema: Schema
  /** Says what does not fit. */
  hint: (t: Translate, input: string) => string
}

interface SearchFilter<Schema>
  extends Omit<TextFilter<Schema>, 'caption'>, Pick<BufferedInputProps, 'w' | 'flex' | 'maw'> {
  /** "Search" by default: the words of the field would fill the chip. */
  caption?: MessageKey
  /** The label of the field, which says what is searched. */
  field: MessageKey
}

/** The search field of a list. */
export const searchFilter = <Schema extends z.ZodMiniType<string>>({
  caption = 'caption.search',
  field,
  schema,
  hint,
  ...look
}: SearchFilter<Schema>) =>
  ({
    caption,
    schema: optionalParam(schema),
    place: 'tools',
    Control: ({ value, set }) => {
      const t = useT()
      return (
        <SearchField
          label={t(field)}
          value={value}
          schema={schema}
          hint={(input) => hint(t, input)}
          {...look}
          onCommit={(text) => set(text, { replace: true })}
        />
      )
    },
    useText: (value) => value,
  }) satisfies Filter<string>

/** A text that is typed in the panel. */
export const textFilter = <Schema extends z.ZodMiniType<string>>({
  caption,
  schema,
  hint,
  inputMode,
}: TextFilter<Schema>) =>
  ({
    caption,
    schema: optionalParam(schema),
    Control: ({ label, value, set }) => {
      const t = useT()
      return (
        <BufferedInput
          label={label}
          value={value}
          schema={schema}
          hint={(input) => hint(t, input)}
          inputMode={inputMode}
          onCommit={(text) => set(text, { replace: true })}
        />
      )
    },
    useText: (value) => value,
  }) satisfies Filter<string>

/** One of the things that the answer names, by ID. */
export function namedFilter<Answer, Schema extends z.ZodMiniType<string | undefined>>(
  caption: MessageKey,
  schema: Schema,
  namedIn: (answer: Answer) => readonly { id: string; name: string }[],
) {
  return {
    caption,
    schema: optionalParam(schema),
    Control: ({ label, value, answer, set }) => {
      const t = useT()
      const named = answer === undefined ? [] : namedIn(answer)
      return (
        <FilterSelect
          label={label}
          placeholder={t('picker.any')}
          options={named.map(({ id, name }) => ({ value: id, label: name }))}
          value={value}
          onChange={set}
          searchable
        />
      )
    },
    useText: (value, answer) => {
      const t = useT()
      if (answer === undefined) return t('state.loading')
      return namedIn(answer).find(({ id }) => id === value)?.name ?? t('filters.unlisted')
    },
  } satisfies Filter<string, Answer>
}

/** On or off; on, it has one value in the URL. */
export const switchFilter = <Schema extends z.ZodMiniType<string | undefined>>(
  caption: MessageKey,
  schema: Schema,
  { control, on, value: onValue = '1' }: { control: MessageKey; on: MessageKey; value?: string },
) =>
  ({
    caption,
    schema: optionalParam(schema),
    Control: ({ value, set }) => {
      const t = useT()
      return (
        <Switch
          my="auto"
          label={t(control)}
          checked={value === onValue}
          onChange={(event) => set(event.currentTarget.checked ? onValue : undefined)}
        />
      )
    },
    useText: () => useT()(on),
  }) satisfies Filter<string>

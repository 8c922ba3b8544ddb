import { SegmentedControl, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { MessageKey, Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { optionalParam, type Shape } from '../../lib/url-state.ts'
import { BufferedInput, type BufferedInputProps } from '../form/BufferedInput.tsx'
import { FilterSelect } from '../form/FilterSelect.tsx'
import { SearchField } from '../form/SearchField.tsx'

/** A filter's value, which the list knows as `unknown`. */
export const textValue = (value: unknown) => (typeof value === 'string' ? value : undefined)

export interface FilterProps<Answer> {
  label: string
  /** The label as the control's property: above it in the panel, only read out among the tools. */
  labelProps: { label: string } | { 'aria-label': string; w: { base: string; xs: number } }
  /** Undefined while the filter is off. */
  value: unknown
  /** The list's latest answer, which has the choices of some filters. */
  answer: Answer | undefined
  set: (value: string | number | undefined, options?: { replace: boolean }) => void
}

/** A filter of a list: how the URL is read, the caption, the control that chooses a value, and the value in words. */
export interface Filter<Answer, Schema extends z.ZodMiniType = z.ZodMiniType> {
  caption: MessageKey
  schema: Schema
  Control: (props: FilterProps<Answer>) => ReactNode
  /** Among the tools above the list; the other filters are in the panel behind a button. */
  inTools?: boolean
  /** A hook: the name of a chosen person may have to be read. */
  useText: (value: unknown, answer: Answer | undefined) => string | undefined
}
export type Filters<Answer> = Readonly<Record<string, Filter<Answer>>>

/** Returns the filters as `defineListState` takes them. */
export function filterState<Set extends Filters<never>>(
  set: Set,
): { filters: { [Name in keyof Set]: Set[Name]['schema'] }; captions: Record<keyof Set, MessageKey> }
export function filterState(set: Filters<never>): { filters: Shape; captions: Record<string, MessageKey> } {
  const mapFilters = <Part,>(part: (filter: Filter<never>) => Part) =>
    Object.fromEntries(Object.entries(set).map(([name, filter]) => [name, part(filter)]))
  return { filters: mapFilters(({ schema }) => schema), captions: mapFilters(({ caption }) => caption) }
}

/** One of the values that the contract knows. */
export function choiceFilter<Value extends string, Schema extends z.ZodMiniType>(
  caption: MessageKey,
  schema: Schema,
  values: readonly Value[],
  textOf: (t: Translate, value: Value) => string,
) {
  const choiceOf = (value: unknown) => values.find((each) => each === value)
  return {
    caption,
    schema: optionalParam(schema),
    Control: ({ labelProps, value, set }: FilterProps<unknown>) => {
      const t = useT()
      const options = values.map((each) => ({ value: each, label: textOf(t, each) }))
      return (
        <FilterSelect
          {...labelProps}
          options={options}
          placeholder={t('picker.any')}
          value={choiceOf(value)}
          onChange={set}
        />
      )
    },
    useText: (value: unknown) => {
      const t = useT()
      const choice = choiceOf(value)
      return choice && textOf(t, choice)
    },
  }
}

interface SegmentsFilter<Value, Schema> {
  caption: MessageKey
  schema: Schema
  values: readonly Value[]
  textOf: (t: Translate, value: Value) => string
  /** The text of the segment for no filter. */
  all: MessageKey
}

/** One of a few values, side by side above the list. */
export function segmentsFilter<Value extends string, Schema extends z.ZodMiniType>({
  caption,
  schema,
  values,
  textOf,
  all,
}: SegmentsFilter<Value, Schema>) {
  const choiceOf = (value: unknown) => values.find((each) => each === value)
  return {
    caption,
    schema: optionalParam(schema),
    inTools: true,
    Control: ({ label, value, set }: FilterProps<unknown>) => {
      const t = useT()
      return (
        <SegmentedControl
          size="xs"
          my={3}
          maw="100%"
          style={{ overflowX: 'auto' }}
          aria-label={label}
          value={choiceOf(value) ?? ''}
          data={[
            { value: '', label: t(all) },
            ...values.map((each) => ({ value: each, label: textOf(t, each) })),
          ]}
          onChange={(selected) => set(selected === '' ? undefined : selected)}
        />
      )
    },
    useText: (value: unknown) => {
      const t = useT()
      const choice = choiceOf(value)
      return choice && textOf(t, choice)
    },
  }
}

interface TextFilter<Schema> extends Pick<BufferedInputProps, 'inputMode'> {
  caption: MessageKey
  /** Reads what is typed and what is in the URL. */
  schema: Schema
  /** Says what does not fit. */
  hint: (t: Translate, input: string) => string
}

interface SearchFilter<Schema> extends TextFilter<Schema>, Pick<BufferedInputProps, 'w' | 'flex' | 'maw'> {
  /** The label of the field, which says what is searched; the caption by default. */
  field?: MessageKey
}

/** The search field of a list. */
export const searchFilter = <Schema extends z.ZodMiniType<string>>({
  caption,
  field = caption,
  schema,
  hint,
  ...look
}: SearchFilter<Schema>) => ({
  caption,
  schema: optionalParam(schema),
  inTools: true,
  Control: ({ value, set }: FilterProps<unknown>) => {
    const t = useT()
    return (
      <SearchField
        label={t(field)}
        value={textValue(value)}
        schema={schema}
        hint={(input) => hint(t, input)}
        {...look}
        onCommit={(text) => set(text, { replace: true })}
      />
    )
  },
  useText: textValue,
})

/** A text that is typed in the panel. */
export const textFilter = <Schema extends z.ZodMiniType<string>>({
  caption,
  schema,
  hint,
  inputMode,
}: TextFilter<Schema>) => ({
  caption,
  schema: optionalParam(schema),
  Control: ({ label, value, set }: FilterProps<unknown>) => {
    const t = useT()
    return (
      <BufferedInput
        label={label}
        value={textValue(value)}
        schema={schema}
        hint={(input) => hint(t, input)}
        inputMode={inputMode}
        onCommit={(text) => set(text, { replace: true })}
      />
    )
  },
  useText: textValue,
})

/** One of the things that the answer names, by ID. */
export function namedFilter<Answer, Schema extends z.ZodMiniType>(
  caption: MessageKey,
  schema: Schema,
  namedIn: (answer: Answer) => readonly { id: string; name: string }[],
) {
  return {
    caption,
    schema: optionalParam(schema),
    Control: ({ label, value, answer, set }: FilterProps<Answer>) => {
      const t = useT()
      const named = answer === undefined ? [] : namedIn(answer)
      return (
        <FilterSelect
          label={label}
          placeholder={t('picker.any')}
          options={named.map(({ id, name }) => ({ value: id, label: name }))}
          value={textValue(value)}
          onChange={set}
          searchable
        />
      )
    },
    useText: (value: unknown, answer: Answer | undefined) => {
      const t = useT()
      if (answer === undefined) return t('state.loading')
      return namedIn(answer).find(({ id }) => id === value)?.name ?? t('filters.unlisted')
    },
  }
}

/** On or off; `1` in the URL. */
export const switchFilter = <Schema extends z.ZodMiniType>(
  caption: MessageKey,
  schema: Schema,
  { control, on }: { control: MessageKey; on: MessageKey },
) => ({
  caption,
  schema: optionalParam(schema),
  Control: ({ value, set }: FilterProps<unknown>) => {
    const t = useT()
    return (
      <Switch
        my="auto"
        label={t(control)}
        checked={value === '1'}
        onChange={(event) => set(event.currentTarget.checked ? '1' : undefined)}
      />
    )
  },
  useText: () => useT()(on),
})

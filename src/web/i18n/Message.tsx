import { Fragment, type ReactNode } from 'react'
import type { MessageKey } from './catalogue.ts'
import { useT } from './Language.tsx'

interface MessageProps {
  id: MessageKey
  /** Text, numbers (as in `t`) or elements, by placeholder. Each language's message decides where they go. */
  values: Readonly<Record<string, ReactNode>>
}

/** A message with elements in its placeholders. */
export function Message({ id, values }: MessageProps) {
  const t = useT()
  const plain = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  )
  // `t` leaves the placeholders of elements in the text.
  return t(id, plain)
    .split(/(\{\w+\})/)
    .map((part, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence keep their places
      <Fragment key={index}>{part in braced(values) ? braced(values)[part] : part}</Fragment>
    ))
}

const braced = (values: MessageProps['values']): Readonly<Record<string, ReactNode>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`{${name}}`, value]))

import { Fragment, useState, type ReactNode } from 'react'
import { areChinese, type MessageKey } from './catalogue.ts'
import { useLanguage } from './Language.tsx'

interface MessageProps {
  id: MessageKey
  /** Text, numbers (as in `t`) or elements, by placeholder. Each language's message decides where they go. */
  values: Readonly<Record<string, ReactNode>>
}

/** A space beside an element of a Chinese message, left out between Chinese words: only the document has the element's words. */
function Space() {
  const [isNeeded, setNeeded] = useState(true)
  const look = (space: HTMLElement | null) => {
    if (space === null) return
    const left = space.previousSibling?.textContent?.at(-1)
    setNeeded(!areChinese(left, space.nextSibling?.textContent?.[0]))
  }
  return <span ref={look}>{isNeeded && ' '}</span>
}

/** A message with elements in its placeholders. */
export function Message({ id, values }: MessageProps) {
  const { t, language } = useLanguage()
  const plain = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  )
  const elements = Object.fromEntries(Object.entries(values).map(([name, value]) => [`{${name}}`, value]))
  // `t` leaves the placeholders of elements in the text.
  return t(id, plain)
    .split(language === 'zh' ? /( ?)(\{\w+\})( ?)/ : /(\{\w+\})/)
    .map((part, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence keep their places
      <Fragment key={index}>
        {part in elements ? elements[part] : part === ' ' && language === 'zh' ? <Space /> : part}
      </Fragment>
    ))
}

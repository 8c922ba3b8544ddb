import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { personLinesQuery } from '../../../entities/person/find-people.ts'
import { splitLines, type Choices } from './batch-plan.ts'

const linesOf = (text: string) => text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
/** The pasted list is read once the user pauses typing. */
const restMs = 200

/** The people of a pasted list. Until its lines are read, each counts as one person. */
export function usePastedPeople(pasted: string, choices: Choices) {
  const texts = linesOf(pasted)
  const [rested] = useDebouncedValue(pasted, restMs)
  const isRested = rested === pasted
  const reading = useQuery(personLinesQuery(isRested ? texts : []))
  const lines = isRested ? reading.data : undefined
  const people = splitLines(lines ?? [], choices)
  const leftOut = people.filter(({ why }) => why === 'no-name').map(({ text }) => text)
  return {
    texts,
    /** Undefined until they are read. */
    lines,
    /** The lines that name no one. */
    leftOut,
    count: (lines === undefined ? texts.length : people.length) - leftOut.length,
  }
}

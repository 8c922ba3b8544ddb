import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { foundQuery } from '../../../entities/person/find-people.ts'
import { splitLines, type Choices } from './batch-plan.ts'

const linesOf = (text: string) => text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
/** The pasted list is read once the user pauses typing. */
const restMs = 200

/** The people of a pasted list. Until its lines are read, each counts as one person. */
export function usePastedPeople(text: string, choices: Choices) {
  const lines = linesOf(text)
  const [rested] = useDebouncedValue(text, restMs)
  const isRested = rested === text
  const reading = useQuery(foundQuery(isRested ? lines : []))
  const found = isRested ? reading.data : undefined
  const people = splitLines(found ?? [], choices)
  const leftOut = people.filter(({ why }) => why === 'no-name').map((line) => line.text)
  return {
    lines,
    found,
    /** The lines that name no one. */
    leftOut,
    count: (found === undefined ? lines.length : people.length) - leftOut.length,
  }
}

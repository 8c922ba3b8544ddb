import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import * as z from 'zod/mini'
import { numbersIn } from '#contract/numbers-in-text.ts'
import { useReservations } from '../../../entities/reservation/open-reservations.ts'
import { param, useUrlState } from '../../../lib/url-state.ts'
import { freeNumbers, type NumbersWanted } from './free-numbers.ts'

/** The numbers of a link, in any format. */
const linkedNumbers = z.object({ numbers: param(z.string(), '') })
/** The list that a link of the palette brings. */
const linkedAgents = z.object({ agents: z.string() })

/** The lists of people and numbers, as the user enters them or the console fills the numbers in. Reports each change. */
export function useLists(onChange: () => void) {
  const client = useQueryClient()
  const reserved = useReservations()
  const [linked] = useUrlState(linkedNumbers)
  const brought = linkedAgents.safeParse(useLocation().state).data?.agents
  const form = useForm({
    initialValues: { people: brought ?? '', numbers: linked.numbers },
    onValuesChange: onChange,
  })
  /** Texts that are not read as a number, and that the user counts as one. */
  const [added, setAdded] = useState<readonly string[]>([])
  const [filledIn, setFilledIn] = useState<string | null>(null)
  const fill = useMutation({
    mutationFn: (wanted: NumbersWanted) => freeNumbers(client, reserved, wanted),
    onMutate: onChange,
    onSuccess: (free) => {
      const text = free.numbers.join('\n')
      form.setFieldValue('numbers', text)
      setFilledIn(text)
    },
  })
  const { numbers } = form.values
  return {
    form,
    read: numbersIn(numbers, { added }),
    onAdd: (text: string) => {
      setAdded((before) => [...before, text])
      onChange()
    },
    fill,
    /** True when the console filled the numbers in: no line has its own. */
    areFilledIn: numbers === filledIn,
  }
}
export type Lists = ReturnType<typeof useLists>

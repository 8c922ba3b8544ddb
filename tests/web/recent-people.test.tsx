import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rememberPerson, useRecentPeople } from '#web/entities/person/recent-people.ts'

test('keeps an agent once when the UUID repeats in capitals, with the known name', () => {
  const uuid = '9348ee74c2cefd4740db23a3b5bf4a0d'
  const { result } = renderHook(() => useRecentPeople())
  act(() => rememberPerson(uuid, 'Ada', 1))
  act(() => rememberPerson('another-agent', null, 2))
  act(() => rememberPerson(uuid.toUpperCase(), null, 3))
  expect(result.current.map(({ name }) => name)).toEqual(['Ada', null])
})

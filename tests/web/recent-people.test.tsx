import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readPreference, setPreferenceUser, userKey } from '#web/lib/preference.ts'
import { rememberPerson, useRecentPeople } from '#web/entities/person/recent-people.ts'

test('keeps an agent once when the UUID repeats in capitals, with the known name', () => {
  const uuid = '9348ee74c2cefd4740db23a3b5bf4a0d'
  const { result } = renderHook(() => useRecentPeople())
  act(() => rememberPerson(uuid, 'Ada', 1))
  act(() => rememberPerson('another-agent', null, 2))
  act(() => rememberPerson(uuid.toUpperCase(), null, 3))
  expect(result.current.map(({ name }) => name)).toEqual(['Ada', null])
})

test('keeps the people and columns that an earlier version stored under other names', () => {
  const stored = [{ uuid: 'an-earlier-agent', name: 'Ben', at: 1 }]
  localStorage.setItem('extension-console.recent-agents.an-earlier-user', JSON.stringify(stored))
  localStorage.setItem('extension-console.columns.agents.an-earlier-user', '"name,department"')
  setPreferenceUser('an-earlier-user')
  const { result } = renderHook(() => useRecentPeople())
  expect(result.current.map(({ name }) => name)).toEqual(['Ben'])
  const columns = () => readPreference(userKey('columns.people'), z.string(), '')
  expect(columns()).toBe('name,department')
  localStorage.setItem('extension-console.columns.people.an-earlier-user', '"name"')
  expect(columns()).toBe('name')
})

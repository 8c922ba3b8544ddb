import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { readTeam, type TeamChoice } from '#contract/team.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'

eachStore(({ copyStore }) => {
  let bff: BffAndStore
  beforeAll(async () => {
    bff = await openBffAndStore({ store: await copyStore() })
  })
  afterAll(() => bff.close())

  const team = async () => readTeam.answer.parse((await bff.requestAs('supervisor', '/api/team')).body).team
  const save = (choice: TeamChoice, seen?: TeamChoice | null) =>
    bff.requestAs('supervisor', '/api/team', { ...choice, seen }, {}, 'PUT')
  const teamOf = (...departments: string[]): TeamChoice => ({ departments, people: [], pool: null })

  test('refuses to replace a team that the user has changed in another tab', async () => {
    const conflict = { status: 409, body: { code: 'edit-conflict' } }
    expect((await save(teamOf('East'), null)).status).toBe(200)
    expect(await save(teamOf('North'), null)).toMatchObject(conflict)
    expect((await save(teamOf('East', 'West'), teamOf('East'))).status).toBe(200)
    expect(await save(teamOf('North'), teamOf('East'))).toMatchObject(conflict)
    expect(await team()).toEqual(teamOf('East', 'West'))
    // The same team again, in any order, is no conflict, and a caller who has seen none replaces any.
    expect((await save(teamOf('East', 'West'), teamOf('East'))).status).toBe(200)
    expect((await save(teamOf('West', 'East'), teamOf('East'))).status).toBe(200)
    expect((await save(teamOf('South'))).status).toBe(200)
    expect(await team()).toEqual(teamOf('South'))
  })

  test('saves one of two changes that arrive at the same time', async () => {
    const seen = await team()
    const answers = await Promise.all(['Left', 'Right'].map((department) => save(teamOf(department), seen)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('leaves out a new colleague who was removed since, and refuses a person who never was on the team', async () => {
    const row = { workNumber: '880011', name: 'Rhea Removed' }
    await bff.requestAs('admin', '/api/people/import', { rows: [row] })
    const { items } = listPeople.answer.parse(
      (await bff.requestAs('supervisor', '/api/people?pageSize=10&q=880011')).body,
    )
    const id = items[0]?.id ?? ''
    const seen = { ...teamOf('East'), people: [id] }
    expect((await save(seen)).status).toBe(200)
    expect((await bff.requestAs('admin', `/api/people/${id}`, {}, {}, 'DELETE')).status).toBe(200)
    expect(await team()).toEqual(teamOf('East'))
    const changed = await save({ ...teamOf('East', 'West'), people: [id] }, seen)
    expect(changed).toMatchObject({ status: 200, body: teamOf('East', 'West') })
    expect((await save(seen, teamOf('East', 'West'))).body).toMatchObject({ code: 'agent-not-found' })
  })
})

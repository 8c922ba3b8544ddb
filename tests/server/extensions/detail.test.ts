import { afterAll, beforeAll, expect, test } from 'vitest'
import { extensionDetail } from '#contract/extensions.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'

eachStore(({ copyStore }) => {
  let bff: BffAndStore
  beforeAll(async () => {
    bff = await openBffAndStore({ store: await copyStore() })
  })
  afterAll(() => bff.close())

  const detailOf = async (ext: string) =>
    extensionDetail.answer.parse((await bff.requestAs('supervisor', `/api/extensions/${ext}`)).body)

  test('names the job that created a number, and its user under the current name', async () => {
    const key = { 'idempotency-key': 'created-for-its-detail' }
    expect((await bff.requestAs('admin', '/api/extensions', { ext: '60001' }, key)).status).toBe(200)
    const { creator } = await detailOf('60001')
    expect(creator).toMatchObject({ user: { name: 'admin' }, job: { name: '60001' } })

    expect((await bff.requestAs('admin', '/api/account', { name: 'Ada' }, {}, 'PATCH')).status).toBe(200)
    expect((await detailOf('60001')).creator?.user).toEqual({ id: creator?.user.id, name: 'Ada' })
  })

  test('names an agent of the record only when the directory knows the name', async () => {
    const before = await detailOf('1000')
    expect(before.creator).toBeNull()
    const { agentUuid, agentName } = before.extension
    const creatorId = before.extension.creatorId ?? ''
    // The directory does not know this agent yet, but the record itself names it.
    expect([before.agentNames, agentUuid]).toEqual([{ [creatorId]: agentName }, creatorId])
    await bff.requestAs('admin', '/api/people/import', { rows: [{ agentUuid: creatorId, name: 'Grace' }] })
    expect((await detailOf('1000')).agentNames).toEqual({ [creatorId]: 'Grace' })
  })
})

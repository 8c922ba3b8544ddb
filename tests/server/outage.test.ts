import { connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { SettingsStore } from '#server/settings/store.ts'
import { copyPreparedStore } from '../stores/each-store.ts'

const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

/** Opens a TCP proxy to the database that can cut its connections or go silent. */
async function layCable() {
  const target = new URL(inject('postgresUrl'))
  let state: 'sound' | 'cut' | 'silent' = 'sound'
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    if (state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    sockets.add(far)
    const forward = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => {
        if (state === 'sound') to.write(chunk)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    forward(near, far)
    forward(far, near)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const set = (next: typeof state) => {
    state = next
    if (next === 'silent') return
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  cleanUps.push(() => {
    set('cut')
    server.close()
  })
  return { port: typeof address === 'object' && address !== null ? address.port : 0, set }
}

test('notices a cut or silent database in time and recovers without a restart', async () => {
  const where = await copyPreparedStore('postgres', cleanUps)
  const cable = await layCable()
  const url = new URL('url' in where ? where.url : '')
  url.port = String(cable.port)
  const database = await openDatabase({ url: url.href })
  cleanUps.push(() => database.close())
  const settings = new SettingsStore(database)
  await database.db
    .transaction()
    .execute((transaction) => settings.change(transaction, { legacyCreate: true }))
  for (const outage of ['cut', 'silent', 'cut'] as const) {
    expect(await database.alive()).toBe(true)
    cable.set(outage)
    let queried = false
    const query = settings.read().then(
      () => undefined,
      () => void (queried = true),
    )
    expect(await database.alive()).toBe(false)
    // `alive` notices a silent database before a query on it gives up.
    expect([outage, queried]).not.toEqual(['silent', true])
    cable.set('sound')
    await query
    await expect.poll(() => database.alive()).toBe(true)
    expect(await settings.read()).toMatchObject({ legacyCreate: true })
  }
})

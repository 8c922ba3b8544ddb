import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog, faultOf } from '#server/platform/log.ts'
import { processes } from './processes.ts'

const { directory, start } = processes()
const parsed = (text: string): unknown => JSON.parse(text)

test('logs a lack of file descriptors once a minute and other faults each time', () => {
  const lines: unknown[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(parsed(chunk.toString()))
      done()
    },
  })
  let time = 0
  const log = createLog('info', sink, () => time)
  const fault = (code: string) =>
    log.fault({ requestId: null, ...faultOf(Object.assign(new Error('secret'), { code })) })
  for (let n = 0; n < 20; n++) fault('EMFILE')
  fault('ENFILE')
  for (let n = 0; n < 2; n++) fault('ENOSPC')
  expect(lines).toMatchObject(
    ['EMFILE', 'ENFILE', 'ENOSPC', 'ENOSPC'].map((code) => ({ code, msg: 'fault' })),
  )
  time += 60_001
  fault('EMFILE')
  expect(lines.at(-1)).toMatchObject({ code: 'EMFILE', more: 19 })
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('logs a library’s error about an interrupted response as one line without the message', async () => {
  const module = join(directory, 'no-descriptors.mjs')
  writeFileSync(
    module,
    `import fs from 'node:fs'
     import { syncBuiltinESMExports } from 'node:module'
     import { Readable } from 'node:stream'
     fs.createReadStream = () => new Readable({
       read() { this.destroy(Object.assign(new Error('EMFILE: canary-in-a-message'), { code: 'EMFILE' })) },
     })
     syncBuiltinESMExports()`,
  )
  mkdirSync(join(directory, 'data'), { mode: 0o700 })
  const console = start('data', {}, ['--import', module])
  await console.says(/^Console at \S+$/m)
  const [, url = ''] = /Console at (\S+)/.exec(console.output()) ?? []
  for (let n = 0; n < 5; n++)
    await fetch(`${url}/favicon.svg`).then(
      (answer) => answer.text().catch(() => ''),
      () => '',
    )
  await console.says(/"msg":"fault"/)
  expect(console.output().match(/EMFILE/g)).toHaveLength(1)
  expect(console.output()).not.toContain('canary')
})

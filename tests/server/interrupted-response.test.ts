import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processes } from './processes.ts'

const { directory, start } = processes()

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
  await fetch(`${url}/favicon.svg`).then(
    (answer) => answer.text().catch(() => ''),
    () => '',
  )
  await console.says(/"msg":"fault"/)
  expect(console.output().match(/EMFILE/g)).toHaveLength(1)
  expect(console.output()).not.toContain('canary')
})

import * as z from 'zod'
import { openSandbox } from './open.ts'
import { mostExtensions } from './seed.ts'

const environment = z.object({
  DATA_DIR: z.string().min(1).default('./data'),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  SANDBOX_APP_ID: z.string().min(1).default('sandbox'),
  SANDBOX_APP_KEY: z.string().min(16).optional(),
  SANDBOX_EXTENSIONS: z.coerce.number().int().min(0).max(mostExtensions).default(2000),
  SANDBOX_TOKENS: z.enum(['strict', 'lenient']).default('strict'),
})

const say = (text: string) => process.stdout.write(`${text}\n`)

const read = environment.safeParse(process.env)
if (!read.success) {
  for (const issue of read.error.issues) process.stderr.write(`${issue.path.join('.')}: ${issue.message}\n`)
  process.exit(78)
}
const started = performance.now()
const { url, keyFile, close } = await openSandbox({
  dataDir: read.data.DATA_DIR,
  port: read.data.SANDBOX_PORT,
  host: '127.0.0.1',
  appId: read.data.SANDBOX_APP_ID,
  appKey: read.data.SANDBOX_APP_KEY,
  extensions: read.data.SANDBOX_EXTENSIONS,
  tokens: read.data.SANDBOX_TOKENS,
})
say(`Sandbox at ${url} after ${Math.round(performance.now() - started)} ms`)
say(
  `App id ${read.data.SANDBOX_APP_ID}; app key ${keyFile === null ? 'from SANDBOX_APP_KEY' : `in ${keyFile}`}`,
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void close().then(() => process.exit(0))
  })
}

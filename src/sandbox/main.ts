import * as z from 'zod'
import { defaultProfile, readProfileFile } from '#upstream/profile.ts'
import { openSandbox, type OpenSandbox } from './open.ts'
import { maxExtensions } from './seed.ts'

/** Sysexits codes: wrong configuration, and any other failure. */
const exitConfig = 78
const exitFailure = 1

const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message))
}

const environment = z.object({
  DATA_DIR: z.string().min(1, 'must name a directory').default('./data'),
  SANDBOX_PORT: wholeNumber(0, 65_535).default(8081),
  SANDBOX_APP_ID: z.string().min(1, 'must not be empty').default('sandbox'),
  SANDBOX_APP_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  SANDBOX_EXTENSIONS: wholeNumber(0, maxExtensions).default(2000),
  SANDBOX_PROFILE: z.string().optional(),
})

const say = (text: string) => process.stdout.write(`${text}\n`)

function stop(code: number, lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(code)
}

function reasonOf(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return `port ${port} is in use`
  return error instanceof Error ? `${error.name} ${code}`.trim() : 'unknown'
}

const { data: settings, error } = environment.safeParse(process.env)
if (error !== undefined)
  stop(exitConfig, [
    'The configuration has errors:',
    ...error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`),
  ])

const profile =
  settings.SANDBOX_PROFILE === undefined
    ? { profile: defaultProfile }
    : readProfileFile(settings.SANDBOX_PROFILE)
if ('errors' in profile)
  stop(exitConfig, [
    'The configuration has errors:',
    ...profile.errors.map((each) => `  SANDBOX_PROFILE: ${each}`),
  ])

let opened: OpenSandbox
try {
  opened = await openSandbox({
    dataDir: settings.DATA_DIR,
    port: settings.SANDBOX_PORT,
    host: '127.0.0.1',
    appId: settings.SANDBOX_APP_ID,
    appKey: settings.SANDBOX_APP_KEY,
    extensions: settings.SANDBOX_EXTENSIONS,
    profile: profile.profile,
  })
} catch (failure) {
  stop(exitFailure, [`Could not start: ${reasonOf(failure, settings.SANDBOX_PORT)}`])
}
const { url, keyFile, close } = opened
say(`Sandbox at ${url} (open it to bind, unbind, disable or delete a number)`)
say(`App id ${settings.SANDBOX_APP_ID}; app key ${keyFile === null ? 'as given' : `in ${keyFile}`}`)
let closing: Promise<void> | undefined
// Ctrl-C arrives twice under npm: from the terminal and from npm.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    closing ??= close().then(() => process.exit(0))
  })

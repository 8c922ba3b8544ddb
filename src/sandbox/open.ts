import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Profile } from '#upstream/profile.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

export interface OpenSandboxOptions {
  dataDir: string
  port: number
  host: string
  appId: string
  /** Undefined: generated once and kept in the data directory. */
  appKey: string | undefined
  extensions: number
  profile?: Profile | undefined
}

export interface OpenSandbox {
  sandbox: Sandbox
  url: string
  appKey: string
  /** The file that holds the key; null when the key was given. */
  keyFile: string | null
  close: () => Promise<void>
}

/** Returns the key in the data directory, created on first use and readable only by the owner. */
function savedKey(file: string): string {
  try {
    writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** Opens the sandbox with its data in `dataDir` and listens; port 0 picks a free port. */
export async function openSandbox(options: OpenSandboxOptions): Promise<OpenSandbox> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const keyFile = options.appKey === undefined ? join(options.dataDir, 'sandbox-app-key') : null
  const appKey = options.appKey ?? savedKey(join(options.dataDir, 'sandbox-app-key'))
  const sandbox = createSandbox({
    file: join(options.dataDir, 'sandbox.db'),
    appId: options.appId,
    appKey,
    extensions: options.extensions,
    ...(options.profile === undefined ? {} : { profile: options.profile }),
  })
  const listening = await sandbox.listen(options.port, options.host).catch((error: unknown) => {
    sandbox.close()
    throw error
  })
  return {
    sandbox,
    url: listening.url,
    appKey,
    keyFile,
    close: async () => {
      await listening.close()
      sandbox.close()
    },
  }
}

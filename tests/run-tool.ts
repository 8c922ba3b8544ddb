import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Colors would make a log file unreadable. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

interface ToolOptions {
  /** Also prints the output while the command runs. */
  live?: boolean
  env?: Record<string, string>
}

/** Runs one of the project's commands from its root. Never throws: a command that cannot be started counts as failed. */
export function runTool(
  [command = '', ...args]: readonly string[],
  { live = false, env = {} }: ToolOptions = {},
): Promise<{ succeeded: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...plain, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (live) process.stdout.write(chunk)
      })
    child.once('error', (error) => resolve({ succeeded: false, output: `${error.message}\n` }))
    child.once('close', (code) => resolve({ succeeded: code === 0, output }))
  })
}

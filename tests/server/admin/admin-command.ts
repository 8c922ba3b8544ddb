import type { CheckOptions } from '#upstream/check/probe.ts'
import { runCommand } from '#server/admin/commands.ts'

/** Runs `npm run admin -- <words>` in this process. Returns the exit code and the printed output. */
export async function runAdmin(
  env: Record<string, string>,
  words: readonly string[],
  input = '',
  checkOptions: CheckOptions = {},
) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(`${line}\n`)
  const code = await runCommand(
    words,
    env,
    { input: () => Promise.resolve(input), say: print, printError: print },
    checkOptions,
  )
  return { code, output: lines.join('') }
}

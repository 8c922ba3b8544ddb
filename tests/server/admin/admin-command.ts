import { runCommand } from '#server/admin/commands.ts'

/** What `npm run admin -- <words>` prints and exits with, in this process. */
export async function runAdmin(env: Record<string, string>, words: readonly string[], input = '') {
  const lines: string[] = []
  const print = (line: string) => void lines.push(`${line}\n`)
  const code = await runCommand(words, env, {
    input: () => Promise.resolve(input),
    say: print,
    complain: print,
  })
  return { code, output: lines.join('') }
}

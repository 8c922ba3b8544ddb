import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measuredLoad, type Load, type Plan } from './load.ts'

const root = join(import.meta.dirname, '../../..')
const startMs = 60_000

/** Starts a server as a separate process and reads its resource usage from the system. */
export async function startMeasured(
  command: string,
  args: readonly string[],
  { env = {}, says }: { env?: Record<string, string>; says: RegExp },
) {
  const begun = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error(`${command} ${args.join(' ')} did not start:\n${output}`))
    const timer = setTimeout(fail, startMs)
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString()
      const said = says.exec(output)
      if (said === null) return
      clearTimeout(timer)
      resolve(said[1] ?? '')
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('error', fail)
    child.once('exit', fail)
  })
  const startedMs = performance.now() - begun
  const { pid = 0 } = child
  return {
    url,
    pid,
    startedMs,
    /** Returns the output written so far. */
    output: () => output,
    /** Processor time of all threads so far, µs. Exact, and independent of the machine's load. */
    cpu: (): number =>
      readdirSync(`/proc/${pid}/task`)
        .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]))
        .reduce((sum, nanoseconds) => sum + nanoseconds / 1000, 0),
    /** Resident memory, MB. */
    memory: (): number =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
export type Measured = Awaited<ReturnType<typeof startMeasured>>

/** Runs a plan in a separate process. */
export async function runLoad(plan: Plan): Promise<Load> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts'), JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the load client ended with ${String(code)}`)
  return measuredLoad.parse(JSON.parse(output))
}

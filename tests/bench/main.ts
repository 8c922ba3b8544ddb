import { cpus } from 'node:os'
import { benchAgents } from './agents.ts'
import { benchAudit } from './audit.ts'
import { benchGrowth } from './growth.ts'
import { benchInventory } from './inventory.ts'
import { benchJobs } from './jobs.ts'
import { benchProxy } from './proxy.ts'
import { benchSandbox } from './sandbox.ts'
import { benchSignIn } from './sign-in.ts'
import { benchToken } from './token.ts'
import { benchWeb } from './web.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

print(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
)
const benchmarks = {
  token: benchToken,
  proxy: benchProxy,
  sandbox: benchSandbox,
  growth: benchGrowth,
  jobs: benchJobs,
  agents: benchAgents,
  audit: benchAudit,
  inventory: benchInventory,
  'sign-in': benchSignIn,
  web: benchWeb,
}
// `npm run bench web jobs` runs those alone.
const wanted = process.argv.slice(2)
for (const [name, run] of Object.entries(benchmarks))
  if (wanted.length === 0 || wanted.includes(name)) await run(print)

import { cpus } from 'node:os'
import { benchAgents } from './agents.ts'
import { benchAudit } from './audit.ts'
import { benchNumbers } from './numbers.ts'
import { benchJobs } from './jobs.ts'
import { benchProxy } from './proxy.ts'
import { benchSandbox } from './sandbox.ts'
import { benchSignIn } from './sign-in.ts'
import { benchToken } from './token.ts'
import { benchWalk } from './walk.ts'
import { benchWeb, webParts } from './web.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

print(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
)
const chosen = process.argv.slice(2)
const benchmarks = {
  token: benchToken,
  proxy: benchProxy,
  sandbox: benchSandbox,
  jobs: benchJobs,
  agents: benchAgents,
  audit: benchAudit,
  numbers: benchNumbers,
  walk: benchWalk,
  'sign-in': benchSignIn,
  web: (line: typeof print) =>
    benchWeb(
      line,
      webParts.filter((part) => chosen.includes(part)),
    ),
}
const names = Object.keys(benchmarks)
const unknown = chosen.find((word) => !names.includes(word) && !webParts.some((part) => part === word))
if (unknown !== undefined)
  throw new Error(
    `${unknown} is no benchmark: name ${names.join(', ')}; after web also ${webParts.join(', ')}`,
  )
// `npm run bench web jobs` runs only these two.
for (const [name, run] of Object.entries(benchmarks))
  if (chosen.length === 0 || chosen.includes(name)) await run(print)

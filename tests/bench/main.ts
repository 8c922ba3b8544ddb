import { cpus } from 'node:os'
import { benchAudit } from './audit.ts'
import { benchGrowth } from './growth.ts'
import { benchJobs } from './jobs.ts'
import { benchProxy } from './proxy.ts'
import { benchSandbox } from './sandbox.ts'
import { benchSignIn } from './sign-in.ts'
import { benchToken } from './token.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

print(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
)
await benchToken(print)
await benchProxy(print)
await benchSandbox(print)
await benchGrowth(print)
await benchJobs(print)
await benchAudit(print)
await benchSignIn(print)

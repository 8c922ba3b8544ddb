import { text } from 'node:stream/consumers'
import { runCommand } from './admin/commands.ts'

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  input: () => text(process.stdin),
  say: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  isInteractive: process.stdout.isTTY,
})

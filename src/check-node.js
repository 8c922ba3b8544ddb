// Plain JavaScript that old Node versions can parse. Every package.json script that runs TypeScript loads this file first.
if (Number.parseInt(process.versions.node) < 24) {
  process.stderr.write(
    `This needs Node 24 and runs on ${process.version}: install it, or on Linux with x64 or arm64 bring it with "npm ci --include=optional".\n`,
  )
  process.exit(1)
}

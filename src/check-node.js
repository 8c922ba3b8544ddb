// Plain JavaScript that old Node versions can parse. Every package.json script that runs TypeScript loads this file first.
if (Number.parseInt(process.versions.node) < 24) {
  process.stderr.write(
    `This needs Node 24 and runs on ${process.version}: bring it with "npm rebuild node --ignore-scripts=false" or install it.\n`,
  )
  process.exit(1)
}

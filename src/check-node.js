// JavaScript that old versions can read, too: loaded before every script of package.json that runs TypeScript.
if (Number.parseInt(process.versions.node) < 24) {
  process.stderr.write(
    `This needs Node 24 and runs on ${process.version}: bring it with "npm rebuild node --ignore-scripts=false" or install it.\n`,
  )
  process.exit(1)
}

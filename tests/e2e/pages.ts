import { patterns } from '#contract/page-patterns.ts'

/** Returns the path of every page by name, with the parameters filled in, and of an unknown page (`nowhere`). */
export function pagePaths(parameters: Record<string, string>): Record<string, string> {
  const fill = (pattern: string) =>
    pattern.replaceAll(/:(\w+)/g, (_, name: string) => parameters[name] ?? name)
  return {
    ...Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, fill(pattern)])),
    nowhere: '/nowhere',
  }
}

/** Parameters of pages that work in any console. */
export const sampleParameters = {
  ext: '1000',
  id: '00000000-0000-4000-8000-000000000000',
  agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d',
}

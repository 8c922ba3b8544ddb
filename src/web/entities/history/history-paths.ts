/** The histories of numbers and of people. Apart from their queries, so that what only reads them again does not load those. */
export const historyPaths = ['/api/extensions/:ext/history', '/api/people/:id/history'] as const

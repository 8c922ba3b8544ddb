/** A return code that turned out to mean "get a new token" (trust 3.2). */
export interface LearnedCode {
  service: 'v5' | 'extensions'
  code: string
  /** What the service said with it. */
  message: string | null
  /** Epoch ms. */
  learnedAt: number
}

/** Where learned codes are kept, for all replicas and for the next start. */
export interface CodeBook {
  read(): Promise<readonly LearnedCode[]>
  learn(learned: Omit<LearnedCode, 'learnedAt'>): Promise<void>
}

/** Learned codes of one process. */
export function memoryCodeBook(): CodeBook {
  const codes: LearnedCode[] = []
  return {
    read: () => Promise.resolve([...codes]),
    learn(learned) {
      codes.push({ ...learned, learnedAt: Date.now() })
      return Promise.resolve()
    },
  }
}

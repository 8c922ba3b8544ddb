/** A part's messages in one language, as src/messages-by-part.ts divides them. */
declare module 'virtual:messages/*' {
  export const messages: Readonly<Record<string, string>>
}

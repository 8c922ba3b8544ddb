/** Parts of a catalogue, as src/first-messages.ts divides it. */
declare module 'virtual:messages/*' {
  export const messages: Readonly<Record<string, string>>
}

declare module '../platform/database/schema.ts' {
  interface Tables {
    setting: { name: string; value: string }
  }
}

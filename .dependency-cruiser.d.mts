export declare const USES: Readonly<Record<string, readonly string[]>>
export declare const HOMES: Readonly<Record<string, { readonly module: string; readonly home: string }>>
declare const config: { readonly forbidden: readonly { readonly name: string }[] }
export default config

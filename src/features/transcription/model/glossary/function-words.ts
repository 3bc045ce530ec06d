/**
 * English words too common to be a name that was misheard: "an" is never "Ann" only because both sound the same.
 */
const FUNCTION_WORDS = new Set(
  (
    'a an the this that these those i me my mine you your yours he him his she her hers it its we us our ours they them ' +
    'their theirs who whom whose which what when where why how there here and or but nor so yet if then than as because ' +
    'while though although unless until since of to in on at by for from with without into onto over under up down out ' +
    'off about after before between through during against among around near per via am is are was were be been being ' +
    'do does did done doing have has had having can could may might must shall should will would ought not no yes oh ' +
    'all any both each every either neither few more most other some such only own same too very just also again ever ' +
    'never now still even much many one two three four five six seven eight nine ten first go goes get got let make ' +
    'made say said see know like well okay right new good time way day man'
  ).split(' '),
)

/** Whether a compared word is too common to be replaced by its sound or capitalised as a name. */
export function isFunctionWord(key: string): boolean {
  return key.length < 2 || FUNCTION_WORDS.has(key)
}

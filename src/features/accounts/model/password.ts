/** The shortest password, in characters (product §6). */
export const PASSWORD_MIN = 12
/** The longest password: hashing more costs time and adds nothing. */
export const PASSWORD_MAX = 128

/** Said of a password that leads the lists of leaked ones, and of one that is made as they are. */
export const TOO_COMMON = 'Too many people use a password like this one. Try a few words that do not belong together.'

/**
 * What is wrong with a new password, as one sentence for its owner; null when it may be used.
 *
 * Refused besides a wrong length: what the lists of leaked passwords are full of, that is common words and keyboard
 * rows with digits around them, few characters repeated, and the owner's own address.
 */
export function passwordProblem(password: string, email = ''): string | null {
  const characters = Array.from(password)
  if (characters.length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`
  if (characters.length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`
  return isCommon(password) || isAddress(password, email) ? TOO_COMMON : null
}

/** The words, names and keyboard rows that lead every published list of leaked passwords, in plain letters. */
const COMMON_WORDS = `
  abc abcd abcdef abcdefgh access adidas admin administrator alexander amanda america andrea andrew angel anthony apple
  arsenal asdf asdfgh asdfghjkl ashley autumn azerty babygirl bailey baseball basketball batman beautiful blink
  butterfly buster caption captions changeme charlie chelsea chocolate computer cookie corvette dallas daniel default
  diamond dragon elizabeth eminem facebook family ferrari flower football forever freedom friends gandalf ginger google
  guest hannah harley heaven hello hockey hunter iloveu iloveyou internet jennifer jessica jesus jordan joshua justin
  killer letmein liverpool login london lovely loveme lovers manager master matrix matthew maverick mercedes merlin
  michael michelle minecraft monkey mustang naruto nicole ninja orange pass passw0rd passwd password passwort
  pepper phoenix pokemon princess qazwsx qazwsxedc qwer qwert qwerty qwertyuiop qwertz rainbow ranger robert root
  samantha samsung school secret shadow silver slipknot snoopy soccer spiderman spring starwars summer sunshine
  superman superuser system tequila test testing thomas thunder tigger trustno trustnoone user victoria video welcome
  whatever william winter wordpop yankees yellow youtube zaq zaqwsx zxcv zxcvbn zxcvbnm qweasd qweasdzxc asdasd
  the my our your and me you i is am a an to of love for ever one two three dont do not
`
  .trim()
  .split(/\s+/)
/** Rows and patterns of the digit keys, which people repeat until the password is long enough. */
const DIGIT_ROWS = ['1234567890', '0987654321', '123456789', '987654321', '147258369', '159753', '123123', '112233']
/** Letters that people replace by a look-alike. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** Below this many different characters a password is one thing repeated: aaaaaaaaaaaa, 121212121212. */
const DIFFERENT_MIN = 5

function isCommon(password: string): boolean {
  const plain = password.toLowerCase()
  if (new Set(plain).size < DIFFERENT_MIN || isRun(plain)) return true
  // The year and the "!" at the end go first: as look-alikes they would turn into letters.
  const core = plain.replaceAll(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '')
  const undisguised = Array.from(core, (character) => LOOKALIKES[character] ?? character).join('')
  return isMadeOfCommonWords(lettersOf(plain)) || isMadeOfCommonWords(lettersOf(undisguised)) || isDigitRow(plain)
}

/** Digits and signs around and between words add nothing that a guesser does not try first. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
}

function isDigitRow(text: string): boolean {
  return DIGIT_ROWS.some((row) => text.startsWith(row.repeat(2).slice(0, PASSWORD_MIN)))
}

/** True when `text` is nothing but words of the list, one after the other. */
function isMadeOfCommonWords(text: string): boolean {
  if (text === '') return false
  const reachable = [true, ...Array.from(text, () => false)]
  for (let at = 0; at < text.length; at += 1) {
    if (reachable[at] !== true) continue
    for (const word of COMMON_WORDS) if (text.startsWith(word, at)) reachable[at + word.length] = true
  }
  return reachable[text.length] === true
}

/** True when each character follows the one before it, upwards or downwards: abcdefghijkl, 987654321098. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.filter((step) => Math.abs(step) === 1).length >= steps.length - 1
}

function isAddress(password: string, email: string): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  if (local.length < 4) return false
  const rest = password
    .toLowerCase()
    .replaceAll(domain || '@', '')
    .replaceAll(local, '')
  return password.toLowerCase().includes(local) && lettersOf(rest).length < 4
}

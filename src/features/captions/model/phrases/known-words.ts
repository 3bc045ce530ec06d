/** Units that belong to the number before them, in any language. */
export const UNITS: ReadonlySet<string> = new Set(
  (
    '% percent per cent km m cm mm mi miles mile kilometers kilometres meters metres centimetres centimeters feet foot ft inches inch kg g mg lb lbs pounds pound kilos kilograms grams ' +
    'l ml liters litres c f degrees celsius fahrenheit mph kmh gigabytes megabytes terabytes watts volts gb mb tb kb hz khz mhz ghz kw kwh w v px fps ms s sec seconds second min minutes minute h hours hour ' +
    'days day weeks week months month years year am pm a.m. p.m. ' +
    'dollars dollar cents euros euro bucks yen usd eur gbp thousand million billion trillion hundred dozen k ' +
    'prozent meter kilometer zentimeter grad stunden stunde minuten sekunden jahre jahren tage tagen wochen mal uhr tausend millionen milliarden ' +
    'pourcent mètres kilomètres heures minutes secondes jours semaines mois ans millions milliards por ciento metros kilómetros horas minutos segundos días semanas meses años millones ' +
    'ore minuti secondi giorni settimane mesi anni milioni miliardi metri chilometri dias anos milhões segundos uur minuten seconden dagen weken maanden jaar miljoen miljard procent'
  ).split(' '),
)

/** First names common enough to recognise a name without capitals. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  'ada adam alan albert alex alexander alice amanda amy andrea andrew angela anna anne anthony antonio barbara ben benjamin bernard brian carl carlos carol caroline catherine charles charlotte chris christian christine clara claudia daniel david deborah diana donald dorothy edward elena elisabeth elizabeth emily emma eric ernest eva fernando francesco francis frank frida fritz gabriel george giovanni giulia giuseppe hannah hans heinrich helen henry isaac isabel jack jacob jacques james jan jane janet jason jean jennifer jeremy jessica jim joan joe johannes john jonathan jorge jose josé joseph juan judith julia julie karen karl kate katherine kevin klaus laura leonardo linda lisa louis lucas lucy luigi luis lukas margaret maria marco marie mario mark martha martin mary matthew max megan michael michel miguel monica nancy nelson nicolas nicole nikola olivia oliver oscar pablo patricia patrick paul paula paulo pedro peter philip philippe pierre rachel ralph rebecca richard robert roger ronald rosa ruth samuel sandra sara sarah sebastian sharon sofia sophie stephanie stephen steve steven susan thomas tim tom ursula victor vincent virginia walter werner william winston wolfgang'.split(
    ' ',
  ),
)

/** Month names and their usual short forms, lower case and without accents, in several languages. */
const names: readonly string[] = [
  'january jan januar jaenner janner janvier janv enero ene gennaio gen januari janeiro styczen stycznia',
  'february feb februar fevrier fevr febrero febbraio februari fevereiro fev luty lutego',
  'march mar marz maerz mrz mars marzo maart mrt marco marzec marca',
  'april apr avril avr abril abr aprile kwiecien kwietnia',
  'may mai mayo maggio mag mei maio maj maja',
  'june jun juni juin junio giugno giu junho czerwiec czerwca',
  'july jul juli juillet juil julio luglio lug julho lipiec lipca',
  'august aug aout agosto ago augustus sierpien sierpnia',
  'september sep sept septembre septiembre settembre set setembro wrzesien wrzesnia',
  'october oct oktober okt octobre octubre ottobre ott outubro out pazdziernik pazdziernika',
  'november nov novembre noviembre novembro listopad listopada',
  'december dec dezember dez decembre diciembre dic dicembre desember dezembro grudzien grudnia',
];

const monthByName = new Map(names.flatMap((line, index) => line.split(' ').map((name) => [name, index + 1])));

/** The number of a month by its name, 1 to 12, or null. */
export function monthNumber(name: string): number | null {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  return monthByName.get(plain) ?? null;
}

/**
 * Month names and usual abbreviations in about thirty languages, in lower case and without accents. `listopad` and
 * `lis` are November, as in Polish and Czech, although they mean October in Croatian.
 */
const names: readonly string[] = [
  'january jan januar jaenner janner janvier janv enero ene gennaio gen januari janeiro styczen stycznia tammikuu tammi tammikuuta sty leden led ledna januara ianuarie ian jaanuar jaan janvaris sausis sausio ocak oca январь янв января січень січ січня януари ιανουαριου ιαν gener ינואר ינו يناير जनवरी',
  'february feb februar fevrier fevr febrero febbraio februari fevereiro fev luty lutego helmikuu helmi helmikuuta lut unor uno unora februara febr februarie veebruar veebr februaris vasaris vasario subat sub февраль февр февраля лютии лют лютого февруари φεβρουαριου φεβ febrer פברואר פבר فبراير फरवरी फर',
  'march mar marz maerz mrz mars marzo maart mrt marco marzec marca marts maaliskuu maalis maaliskuuta brezen bre brezna marec marcius marc martie kovas kovo mart maret март марта мар березень бер березня μαρτιου μαρ מרץ مارس मारच',
  'april apr avril avr abril abr aprile kwiecien kwietnia huhtikuu huhti huhtikuuta kwi duben dub dubna aprila aprilis aprilie aprill balandis balandzio nisan nis апрель апр апреля квітень квіт квітня април απριλιου απρ dabril dabr אפריל אפר ابريل अपरल',
  'may mai mayo maggio mag mei maio maj maja toukokuu touko toukokuuta kveten kve kvetna majus maijs geguze geguzes mayıs маи мая травень трав травня μαιου μαι maig מאי مايو मई',
  'june jun juni juin junio giugno giu junho czerwiec czerwca kesakuu kesa kesakuuta cze cerven cvn cervna juna junius iunie iun junij juuni junijs birzelis birzelio haziran haz июнь июня июн червень черв червня юни ιουνιου ιουν juny יוני يونيو',
  'july jul juli juillet juil julio luglio lug julho lipiec lipca heinakuu heina heinakuuta lip cervenec cvc cervence jula julius iulie iul julij juuli julijs liepa liepos temmuz tem июль июля июл липень лип липня юли ιουλιου ιουλ juliol יולי يوليو जलाई जल',
  'august aug aout agosto ago augustus sierpien sierpnia augusti elokuu elo elokuuta sie srpen srp srpna augusta augusztus avgust avg augusts rugpjutis rugpjucio agustos agu agustus август авг августа серпень серп серпня αυγουστου αυγ agost ag dagost dag אוגוסט אוג اغسطس अगसत अग',
  'september sep sept septembre septiembre settembre set setembro wrzesien wrzesnia syyskuu syys syyskuuta wrz zari zar septembra szeptember szept septembrie septembris rugsejis rugsejo eylul eyl сентябрь сент сентября вересень вер вересня септември σεπτεμβριου σεπ setembre ספטמבר ספט سبتمبر सितबर सित',
  'october oct oktober okt octobre octubre ottobre ott outubro out pazdziernik pazdziernika lokakuu loka lokakuuta paz rijen rij rijna oktobra octombrie oktoober oktobris spalis spalio ekim eki октябрь окт октября жовтень жовт жовтня октомври οκτωβριου οκτ doctubre doct אוקטובר אוק اكتوبر अकटबर अकट',
  'november nov novembre noviembre novembro listopad listopada marraskuu marras marraskuuta lis listopadu novembra noiembrie novembris lapkritis lapkricio kasım kas ноябрь нояб ноября листопад лист листопада ноември νοεμβριου νοε נובמבר נוב نوفمبر नवबर नव',
  'december dec dezember dez decembre diciembre dic dicembre desember dezembro grudzien grudnia des joulukuu joulu joulukuuta gru prosinec pro prosince decembra decembrie detsember dets decembris gruodis gruodzio aralık ara декабрь дек декабря грудень груд грудня декември δεκεμβριου δεκ desembre דצמבר דצמ ديسمبر दिसबर दिस',
];

const monthByName = new Map(names.flatMap((line, index) => line.split(' ').map((name) => [name, index + 1])));

/** Returns the number of a month, 1 to 12, by its name; `null` for any other word. */
export function monthNumber(name: string): number | null {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  // In Hebrew, the prefix for "in" is written together with the name of the month, so remove it.
  return monthByName.get(plain) ?? monthByName.get(plain.replace(/^ב/u, '')) ?? null;
}

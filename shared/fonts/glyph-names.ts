/**
 * Glyph names with their characters: the Adobe Glyph List without scripts whose fonts are not embedded with
 * named encodings (Hebrew, Arabic, Indic, Thai, CJK).
 *
 * Data: Adobe Glyph List 2.0, Copyright 2002-2019 Adobe (http://www.adobe.com/), BSD-3-Clause.
 */

/**
 * Names in the order of their code points, with the hexadecimal distance from the one before: none is 1, and `=` before
 * a name is 0. Brotli makes 2.8 kB less of it than of pairs, in each first visit of the page.
 */
const NAMES = `
.notdef =controlNULL controlSTX controlSOT controlETX controlEOT controlENQ controlACK controlBEL controlBS
controlHT controlLF controlVT controlFF controlCR controlSO controlSI controlDLE controlDC1 controlDC2
controlDC3 controlDC4 controlNAK controlSYN controlETB controlCAN controlEM controlSUB controlESC controlFS
controlGS controlRS controlUS space =spacehackarabic exclam quotedbl numbersign dollar percent ampersand
quotesingle parenleft =parenleftBig =parenleftBigg =parenleftbig =parenleftbigg parenright =parenrightBig
=parenrightBigg =parenrightbig =parenrightbigg asterisk plus comma hyphen period slash =slashBig =slashBigg
=slashbig =slashbigg zero one two three four five six seven eight nine colon semicolon less equal greater
question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft =bracketleftBig =bracketleftBigg
=bracketleftbig =bracketleftbigg backslash bracketright =bracketrightBig =bracketrightBigg =bracketrightbig
=bracketrightbigg asciicircum underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft
=braceleftBig =braceleftBigg =braceleftbig =braceleftbigg bar =verticalbar braceright =bracerightBig
=bracerightBigg =bracerightbig =bracerightbigg asciitilde controlDEL nbspace:21 =nonbreakingspace exclamdown
cent sterling currency yen brokenbar section dieresis circlecopyrt =copyright ordfeminine guillemotleft
logicalnot sfthyphen =softhyphen registered macron =overscore degree plusminus twosuperior threesuperior acute
mu =mu1 paragraph middot =periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf
threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute
Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis
multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde
adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde
ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn
ydieresis Amacron amacron Abreve abreve Aogonek aogonek Cacute cacute Ccircumflex ccircumflex Cdot =Cdotaccent
cdot =cdotaccent Ccaron ccaron Dcaron dcaron Dcroat =Dslash dcroat =dmacron Emacron emacron Ebreve ebreve Edot
=Edotaccent edot =edotaccent Eogonek eogonek Ecaron ecaron Gcircumflex gcircumflex Gbreve gbreve Gdot
=Gdotaccent gdot =gdotaccent Gcedilla =Gcommaaccent gcedilla =gcommaaccent Hcircumflex hcircumflex Hbar hbar
Itilde itilde Imacron imacron Ibreve ibreve Iogonek iogonek Idot =Idotaccent dotlessi IJ ij Jcircumflex
jcircumflex Kcedilla =Kcommaaccent kcedilla =kcommaaccent kgreenlandic Lacute lacute Lcedilla =Lcommaaccent
lcedilla =lcommaaccent Lcaron lcaron Ldot =Ldotaccent ldot =ldotaccent Lslash lslash Nacute nacute Ncedilla
=Ncommaaccent ncedilla =ncommaaccent Ncaron ncaron napostrophe =quoterightn Eng eng Omacron omacron Obreve
obreve Odblacute =Ohungarumlaut odblacute =ohungarumlaut OE oe Racute racute Rcedilla =Rcommaaccent rcedilla
=rcommaaccent Rcaron rcaron Sacute sacute Scircumflex scircumflex Scedilla scedilla Scaron scaron Tcedilla
=Tcommaaccent tcedilla =tcommaaccent Tcaron tcaron Tbar tbar Utilde utilde Umacron umacron Ubreve ubreve Uring
uring Udblacute =Uhungarumlaut udblacute =uhungarumlaut Uogonek uogonek Wcircumflex wcircumflex Ycircumflex
ycircumflex Ydieresis Zacute zacute Zdot =Zdotaccent zdot =zdotaccent Zcaron zcaron longs =slong bstroke Bhook
Btopbar btopbar Tonesix tonesix Oopen Chook chook Dafrican Dhook Dtopbar dtopbar deltaturned Ereversed Schwa
Eopen Fhook florin Ghook Gammaafrican hv Iotaafrican Istroke Khook khook lbar lambdastroke Mturned Nhookleft
nlegrightlong Ocenteredtilde Ohorn ohorn Oi oi Phook phook yr Tonetwo tonetwo Esh eshreversedloop tpalatalhook
Thook thook Tretroflexhook Uhorn uhorn Upsilonafrican Vhook Yhook yhook Zstroke zstroke Ezh Ezhreversed
ezhreversed ezhtail twostroke Tonefive tonefive glottalinvertedstroke wynn clickdental clicklateral
clickalveolar clickretroflex DZcaron Dzcaron dzcaron LJ Lj lj NJ Nj nj Acaron acaron Icaron icaron Ocaron ocaron
Ucaron ucaron Udieresismacron udieresismacron Udieresisacute udieresisacute Udieresiscaron udieresiscaron
Udieresisgrave udieresisgrave eturned Adieresismacron adieresismacron Adotmacron adotmacron AEmacron aemacron
Gstroke gstroke Gcaron gcaron Kcaron kcaron Oogonek oogonek Oogonekmacron oogonekmacron Ezhcaron ezhcaron jcaron
DZ Dz dz Gacute gacute Aringacute:5 aringacute AEacute aeacute Oslashacute =Ostrokeacute oslashacute
=ostrokeacute Adblgrave adblgrave Ainvertedbreve ainvertedbreve Edblgrave edblgrave Einvertedbreve
einvertedbreve Idblgrave idblgrave Iinvertedbreve iinvertedbreve Odblgrave odblgrave Oinvertedbreve
oinvertedbreve Rdblgrave rdblgrave Rinvertedbreve rinvertedbreve Udblgrave udblgrave Uinvertedbreve
uinvertedbreve Scommaaccent scommaaccent aturned:37 ascript ascriptturned bhook oopen ccurl dtail dhook
ereversed schwa schwahook eopen eopenreversed eopenreversedhook eopenreversedclosed jdotlessstroke ghook gscript
gammalatinsmall:2 ramshorn hturned hhook henghook istroke iotalatin lmiddletilde:2 lbelt lhookretroflex lezh
mturned mlonglegturned mhook nhookleft nhookretroflex obarred:2 omegalatinclosed:2 philatin rturned
rlonglegturned rhookturned rlongleg rhook rfishhook rfishhookreversed Rsmallinverted:2 shook esh
dotlessjstrokehook eshsquatreversed eshcurl tturned tretroflexhook ubar upsilonlatin vhook vturned wturned
yturned zretroflexhook:2 zcurl ezh ezhcurl glottalstop glottalstopreversed glottalstopinverted cstretched
bilabialclick eopenclosed:2 Gsmallhook jcrossedtail:2 kturned qhook:2 glottalstopstroke
glottalstopstrokereversed dzaltone dezh dzcurl ts tesh tccurl hsuperior:8 hhooksuperior jsuperior
rturnedsuperior:2 rhookturnedsuperior Rsmallinvertedsuperior wsuperior ysuperior primemod dblprimemod
commaturnedmod afii57929 =apostrophemod afii64937 =commareversedmod ringhalfright ringhalfleft glottalstopmod
glottalstopreversedmod arrowheadleftmod arrowheadrightmod arrowheadupmod arrowheaddownmod circumflex caron
verticallinemod firsttonechinese secondtonechinese fourthtonechinese verticallinelowmod macronlowmod gravelowmod
acutelowmod colontriangularmod colontriangularhalfmod ringhalfrightcentered ringhalfleftcentered uptackmod
downtackmod plusmod minusmod breve dotaccent ring ogonek ilde =tilde =tildewide =tildewider =tildewidest
hungarumlaut rhotichookmod gammasuperior:2 xsuperior:3 glottalstopreversedsuperior tonebarextrahighmod
tonebarhighmod tonebarmidmod tonebarlowmod tonebarextralowmod gravecmb:17 =gravecomb acutecmb =acutecomb
circumflexcmb =hatwide =hatwider =hatwidest tildecmb =tildecomb macroncmb overlinecmb brevecmb dotaccentcmb
dieresiscmb hookabovecomb =hookcmb ringcmb hungarumlautcmb caroncmb verticallineabovecmb dblverticallineabovecmb
dblgravecmb candrabinducmb breveinvertedcmb commaturnedabovecmb commaabovecmb commareversedabovecmb
commaaboverightcmb gravebelowcmb acutebelowcmb lefttackbelowcmb righttackbelowcmb leftangleabovecmb horncmb
ringhalfleftbelowcmb uptackbelowcmb downtackbelowcmb plusbelowcmb minusbelowcmb hookpalatalizedbelowcmb
hookretroflexbelowcmb dotbelowcmb =dotbelowcomb dieresisbelowcmb ringbelowcmb cedillacmb:2 ogonekcmb
verticallinebelowcmb bridgebelowcmb dblarchinvertedbelowcmb caronbelowcmb circumflexbelowcmb brevebelowcmb
breveinvertedbelowcmb tildebelowcmb macronbelowcmb lowlinecmb dbllowlinecmb tildeoverlaycmb
strokeshortoverlaycmb strokelongoverlaycmb solidusshortoverlaycmb soliduslongoverlaycmb ringhalfrightbelowcmb
bridgeinvertedbelowcmb squarebelowcmb seagullbelowcmb xabovecmb tildeverticalcmb dbloverlinecmb gravetonecmb
acutetonecmb perispomenigreekcmb koroniscmb dialytikatonoscmb ypogegrammenigreekcmb tildedoublecmb:1b
breveinverteddoublecmb numeralsigngreek:13 numeralsignlowergreek ypogegrammeni:5 questiongreek:4 tonos:6
dialytikatonos =dieresistonos Alphatonos anoteleia Epsilontonos Etatonos Iotatonos Omicrontonos:2 Upsilontonos:2
Omegatonos iotadieresistonos Alpha Beta Gamma Deltagreek Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi
Omicron Pi Rho Sigma:2 Tau Upsilon Phi Chi Psi Omegagreek Iotadieresis Upsilondieresis alphatonos epsilontonos
etatonos iotatonos upsilondieresistonos alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mugreek
nu xi omicron pi rho sigma1 =sigmafinal sigma tau upsilon phi chi psi omega iotadieresis upsilondieresis
omicrontonos upsilontonos omegatonos betasymbolgreek:2 theta1 =thetasymbolgreek Upsilon1 =Upsilonhooksymbol
Upsilonacutehooksymbolgreek Upsilondieresishooksymbolgreek phi1 =phisymbolgreek omega1 =pisymbolgreek
Stigmagreek:4 Digammagreek:2 Koppagreek:2 Sampigreek:2 Sheicoptic:2 sheicoptic Feicoptic feicoptic Kheicoptic
kheicoptic Horicoptic horicoptic Gangiacoptic gangiacoptic Shimacoptic shimacoptic Deicoptic deicoptic
kappasymbolgreek rhosymbolgreek sigmalunatesymbolgreek yotgreek Iocyrillic:e =afii10023 Djecyrillic =afii10051
Gjecyrillic =afii10052 Ecyrillic =afii10053 Dzecyrillic =afii10054 Icyrillic =afii10055 Yicyrillic =afii10056
Jecyrillic =afii10057 Ljecyrillic =afii10058 Njecyrillic =afii10059 Tshecyrillic =afii10060 Kjecyrillic
=afii10061 Ushortcyrillic:2 =afii10062 Dzhecyrillic =afii10145 Acyrillic =afii10017 Becyrillic =afii10018
Vecyrillic =afii10019 Gecyrillic =afii10020 Decyrillic =afii10021 Iecyrillic =afii10022 Zhecyrillic =afii10024
Zecyrillic =afii10025 Iicyrillic =afii10026 Iishortcyrillic =afii10027 Kacyrillic =afii10028 Elcyrillic
=afii10029 Emcyrillic =afii10030 Encyrillic =afii10031 Ocyrillic =afii10032 Pecyrillic =afii10033 Ercyrillic
=afii10034 Escyrillic =afii10035 Tecyrillic =afii10036 Ucyrillic =afii10037 Efcyrillic =afii10038 Khacyrillic
=afii10039 Tsecyrillic =afii10040 Checyrillic =afii10041 Shacyrillic =afii10042 Shchacyrillic =afii10043
Hardsigncyrillic =afii10044 Yericyrillic =afii10045 Softsigncyrillic =afii10046 Ereversedcyrillic =afii10047
IUcyrillic =afii10048 IAcyrillic =afii10049 acyrillic =afii10065 afii10066 =becyrillic afii10067 =vecyrillic
afii10068 =gecyrillic afii10069 =decyrillic afii10070 =iecyrillic afii10072 =zhecyrillic afii10073 =zecyrillic
afii10074 =iicyrillic afii10075 =iishortcyrillic afii10076 =kacyrillic afii10077 =elcyrillic afii10078
=emcyrillic afii10079 =encyrillic afii10080 =ocyrillic afii10081 =pecyrillic afii10082 =ercyrillic afii10083
=escyrillic afii10084 =tecyrillic afii10085 =ucyrillic afii10086 =efcyrillic afii10087 =khacyrillic afii10088
=tsecyrillic afii10089 =checyrillic afii10090 =shacyrillic afii10091 =shchacyrillic afii10092 =hardsigncyrillic
afii10093 =yericyrillic afii10094 =softsigncyrillic afii10095 =ereversedcyrillic afii10096 =iucyrillic afii10097
=iacyrillic afii10071:2 =iocyrillic afii10099 =djecyrillic afii10100 =gjecyrillic afii10101 =ecyrillic afii10102
=dzecyrillic afii10103 =icyrillic afii10104 =yicyrillic afii10105 =jecyrillic afii10106 =ljecyrillic afii10107
=njecyrillic afii10108 =tshecyrillic afii10109 =kjecyrillic afii10110:2 =ushortcyrillic afii10193 =dzhecyrillic
Omegacyrillic omegacyrillic Yatcyrillic =afii10146 afii10194 =yatcyrillic Eiotifiedcyrillic eiotifiedcyrillic
Yuslittlecyrillic yuslittlecyrillic Yuslittleiotifiedcyrillic yuslittleiotifiedcyrillic Yusbigcyrillic
yusbigcyrillic Yusbigiotifiedcyrillic yusbigiotifiedcyrillic Ksicyrillic ksicyrillic Psicyrillic psicyrillic
Fitacyrillic =afii10147 afii10195 =fitacyrillic Izhitsacyrillic =afii10148 afii10196 =izhitsacyrillic
Izhitsadblgravecyrillic izhitsadblgravecyrillic Ukcyrillic ukcyrillic Omegaroundcyrillic omegaroundcyrillic
Omegatitlocyrillic omegatitlocyrillic Otcyrillic otcyrillic Koppacyrillic koppacyrillic thousandcyrillic
titlocyrilliccmb palatalizationcyrilliccmb dasiapneumatacyrilliccmb psilipneumatacyrilliccmb Gheupturncyrillic:a
=afii10050 afii10098 =gheupturncyrillic Ghestrokecyrillic ghestrokecyrillic Ghemiddlehookcyrillic
ghemiddlehookcyrillic Zhedescendercyrillic zhedescendercyrillic Zedescendercyrillic zedescendercyrillic
Kadescendercyrillic kadescendercyrillic Kaverticalstrokecyrillic kaverticalstrokecyrillic Kastrokecyrillic
kastrokecyrillic Kabashkircyrillic kabashkircyrillic Endescendercyrillic endescendercyrillic Enghecyrillic
enghecyrillic Pemiddlehookcyrillic pemiddlehookcyrillic Haabkhasiancyrillic haabkhasiancyrillic
Esdescendercyrillic esdescendercyrillic Tedescendercyrillic tedescendercyrillic Ustraightcyrillic
ustraightcyrillic Ustraightstrokecyrillic ustraightstrokecyrillic Hadescendercyrillic hadescendercyrillic
Tetsecyrillic tetsecyrillic Chedescendercyrillic chedescendercyrillic Cheverticalstrokecyrillic
cheverticalstrokecyrillic Shhacyrillic shhacyrillic Cheabkhasiancyrillic cheabkhasiancyrillic
Chedescenderabkhasiancyrillic chedescenderabkhasiancyrillic palochkacyrillic Zhebrevecyrillic zhebrevecyrillic
Kahookcyrillic kahookcyrillic Enhookcyrillic:3 enhookcyrillic Chekhakassiancyrillic:3 chekhakassiancyrillic
Abrevecyrillic:4 abrevecyrillic Adieresiscyrillic adieresiscyrillic Aiecyrillic aiecyrillic Iebrevecyrillic
iebrevecyrillic Schwacyrillic afii10846 =schwacyrillic Schwadieresiscyrillic schwadieresiscyrillic
Zhedieresiscyrillic zhedieresiscyrillic Zedieresiscyrillic zedieresiscyrillic Dzeabkhasiancyrillic
dzeabkhasiancyrillic Imacroncyrillic imacroncyrillic Idieresiscyrillic idieresiscyrillic Odieresiscyrillic
odieresiscyrillic Obarredcyrillic obarredcyrillic Obarreddieresiscyrillic obarreddieresiscyrillic
Umacroncyrillic:3 umacroncyrillic Udieresiscyrillic udieresiscyrillic Uhungarumlautcyrillic
uhungarumlautcyrillic Chedieresiscyrillic chedieresiscyrillic Yerudieresiscyrillic:3 yerudieresiscyrillic
Aybarmenian:38 Benarmenian Gimarmenian Daarmenian Echarmenian Zaarmenian Eharmenian Etarmenian Toarmenian
Zhearmenian Iniarmenian Liwnarmenian Xeharmenian Caarmenian Kenarmenian Hoarmenian Jaarmenian Ghadarmenian
Cheharmenian Menarmenian Yiarmenian Nowarmenian Shaarmenian Voarmenian Chaarmenian Peharmenian Jheharmenian
Raarmenian Seharmenian Vewarmenian Tiwnarmenian Reharmenian Coarmenian Yiwnarmenian Piwrarmenian Keharmenian
Oharmenian Feharmenian ringhalfleftarmenian:3 apostrophearmenian emphasismarkarmenian exclamarmenian
commaarmenian questionarmenian abbreviationmarkarmenian aybarmenian:2 benarmenian gimarmenian daarmenian
echarmenian zaarmenian eharmenian etarmenian toarmenian zhearmenian iniarmenian liwnarmenian xeharmenian
caarmenian kenarmenian hoarmenian jaarmenian ghadarmenian cheharmenian menarmenian yiarmenian nowarmenian
shaarmenian voarmenian chaarmenian peharmenian jheharmenian raarmenian seharmenian vewarmenian tiwnarmenian
reharmenian coarmenian yiwnarmenian piwrarmenian keharmenian oharmenian feharmenian echyiwnarmenian
periodarmenian:2 Aringbelow:1877 aringbelow Bdotaccent bdotaccent Bdotbelow bdotbelow Blinebelow blinebelow
Ccedillaacute ccedillaacute Ddotaccent ddotaccent Ddotbelow ddotbelow Dlinebelow dlinebelow Dcedilla dcedilla
Dcircumflexbelow dcircumflexbelow Emacrongrave emacrongrave Emacronacute emacronacute Ecircumflexbelow
ecircumflexbelow Etildebelow etildebelow Ecedillabreve ecedillabreve Fdotaccent fdotaccent Gmacron gmacron
Hdotaccent hdotaccent Hdotbelow hdotbelow Hdieresis hdieresis Hcedilla hcedilla Hbrevebelow hbrevebelow
Itildebelow itildebelow Idieresisacute idieresisacute Kacute kacute Kdotbelow kdotbelow Klinebelow klinebelow
Ldotbelow ldotbelow Ldotbelowmacron ldotbelowmacron Llinebelow llinebelow Lcircumflexbelow lcircumflexbelow
Macute macute Mdotaccent mdotaccent Mdotbelow mdotbelow Ndotaccent ndotaccent Ndotbelow ndotbelow Nlinebelow
nlinebelow Ncircumflexbelow ncircumflexbelow Otildeacute otildeacute Otildedieresis otildedieresis Omacrongrave
omacrongrave Omacronacute omacronacute Pacute pacute Pdotaccent pdotaccent Rdotaccent rdotaccent Rdotbelow
rdotbelow Rdotbelowmacron rdotbelowmacron Rlinebelow rlinebelow Sdotaccent sdotaccent Sdotbelow sdotbelow
Sacutedotaccent sacutedotaccent Scarondotaccent scarondotaccent Sdotbelowdotaccent sdotbelowdotaccent Tdotaccent
tdotaccent Tdotbelow tdotbelow Tlinebelow tlinebelow Tcircumflexbelow tcircumflexbelow Udieresisbelow
udieresisbelow Utildebelow utildebelow Ucircumflexbelow ucircumflexbelow Utildeacute utildeacute Umacrondieresis
umacrondieresis Vtilde vtilde Vdotbelow vdotbelow Wgrave wgrave Wacute wacute Wdieresis wdieresis Wdotaccent
wdotaccent Wdotbelow wdotbelow Xdotaccent xdotaccent Xdieresis xdieresis Ydotaccent ydotaccent Zcircumflex
zcircumflex Zdotbelow zdotbelow Zlinebelow zlinebelow hlinebelow tdieresis wring yring arighthalfring
slongdotaccent Adotbelow:5 adotbelow Ahookabove ahookabove Acircumflexacute acircumflexacute Acircumflexgrave
acircumflexgrave Acircumflexhookabove acircumflexhookabove Acircumflextilde acircumflextilde Acircumflexdotbelow
acircumflexdotbelow Abreveacute abreveacute Abrevegrave abrevegrave Abrevehookabove abrevehookabove Abrevetilde
abrevetilde Abrevedotbelow abrevedotbelow Edotbelow edotbelow Ehookabove ehookabove Etilde etilde
Ecircumflexacute ecircumflexacute Ecircumflexgrave ecircumflexgrave Ecircumflexhookabove ecircumflexhookabove
Ecircumflextilde ecircumflextilde Ecircumflexdotbelow ecircumflexdotbelow Ihookabove ihookabove Idotbelow
idotbelow Odotbelow odotbelow Ohookabove ohookabove Ocircumflexacute ocircumflexacute Ocircumflexgrave
ocircumflexgrave Ocircumflexhookabove ocircumflexhookabove Ocircumflextilde ocircumflextilde Ocircumflexdotbelow
ocircumflexdotbelow Ohornacute ohornacute Ohorngrave ohorngrave Ohornhookabove ohornhookabove Ohorntilde
ohorntilde Ohorndotbelow ohorndotbelow Udotbelow udotbelow Uhookabove uhookabove Uhornacute uhornacute
Uhorngrave uhorngrave Uhornhookabove uhornhookabove Uhorntilde uhorntilde Uhorndotbelow uhorndotbelow Ygrave
ygrave Ydotbelow ydotbelow Yhookabove yhookabove Ytilde ytilde enspace:109 zerowidthspace:9 afii61664
=zerowidthnonjoiner afii301 afii299 afii300 hyphentwo figuredash:2 endash emdash afii00208 =horizontalbar bardbl
=dblverticalbar dbllowline =underscoredbl quoteleft quoteright quotesinglbase quoteleftreversed =quotereversed
quotedblleft quotedblright quotedblbase dagger:2 daggerdbl bullet onedotenleader:2 twodotenleader =twodotleader
ellipsis afii61573:6 afii61574 afii61575 perthousand:2 minute:2 =prime second primereversed:2 guilsinglleft:4
guilsinglright referencemark exclamdbl overline:2 asterism:4 fraction:2 zerosuperior:2c foursuperior:4
fivesuperior sixsuperior sevensuperior eightsuperior ninesuperior plussuperior equalsuperior:2 parenleftsuperior
parenrightsuperior nsuperior zeroinferior oneinferior twoinferior threeinferior fourinferior fiveinferior
sixinferior seveninferior eightinferior nineinferior parenleftinferior:4 parenrightinferior colonmonetary:13
=colonsign cruzeiro franc afii08941 =lira peseta:3 won:2 afii57636 =newsheqelsign =sheqel =sheqelhebrew dong
Euro =euro centigrade:57 afii61248:2 =careof fahrenheit:4 planckover2pi:6 =planckover2pi1 Ifraktur:2 afii61289:2
=lsquare afii61352:3 =numero weierstrass:2 Rfraktur:4 prescription:2 telephone:3 trademark Ohm:4 =Omega
angstrom:5 estimated:3 aleph:7 onethird:1e twothirds oneeighth:7 threeeighths fiveeighths seveneighths
Oneroman:2 Tworoman Threeroman Fourroman Fiveroman Sixroman Sevenroman Eightroman Nineroman Tenroman Elevenroman
Twelveroman oneroman:5 tworoman threeroman fourroman fiveroman sixroman sevenroman eightroman nineroman tenroman
elevenroman twelveroman arrowleft:15 arrowup arrowright arrowdown arrowboth arrowupdn arrownorthwest
=arrowupleft arrownortheast =arrowupright arrowdownright =arrowsoutheast arrowdownleft =arrowsouthwest
arrowupdnbse:f =arrowupdownbase arrowhookright arrowhookleft carriagereturn:b arrowlefttophalf:7
=harpoonleftbarbup arrowleftbothalf arrowrighttophalf:3 =harpoonrightbarbup arrowrightbothalf
arrowrightoverleft:3 arrowupleftofdown arrowleftoverright arrowleftdblstroke:7 arrowrightdblstroke:2
arrowdblleft =arrowleftdbl arrowdblup arrowdblright =dblarrowright arrowdbldown arrowdblboth =dblarrowleft
pageup:a pagedown arrowdashleft arrowdashup arrowdashright arrowdashdown arrowtableft arrowtabright
arrowleftwhite arrowupwhite arrowrightwhite arrowdownwhite capslock forall:16 =universal partialdiff:2
existential =thereexists emptyset:2 Delta =increment gradient =nabla element notelement =notelementof suchthat:2
notcontains product:3 =productdisplay =producttext coproductdisplay =coproducttext summation =summationdisplay
=summationtext minus minusplus divisionslash:2 backslashBig =backslashBigg =backslashbig =backslashbigg
asteriskmath bulletoperator:2 radical =radicalBig =radicalBigg =radicalbig =radicalbigg =radicalbt =radicaltp
=radicalvertex proportional:3 infinity orthogonal =rightangle angle divides:3 =vextendsingle parallel:2
=vextenddouble notparallel logicaland =logicalanddisplay =logicalandtext logicalor =logicalordisplay
=logicalortext intersection union integral =integraldisplay =integraltext dblintegral contintegraldisplay:2
=contintegraltext =contourintegral therefore:6 because ratio proportion similar:5 =tildeoperator reversedtilde
asymptoticallyequal:6 approximatelyequal:2 =congruent approxequal:3 allequal:4 approaches:4 geometricallyequal
approxequalorimage imageorapproximatelyequal notequal:d equivalence notidentical lessequal:2 greaterequal
lessoverequal greateroverequal muchless:3 muchgreater notless:3 notgreater notlessnorequal notgreaternorequal
lessorequivalent greaterorequivalent lessorgreater:3 greaterorless notgreaternorless:2 precedes succeeds
notprecedes:5 notsucceeds propersubset =subset propersuperset =superset notsubset notsuperset reflexsubset
=subsetorequal reflexsuperset =supersetorequal subsetnotequal:3 supersetnotequal unionmultidisplay:3
=unionmultitext unionsqdisplay:6 =unionsqtext circleplus =circleplusdisplay =circleplustext =pluscircle
minuscircle circlemultiply =circlemultiplydisplay =circlemultiplytext =timescircle circledotdisplay:2
=circledottext =circleot tackleft:a tackdown perpendicular righttriangle:1a intersectiondisplay:3
=intersectiontext uniondisplay =uniontext dotmath:2 curlyor:9 curlyand lessequalorgreater:b greaterequalorless
ellipsisvertical:13 house:14 control projective:2 ceilingleftBig:3 =ceilingleftBigg =ceilingleftbig
=ceilingleftbigg ceilingrightBig =ceilingrightBigg =ceilingrightbig =ceilingrightbigg floorleftBig
=floorleftBigg =floorleftbig =floorleftbigg floorrightBig =floorrightBigg =floorrightbig =floorrightbigg
logicalnotreversed:5 =revlogicalnot arc:2 propellor:6 integraltop:8 =integraltp integralbottom =integralbt
option:4 deleteright clear angbracketleftBig:2 =angbracketleftBigg =angbracketleftbig =angbracketleftbigg
=angleleft angbracketrightBig =angbracketrightBigg =angbracketrightbig =angbracketrightbigg =angleright
deleteleft blank:f8 onecircle:3d twocircle threecircle fourcircle fivecircle sixcircle sevencircle eightcircle
ninecircle tencircle elevencircle twelvecircle thirteencircle fourteencircle fifteencircle sixteencircle
seventeencircle eighteencircle nineteencircle twentycircle oneparen twoparen threeparen fourparen fiveparen
sixparen sevenparen eightparen nineparen tenparen elevenparen twelveparen thirteenparen fourteenparen
fifteenparen sixteenparen seventeenparen eighteenparen nineteenparen twentyparen oneperiod twoperiod threeperiod
fourperiod fiveperiod sixperiod sevenperiod eightperiod nineperiod tenperiod elevenperiod twelveperiod
thirteenperiod fourteenperiod fifteenperiod sixteenperiod seventeenperiod eighteenperiod nineteenperiod
twentyperiod aparen bparen cparen dparen eparen fparen gparen hparen iparen jparen kparen lparen mparen nparen
oparen pparen qparen rparen sparen tparen uparen vparen wparen xparen yparen zparen Acircle Bcircle Ccircle
Dcircle Ecircle Fcircle Gcircle Hcircle Icircle Jcircle Kcircle Lcircle Mcircle Ncircle Ocircle Pcircle Qcircle
Rcircle Scircle Tcircle Ucircle Vcircle Wcircle Xcircle Ycircle Zcircle acircle bcircle ccircle dcircle ecircle
fcircle gcircle hcircle icircle jcircle kcircle lcircle mcircle ncircle ocircle pcircle qcircle rcircle scircle
tcircle ucircle vcircle wcircle xcircle ycircle zcircle SF100000:17 SF110000:2 SF010000:a SF030000:4 SF020000:4
SF040000:4 SF080000:4 SF090000:8 SF060000:8 SF070000:8 SF050000:8 SF430000:14 SF240000 SF510000 SF520000
SF390000 SF220000 SF210000 SF250000 SF500000 SF490000 SF380000 SF280000 SF270000 SF260000 SF360000 SF370000
SF420000 SF190000 SF200000 SF230000 SF470000 SF480000 SF410000 SF450000 SF460000 SF400000 SF540000 SF530000
SF440000 upblock:14 dnblock:4 block:4 lfblock:4 rtblock:4 ltshade =shadelight shade =shademedium dkshade
=shadedark blacksquare:d =filledbox H22073 =whitesquare squarewhitewithsmallblack:2 squarehorizontalfill
squareverticalfill squareorthogonalcrosshatchfill squareupperlefttolowerrightfill
squareupperrighttolowerleftfill squarediagonalcrosshatchfill H18543 =blacksmallsquare H18551 =whitesmallsquare
blackrectangle =filledrect blackuppointingtriangle:6 =triagup whiteuppointingtriangle
blackuppointingsmalltriangle whiteuppointingsmalltriangle blackrightpointingtriangle whiterightpointingtriangle
whiterightpointingsmalltriangle:2 blackrightpointingpointer =triagrt blackdownpointingtriangle:2 =triagdn
whitedownpointingtriangle whitedownpointingsmalltriangle:2 blackleftpointingtriangle whiteleftpointingtriangle
whiteleftpointingsmalltriangle:2 blackleftpointingpointer =triaglf blackdiamond:2 whitediamond
whitediamondcontainingblacksmalldiamond fisheye lozenge circle =whitecircle dottedcircle bullseye:2 H18533
=blackcircle circlewithlefthalfblack circlewithrighthalfblack bulletinverse:7 =invbullet invcircle
=whitecircleinverse blacklowerrighttriangle:9 blacklowerlefttriangle blackupperlefttriangle
blackupperrighttriangle openbullet =whitebullet largecircle:9 blackstar:16 whitestar telephoneblack:8
whitetelephone pointingindexleftwhite:d pointingindexupwhite pointingindexrightwhite pointingindexdownwhite
yinyang:10 smileface:b =whitesmilingface blacksmilingface =invsmileface compass =sun female:4 =venus earth male
=mars spade:1e =spadesuitblack heartsuitwhite diamondsuitwhite club =clubsuitblack spadesuitwhite heart
=heartsuitblack diamond clubsuitwhite hotsprings quarternote musicalnote eighthnotebeamed =musicalnotedbl
beamedsixteenthnotes musicflatsign musicsharpsign:2 checkmark:a4 onecircleinversesansserif:77
twocircleinversesansserif threecircleinversesansserif fourcircleinversesansserif fivecircleinversesansserif
sixcircleinversesansserif sevencircleinversesansserif eightcircleinversesansserif ninecircleinversesansserif
arrowrightheavy:c dotlessj:cf20 LL ll commaaccent:3 afii10063 afii10064 afii10192 afii10831 afii10832 Acute
Caron Dieresis DieresisAcute DieresisGrave Grave Hungarumlaut Macron cyrBreve cyrFlex dblGrave cyrbreve cyrflex
dblgrave dieresisacute dieresisgrave copyrightserif registerserif trademarkserif onefitted rupiah
threequartersemdash centinferior centsuperior commainferior commasuperior dollarinferior dollarsuperior
hypheninferior hyphensuperior periodinferior periodsuperior asuperior bsuperior dsuperior esuperior isuperior
lsuperior msuperior osuperior rsuperior ssuperior tsuperior Brevesmall Caronsmall Circumflexsmall Dotaccentsmall
Hungarumlautsmall Lslashsmall OEsmall Ogoneksmall Ringsmall Scaronsmall Tildesmall Zcaronsmall exclamsmall:22
dollaroldstyle:3 ampersandsmall:2 zerooldstyle:a oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle
sixoldstyle sevenoldstyle eightoldstyle nineoldstyle questionsmall:6 Gravesmall:21 Asmall Bsmall Csmall Dsmall
Esmall Fsmall Gsmall Hsmall Ismall Jsmall Ksmall Lsmall Msmall Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall
Usmall Vsmall Wsmall Xsmall Ysmall Zsmall exclamdownsmall:27 centoldstyle Dieresissmall:6 Macronsmall:7
Acutesmall:5 Cedillasmall:4 questiondownsmall:7 Agravesmall:21 Aacutesmall Acircumflexsmall Atildesmall
Adieresissmall Aringsmall AEsmall Ccedillasmall Egravesmall Eacutesmall Ecircumflexsmall Edieresissmall
Igravesmall Iacutesmall Icircumflexsmall Idieresissmall Ethsmall Ntildesmall Ogravesmall Oacutesmall
Ocircumflexsmall Otildesmall Odieresissmall Oslashsmall:2 Ugravesmall Uacutesmall Ucircumflexsmall
Udieresissmall Yacutesmall Thornsmall Ydieresissmall maihanakatleftthai:85 saraileftthai saraiileftthai
saraueleftthai saraueeleftthai maitaikhuleftthai maiekupperleftthai maieklowrightthai maieklowleftthai
maithoupperleftthai maitholowrightthai maitholowleftthai maitriupperleftthai maitrilowrightthai
maitrilowleftthai maichattawaupperleftthai maichattawalowrightthai maichattawalowleftthai
thanthakhatupperleftthai thanthakhatlowrightthai thanthakhatlowleftthai nikhahitleftthai radicalex:4c
arrowvertex arrowhorizex registersans copyrightsans trademarksans parenlefttp parenleftex parenleftbt
bracketlefttp bracketleftex bracketleftbt bracelefttp braceleftmid braceleftbt braceex integralex parenrighttp
parenrightex parenrightbt bracketrighttp bracketrightex bracketrightbt bracerighttp bracerightmid bracerightbt
apple f_f:201 =ff f_i =fi f_l =fl f_f_i =ffi f_f_l =ffl
`;

let unicodeByName: ReadonlyMap<string, number> | null = null;

/** Looks up the list in a map, built on first use: most documents do not need it. */
function unicodeOf(name: string): number | undefined {
  unicodeByName ??= readNames();
  return unicodeByName.get(name);
}

/** Characters that share a glyph in most fonts; readers may look up a name as either. */
const GLYPH_ALIASES: ReadonlyMap<number, number> = new Map(
  [
    [0x20, 0xa0],
    [0x2d, 0xad],
    [0xaf, 0x2c9],
    [0xb5, 0x3bc],
    [0xb7, 0x2219],
    [0x2126, 0x3a9],
    [0x2206, 0x394],
    [0x2215, 0x2044],
    [0x162, 0x21a],
    [0x163, 0x21b],
    [0x15e, 0x218],
    [0x15f, 0x219],
  ].flatMap(([one = 0, other = 0]): [number, number][] => [
    [one, other],
    [other, one],
  ]),
);

/** Returns every character that readers may look up for this glyph name; empty if unknown. */
export function charactersOfName(name: string): readonly number[] {
  // "uni" and four hexadecimal digits, "u" and four to six; a suffix names a variant of the glyph.
  const base = name.replace(/\..*$/, '') || name;
  const spelled = /^(?:uni|u)([0-9A-Fa-f]{4,6})$/.exec(base)?.[1];
  const found = [unicodeOf(name), unicodeOf(base)];
  if (spelled !== undefined) found.push(Number.parseInt(spelled, 16));
  const characters = found.filter((character) => character !== undefined);
  return [
    ...new Set(characters.flatMap((character) => [character, GLYPH_ALIASES.get(character) ?? character])),
  ];
}

function readNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  let codePoint = -1;
  for (const [, isSame, name = '', distance = '1'] of NAMES.matchAll(/(=?)([^\s:]+)(?::(\w+))?/g)) {
    if (isSame === '') codePoint += Number.parseInt(distance, 16);
    names.set(name, codePoint);
  }
  return names;
}

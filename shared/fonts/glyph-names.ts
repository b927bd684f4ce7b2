/**
 * Glyph names with their characters: the Adobe Glyph List without scripts whose fonts are not embedded with
 * named encodings (Hebrew, Arabic, Indic, Thai, CJK).
 *
 * Data: Adobe Glyph List 2.0, Copyright 2002-2019 Adobe (http://www.adobe.com/), BSD-3-Clause.
 */

/** Pairs of a name and a hexadecimal code point. */
const NAMES = `
.notdef 0 controlNULL 0 controlSTX 1 controlSOT 2 controlETX 3 controlEOT 4 controlENQ 5 controlACK 6
controlBEL 7 controlBS 8 controlHT 9 controlLF a controlVT b controlFF c controlCR d controlSO e controlSI f
controlDLE 10 controlDC1 11 controlDC2 12 controlDC3 13 controlDC4 14 controlNAK 15 controlSYN 16
controlETB 17 controlCAN 18 controlEM 19 controlSUB 1a controlESC 1b controlFS 1c controlGS 1d controlRS 1e
controlUS 1f space 20 spacehackarabic 20 exclam 21 quotedbl 22 numbersign 23 dollar 24 percent 25
ampersand 26 quotesingle 27 parenleft 28 parenleftBig 28 parenleftBigg 28 parenleftbig 28 parenleftbigg 28
parenright 29 parenrightBig 29 parenrightBigg 29 parenrightbig 29 parenrightbigg 29 asterisk 2a plus 2b
comma 2c hyphen 2d period 2e slash 2f slashBig 2f slashBigg 2f slashbig 2f slashbigg 2f zero 30 one 31
two 32 three 33 four 34 five 35 six 36 seven 37 eight 38 nine 39 colon 3a semicolon 3b less 3c equal 3d
greater 3e question 3f at 40 A 41 B 42 C 43 D 44 E 45 F 46 G 47 H 48 I 49 J 4a K 4b L 4c M 4d N 4e O 4f P 50
Q 51 R 52 S 53 T 54 U 55 V 56 W 57 X 58 Y 59 Z 5a bracketleft 5b bracketleftBig 5b bracketleftBigg 5b
bracketleftbig 5b bracketleftbigg 5b backslash 5c bracketright 5d bracketrightBig 5d bracketrightBigg 5d
bracketrightbig 5d bracketrightbigg 5d asciicircum 5e underscore 5f grave 60 a 61 b 62 c 63 d 64 e 65 f 66
g 67 h 68 i 69 j 6a k 6b l 6c m 6d n 6e o 6f p 70 q 71 r 72 s 73 t 74 u 75 v 76 w 77 x 78 y 79 z 7a
braceleft 7b braceleftBig 7b braceleftBigg 7b braceleftbig 7b braceleftbigg 7b bar 7c verticalbar 7c
braceright 7d bracerightBig 7d bracerightBigg 7d bracerightbig 7d bracerightbigg 7d asciitilde 7e
controlDEL 7f nbspace a0 nonbreakingspace a0 exclamdown a1 cent a2 sterling a3 currency a4 yen a5
brokenbar a6 section a7 dieresis a8 circlecopyrt a9 copyright a9 ordfeminine aa guillemotleft ab
logicalnot ac sfthyphen ad softhyphen ad registered ae macron af overscore af degree b0 plusminus b1
twosuperior b2 threesuperior b3 acute b4 mu b5 mu1 b5 paragraph b6 middot b7 periodcentered b7 cedilla b8
onesuperior b9 ordmasculine ba guillemotright bb onequarter bc onehalf bd threequarters be questiondown bf
Agrave c0 Aacute c1 Acircumflex c2 Atilde c3 Adieresis c4 Aring c5 AE c6 Ccedilla c7 Egrave c8 Eacute c9
Ecircumflex ca Edieresis cb Igrave cc Iacute cd Icircumflex ce Idieresis cf Eth d0 Ntilde d1 Ograve d2
Oacute d3 Ocircumflex d4 Otilde d5 Odieresis d6 multiply d7 Oslash d8 Ugrave d9 Uacute da Ucircumflex db
Udieresis dc Yacute dd Thorn de germandbls df agrave e0 aacute e1 acircumflex e2 atilde e3 adieresis e4
aring e5 ae e6 ccedilla e7 egrave e8 eacute e9 ecircumflex ea edieresis eb igrave ec iacute ed
icircumflex ee idieresis ef eth f0 ntilde f1 ograve f2 oacute f3 ocircumflex f4 otilde f5 odieresis f6
divide f7 oslash f8 ugrave f9 uacute fa ucircumflex fb udieresis fc yacute fd thorn fe ydieresis ff
Amacron 100 amacron 101 Abreve 102 abreve 103 Aogonek 104 aogonek 105 Cacute 106 cacute 107 Ccircumflex 108
ccircumflex 109 Cdot 10a Cdotaccent 10a cdot 10b cdotaccent 10b Ccaron 10c ccaron 10d Dcaron 10e dcaron 10f
Dcroat 110 Dslash 110 dcroat 111 dmacron 111 Emacron 112 emacron 113 Ebreve 114 ebreve 115 Edot 116
Edotaccent 116 edot 117 edotaccent 117 Eogonek 118 eogonek 119 Ecaron 11a ecaron 11b Gcircumflex 11c
gcircumflex 11d Gbreve 11e gbreve 11f Gdot 120 Gdotaccent 120 gdot 121 gdotaccent 121 Gcedilla 122
Gcommaaccent 122 gcedilla 123 gcommaaccent 123 Hcircumflex 124 hcircumflex 125 Hbar 126 hbar 127 Itilde 128
itilde 129 Imacron 12a imacron 12b Ibreve 12c ibreve 12d Iogonek 12e iogonek 12f Idot 130 Idotaccent 130
dotlessi 131 IJ 132 ij 133 Jcircumflex 134 jcircumflex 135 Kcedilla 136 Kcommaaccent 136 kcedilla 137
kcommaaccent 137 kgreenlandic 138 Lacute 139 lacute 13a Lcedilla 13b Lcommaaccent 13b lcedilla 13c
lcommaaccent 13c Lcaron 13d lcaron 13e Ldot 13f Ldotaccent 13f ldot 140 ldotaccent 140 Lslash 141 lslash 142
Nacute 143 nacute 144 Ncedilla 145 Ncommaaccent 145 ncedilla 146 ncommaaccent 146 Ncaron 147 ncaron 148
napostrophe 149 quoterightn 149 Eng 14a eng 14b Omacron 14c omacron 14d Obreve 14e obreve 14f Odblacute 150
Ohungarumlaut 150 odblacute 151 ohungarumlaut 151 OE 152 oe 153 Racute 154 racute 155 Rcedilla 156
Rcommaaccent 156 rcedilla 157 rcommaaccent 157 Rcaron 158 rcaron 159 Sacute 15a sacute 15b Scircumflex 15c
scircumflex 15d Scedilla 15e scedilla 15f Scaron 160 scaron 161 Tcedilla 162 Tcommaaccent 162 tcedilla 163
tcommaaccent 163 Tcaron 164 tcaron 165 Tbar 166 tbar 167 Utilde 168 utilde 169 Umacron 16a umacron 16b
Ubreve 16c ubreve 16d Uring 16e uring 16f Udblacute 170 Uhungarumlaut 170 udblacute 171 uhungarumlaut 171
Uogonek 172 uogonek 173 Wcircumflex 174 wcircumflex 175 Ycircumflex 176 ycircumflex 177 Ydieresis 178
Zacute 179 zacute 17a Zdot 17b Zdotaccent 17b zdot 17c zdotaccent 17c Zcaron 17d zcaron 17e longs 17f
slong 17f bstroke 180 Bhook 181 Btopbar 182 btopbar 183 Tonesix 184 tonesix 185 Oopen 186 Chook 187
chook 188 Dafrican 189 Dhook 18a Dtopbar 18b dtopbar 18c deltaturned 18d Ereversed 18e Schwa 18f Eopen 190
Fhook 191 florin 192 Ghook 193 Gammaafrican 194 hv 195 Iotaafrican 196 Istroke 197 Khook 198 khook 199
lbar 19a lambdastroke 19b Mturned 19c Nhookleft 19d nlegrightlong 19e Ocenteredtilde 19f Ohorn 1a0 ohorn 1a1
Oi 1a2 oi 1a3 Phook 1a4 phook 1a5 yr 1a6 Tonetwo 1a7 tonetwo 1a8 Esh 1a9 eshreversedloop 1aa
tpalatalhook 1ab Thook 1ac thook 1ad Tretroflexhook 1ae Uhorn 1af uhorn 1b0 Upsilonafrican 1b1 Vhook 1b2
Yhook 1b3 yhook 1b4 Zstroke 1b5 zstroke 1b6 Ezh 1b7 Ezhreversed 1b8 ezhreversed 1b9 ezhtail 1ba
twostroke 1bb Tonefive 1bc tonefive 1bd glottalinvertedstroke 1be wynn 1bf clickdental 1c0 clicklateral 1c1
clickalveolar 1c2 clickretroflex 1c3 DZcaron 1c4 Dzcaron 1c5 dzcaron 1c6 LJ 1c7 Lj 1c8 lj 1c9 NJ 1ca Nj 1cb
nj 1cc Acaron 1cd acaron 1ce Icaron 1cf icaron 1d0 Ocaron 1d1 ocaron 1d2 Ucaron 1d3 ucaron 1d4
Udieresismacron 1d5 udieresismacron 1d6 Udieresisacute 1d7 udieresisacute 1d8 Udieresiscaron 1d9
udieresiscaron 1da Udieresisgrave 1db udieresisgrave 1dc eturned 1dd Adieresismacron 1de adieresismacron 1df
Adotmacron 1e0 adotmacron 1e1 AEmacron 1e2 aemacron 1e3 Gstroke 1e4 gstroke 1e5 Gcaron 1e6 gcaron 1e7
Kcaron 1e8 kcaron 1e9 Oogonek 1ea oogonek 1eb Oogonekmacron 1ec oogonekmacron 1ed Ezhcaron 1ee ezhcaron 1ef
jcaron 1f0 DZ 1f1 Dz 1f2 dz 1f3 Gacute 1f4 gacute 1f5 Aringacute 1fa aringacute 1fb AEacute 1fc aeacute 1fd
Oslashacute 1fe Ostrokeacute 1fe oslashacute 1ff ostrokeacute 1ff Adblgrave 200 adblgrave 201
Ainvertedbreve 202 ainvertedbreve 203 Edblgrave 204 edblgrave 205 Einvertedbreve 206 einvertedbreve 207
Idblgrave 208 idblgrave 209 Iinvertedbreve 20a iinvertedbreve 20b Odblgrave 20c odblgrave 20d
Oinvertedbreve 20e oinvertedbreve 20f Rdblgrave 210 rdblgrave 211 Rinvertedbreve 212 rinvertedbreve 213
Udblgrave 214 udblgrave 215 Uinvertedbreve 216 uinvertedbreve 217 Scommaaccent 218 scommaaccent 219
aturned 250 ascript 251 ascriptturned 252 bhook 253 oopen 254 ccurl 255 dtail 256 dhook 257 ereversed 258
schwa 259 schwahook 25a eopen 25b eopenreversed 25c eopenreversedhook 25d eopenreversedclosed 25e
jdotlessstroke 25f ghook 260 gscript 261 gammalatinsmall 263 ramshorn 264 hturned 265 hhook 266 henghook 267
istroke 268 iotalatin 269 lmiddletilde 26b lbelt 26c lhookretroflex 26d lezh 26e mturned 26f
mlonglegturned 270 mhook 271 nhookleft 272 nhookretroflex 273 obarred 275 omegalatinclosed 277 philatin 278
rturned 279 rlonglegturned 27a rhookturned 27b rlongleg 27c rhook 27d rfishhook 27e rfishhookreversed 27f
Rsmallinverted 281 shook 282 esh 283 dotlessjstrokehook 284 eshsquatreversed 285 eshcurl 286 tturned 287
tretroflexhook 288 ubar 289 upsilonlatin 28a vhook 28b vturned 28c wturned 28d yturned 28e
zretroflexhook 290 zcurl 291 ezh 292 ezhcurl 293 glottalstop 294 glottalstopreversed 295
glottalstopinverted 296 cstretched 297 bilabialclick 298 eopenclosed 29a Gsmallhook 29b jcrossedtail 29d
kturned 29e qhook 2a0 glottalstopstroke 2a1 glottalstopstrokereversed 2a2 dzaltone 2a3 dezh 2a4 dzcurl 2a5
ts 2a6 tesh 2a7 tccurl 2a8 hsuperior 2b0 hhooksuperior 2b1 jsuperior 2b2 rturnedsuperior 2b4
rhookturnedsuperior 2b5 Rsmallinvertedsuperior 2b6 wsuperior 2b7 ysuperior 2b8 primemod 2b9 dblprimemod 2ba
commaturnedmod 2bb afii57929 2bc apostrophemod 2bc afii64937 2bd commareversedmod 2bd ringhalfright 2be
ringhalfleft 2bf glottalstopmod 2c0 glottalstopreversedmod 2c1 arrowheadleftmod 2c2 arrowheadrightmod 2c3
arrowheadupmod 2c4 arrowheaddownmod 2c5 circumflex 2c6 caron 2c7 verticallinemod 2c8 firsttonechinese 2c9
secondtonechinese 2ca fourthtonechinese 2cb verticallinelowmod 2cc macronlowmod 2cd gravelowmod 2ce
acutelowmod 2cf colontriangularmod 2d0 colontriangularhalfmod 2d1 ringhalfrightcentered 2d2
ringhalfleftcentered 2d3 uptackmod 2d4 downtackmod 2d5 plusmod 2d6 minusmod 2d7 breve 2d8 dotaccent 2d9
ring 2da ogonek 2db ilde 2dc tilde 2dc tildewide 2dc tildewider 2dc tildewidest 2dc hungarumlaut 2dd
rhotichookmod 2de gammasuperior 2e0 xsuperior 2e3 glottalstopreversedsuperior 2e4 tonebarextrahighmod 2e5
tonebarhighmod 2e6 tonebarmidmod 2e7 tonebarlowmod 2e8 tonebarextralowmod 2e9 gravecmb 300 gravecomb 300
acutecmb 301 acutecomb 301 circumflexcmb 302 hatwide 302 hatwider 302 hatwidest 302 tildecmb 303
tildecomb 303 macroncmb 304 overlinecmb 305 brevecmb 306 dotaccentcmb 307 dieresiscmb 308 hookabovecomb 309
hookcmb 309 ringcmb 30a hungarumlautcmb 30b caroncmb 30c verticallineabovecmb 30d
dblverticallineabovecmb 30e dblgravecmb 30f candrabinducmb 310 breveinvertedcmb 311 commaturnedabovecmb 312
commaabovecmb 313 commareversedabovecmb 314 commaaboverightcmb 315 gravebelowcmb 316 acutebelowcmb 317
lefttackbelowcmb 318 righttackbelowcmb 319 leftangleabovecmb 31a horncmb 31b ringhalfleftbelowcmb 31c
uptackbelowcmb 31d downtackbelowcmb 31e plusbelowcmb 31f minusbelowcmb 320 hookpalatalizedbelowcmb 321
hookretroflexbelowcmb 322 dotbelowcmb 323 dotbelowcomb 323 dieresisbelowcmb 324 ringbelowcmb 325
cedillacmb 327 ogonekcmb 328 verticallinebelowcmb 329 bridgebelowcmb 32a dblarchinvertedbelowcmb 32b
caronbelowcmb 32c circumflexbelowcmb 32d brevebelowcmb 32e breveinvertedbelowcmb 32f tildebelowcmb 330
macronbelowcmb 331 lowlinecmb 332 dbllowlinecmb 333 tildeoverlaycmb 334 strokeshortoverlaycmb 335
strokelongoverlaycmb 336 solidusshortoverlaycmb 337 soliduslongoverlaycmb 338 ringhalfrightbelowcmb 339
bridgeinvertedbelowcmb 33a squarebelowcmb 33b seagullbelowcmb 33c xabovecmb 33d tildeverticalcmb 33e
dbloverlinecmb 33f gravetonecmb 340 acutetonecmb 341 perispomenigreekcmb 342 koroniscmb 343
dialytikatonoscmb 344 ypogegrammenigreekcmb 345 tildedoublecmb 360 breveinverteddoublecmb 361
numeralsigngreek 374 numeralsignlowergreek 375 ypogegrammeni 37a questiongreek 37e tonos 384
dialytikatonos 385 dieresistonos 385 Alphatonos 386 anoteleia 387 Epsilontonos 388 Etatonos 389
Iotatonos 38a Omicrontonos 38c Upsilontonos 38e Omegatonos 38f iotadieresistonos 390 Alpha 391 Beta 392
Gamma 393 Deltagreek 394 Epsilon 395 Zeta 396 Eta 397 Theta 398 Iota 399 Kappa 39a Lambda 39b Mu 39c Nu 39d
Xi 39e Omicron 39f Pi 3a0 Rho 3a1 Sigma 3a3 Tau 3a4 Upsilon 3a5 Phi 3a6 Chi 3a7 Psi 3a8 Omegagreek 3a9
Iotadieresis 3aa Upsilondieresis 3ab alphatonos 3ac epsilontonos 3ad etatonos 3ae iotatonos 3af
upsilondieresistonos 3b0 alpha 3b1 beta 3b2 gamma 3b3 delta 3b4 epsilon 3b5 zeta 3b6 eta 3b7 theta 3b8
iota 3b9 kappa 3ba lambda 3bb mugreek 3bc nu 3bd xi 3be omicron 3bf pi 3c0 rho 3c1 sigma1 3c2 sigmafinal 3c2
sigma 3c3 tau 3c4 upsilon 3c5 phi 3c6 chi 3c7 psi 3c8 omega 3c9 iotadieresis 3ca upsilondieresis 3cb
omicrontonos 3cc upsilontonos 3cd omegatonos 3ce betasymbolgreek 3d0 theta1 3d1 thetasymbolgreek 3d1
Upsilon1 3d2 Upsilonhooksymbol 3d2 Upsilonacutehooksymbolgreek 3d3 Upsilondieresishooksymbolgreek 3d4
phi1 3d5 phisymbolgreek 3d5 omega1 3d6 pisymbolgreek 3d6 Stigmagreek 3da Digammagreek 3dc Koppagreek 3de
Sampigreek 3e0 Sheicoptic 3e2 sheicoptic 3e3 Feicoptic 3e4 feicoptic 3e5 Kheicoptic 3e6 kheicoptic 3e7
Horicoptic 3e8 horicoptic 3e9 Gangiacoptic 3ea gangiacoptic 3eb Shimacoptic 3ec shimacoptic 3ed
Deicoptic 3ee deicoptic 3ef kappasymbolgreek 3f0 rhosymbolgreek 3f1 sigmalunatesymbolgreek 3f2 yotgreek 3f3
Iocyrillic 401 afii10023 401 Djecyrillic 402 afii10051 402 Gjecyrillic 403 afii10052 403 Ecyrillic 404
afii10053 404 Dzecyrillic 405 afii10054 405 Icyrillic 406 afii10055 406 Yicyrillic 407 afii10056 407
Jecyrillic 408 afii10057 408 Ljecyrillic 409 afii10058 409 Njecyrillic 40a afii10059 40a Tshecyrillic 40b
afii10060 40b Kjecyrillic 40c afii10061 40c Ushortcyrillic 40e afii10062 40e Dzhecyrillic 40f afii10145 40f
Acyrillic 410 afii10017 410 Becyrillic 411 afii10018 411 Vecyrillic 412 afii10019 412 Gecyrillic 413
afii10020 413 Decyrillic 414 afii10021 414 Iecyrillic 415 afii10022 415 Zhecyrillic 416 afii10024 416
Zecyrillic 417 afii10025 417 Iicyrillic 418 afii10026 418 Iishortcyrillic 419 afii10027 419 Kacyrillic 41a
afii10028 41a Elcyrillic 41b afii10029 41b Emcyrillic 41c afii10030 41c Encyrillic 41d afii10031 41d
Ocyrillic 41e afii10032 41e Pecyrillic 41f afii10033 41f Ercyrillic 420 afii10034 420 Escyrillic 421
afii10035 421 Tecyrillic 422 afii10036 422 Ucyrillic 423 afii10037 423 Efcyrillic 424 afii10038 424
Khacyrillic 425 afii10039 425 Tsecyrillic 426 afii10040 426 Checyrillic 427 afii10041 427 Shacyrillic 428
afii10042 428 Shchacyrillic 429 afii10043 429 Hardsigncyrillic 42a afii10044 42a Yericyrillic 42b
afii10045 42b Softsigncyrillic 42c afii10046 42c Ereversedcyrillic 42d afii10047 42d IUcyrillic 42e
afii10048 42e IAcyrillic 42f afii10049 42f acyrillic 430 afii10065 430 afii10066 431 becyrillic 431
afii10067 432 vecyrillic 432 afii10068 433 gecyrillic 433 afii10069 434 decyrillic 434 afii10070 435
iecyrillic 435 afii10072 436 zhecyrillic 436 afii10073 437 zecyrillic 437 afii10074 438 iicyrillic 438
afii10075 439 iishortcyrillic 439 afii10076 43a kacyrillic 43a afii10077 43b elcyrillic 43b afii10078 43c
emcyrillic 43c afii10079 43d encyrillic 43d afii10080 43e ocyrillic 43e afii10081 43f pecyrillic 43f
afii10082 440 ercyrillic 440 afii10083 441 escyrillic 441 afii10084 442 tecyrillic 442 afii10085 443
ucyrillic 443 afii10086 444 efcyrillic 444 afii10087 445 khacyrillic 445 afii10088 446 tsecyrillic 446
afii10089 447 checyrillic 447 afii10090 448 shacyrillic 448 afii10091 449 shchacyrillic 449 afii10092 44a
hardsigncyrillic 44a afii10093 44b yericyrillic 44b afii10094 44c softsigncyrillic 44c afii10095 44d
ereversedcyrillic 44d afii10096 44e iucyrillic 44e afii10097 44f iacyrillic 44f afii10071 451 iocyrillic 451
afii10099 452 djecyrillic 452 afii10100 453 gjecyrillic 453 afii10101 454 ecyrillic 454 afii10102 455
dzecyrillic 455 afii10103 456 icyrillic 456 afii10104 457 yicyrillic 457 afii10105 458 jecyrillic 458
afii10106 459 ljecyrillic 459 afii10107 45a njecyrillic 45a afii10108 45b tshecyrillic 45b afii10109 45c
kjecyrillic 45c afii10110 45e ushortcyrillic 45e afii10193 45f dzhecyrillic 45f Omegacyrillic 460
omegacyrillic 461 Yatcyrillic 462 afii10146 462 afii10194 463 yatcyrillic 463 Eiotifiedcyrillic 464
eiotifiedcyrillic 465 Yuslittlecyrillic 466 yuslittlecyrillic 467 Yuslittleiotifiedcyrillic 468
yuslittleiotifiedcyrillic 469 Yusbigcyrillic 46a yusbigcyrillic 46b Yusbigiotifiedcyrillic 46c
yusbigiotifiedcyrillic 46d Ksicyrillic 46e ksicyrillic 46f Psicyrillic 470 psicyrillic 471 Fitacyrillic 472
afii10147 472 afii10195 473 fitacyrillic 473 Izhitsacyrillic 474 afii10148 474 afii10196 475
izhitsacyrillic 475 Izhitsadblgravecyrillic 476 izhitsadblgravecyrillic 477 Ukcyrillic 478 ukcyrillic 479
Omegaroundcyrillic 47a omegaroundcyrillic 47b Omegatitlocyrillic 47c omegatitlocyrillic 47d Otcyrillic 47e
otcyrillic 47f Koppacyrillic 480 koppacyrillic 481 thousandcyrillic 482 titlocyrilliccmb 483
palatalizationcyrilliccmb 484 dasiapneumatacyrilliccmb 485 psilipneumatacyrilliccmb 486
Gheupturncyrillic 490 afii10050 490 afii10098 491 gheupturncyrillic 491 Ghestrokecyrillic 492
ghestrokecyrillic 493 Ghemiddlehookcyrillic 494 ghemiddlehookcyrillic 495 Zhedescendercyrillic 496
zhedescendercyrillic 497 Zedescendercyrillic 498 zedescendercyrillic 499 Kadescendercyrillic 49a
kadescendercyrillic 49b Kaverticalstrokecyrillic 49c kaverticalstrokecyrillic 49d Kastrokecyrillic 49e
kastrokecyrillic 49f Kabashkircyrillic 4a0 kabashkircyrillic 4a1 Endescendercyrillic 4a2
endescendercyrillic 4a3 Enghecyrillic 4a4 enghecyrillic 4a5 Pemiddlehookcyrillic 4a6
pemiddlehookcyrillic 4a7 Haabkhasiancyrillic 4a8 haabkhasiancyrillic 4a9 Esdescendercyrillic 4aa
esdescendercyrillic 4ab Tedescendercyrillic 4ac tedescendercyrillic 4ad Ustraightcyrillic 4ae
ustraightcyrillic 4af Ustraightstrokecyrillic 4b0 ustraightstrokecyrillic 4b1 Hadescendercyrillic 4b2
hadescendercyrillic 4b3 Tetsecyrillic 4b4 tetsecyrillic 4b5 Chedescendercyrillic 4b6
chedescendercyrillic 4b7 Cheverticalstrokecyrillic 4b8 cheverticalstrokecyrillic 4b9 Shhacyrillic 4ba
shhacyrillic 4bb Cheabkhasiancyrillic 4bc cheabkhasiancyrillic 4bd Chedescenderabkhasiancyrillic 4be
chedescenderabkhasiancyrillic 4bf palochkacyrillic 4c0 Zhebrevecyrillic 4c1 zhebrevecyrillic 4c2
Kahookcyrillic 4c3 kahookcyrillic 4c4 Enhookcyrillic 4c7 enhookcyrillic 4c8 Chekhakassiancyrillic 4cb
chekhakassiancyrillic 4cc Abrevecyrillic 4d0 abrevecyrillic 4d1 Adieresiscyrillic 4d2 adieresiscyrillic 4d3
Aiecyrillic 4d4 aiecyrillic 4d5 Iebrevecyrillic 4d6 iebrevecyrillic 4d7 Schwacyrillic 4d8 afii10846 4d9
schwacyrillic 4d9 Schwadieresiscyrillic 4da schwadieresiscyrillic 4db Zhedieresiscyrillic 4dc
zhedieresiscyrillic 4dd Zedieresiscyrillic 4de zedieresiscyrillic 4df Dzeabkhasiancyrillic 4e0
dzeabkhasiancyrillic 4e1 Imacroncyrillic 4e2 imacroncyrillic 4e3 Idieresiscyrillic 4e4 idieresiscyrillic 4e5
Odieresiscyrillic 4e6 odieresiscyrillic 4e7 Obarredcyrillic 4e8 obarredcyrillic 4e9
Obarreddieresiscyrillic 4ea obarreddieresiscyrillic 4eb Umacroncyrillic 4ee umacroncyrillic 4ef
Udieresiscyrillic 4f0 udieresiscyrillic 4f1 Uhungarumlautcyrillic 4f2 uhungarumlautcyrillic 4f3
Chedieresiscyrillic 4f4 chedieresiscyrillic 4f5 Yerudieresiscyrillic 4f8 yerudieresiscyrillic 4f9
Aybarmenian 531 Benarmenian 532 Gimarmenian 533 Daarmenian 534 Echarmenian 535 Zaarmenian 536 Eharmenian 537
Etarmenian 538 Toarmenian 539 Zhearmenian 53a Iniarmenian 53b Liwnarmenian 53c Xeharmenian 53d
Caarmenian 53e Kenarmenian 53f Hoarmenian 540 Jaarmenian 541 Ghadarmenian 542 Cheharmenian 543
Menarmenian 544 Yiarmenian 545 Nowarmenian 546 Shaarmenian 547 Voarmenian 548 Chaarmenian 549
Peharmenian 54a Jheharmenian 54b Raarmenian 54c Seharmenian 54d Vewarmenian 54e Tiwnarmenian 54f
Reharmenian 550 Coarmenian 551 Yiwnarmenian 552 Piwrarmenian 553 Keharmenian 554 Oharmenian 555
Feharmenian 556 ringhalfleftarmenian 559 apostrophearmenian 55a emphasismarkarmenian 55b exclamarmenian 55c
commaarmenian 55d questionarmenian 55e abbreviationmarkarmenian 55f aybarmenian 561 benarmenian 562
gimarmenian 563 daarmenian 564 echarmenian 565 zaarmenian 566 eharmenian 567 etarmenian 568 toarmenian 569
zhearmenian 56a iniarmenian 56b liwnarmenian 56c xeharmenian 56d caarmenian 56e kenarmenian 56f
hoarmenian 570 jaarmenian 571 ghadarmenian 572 cheharmenian 573 menarmenian 574 yiarmenian 575
nowarmenian 576 shaarmenian 577 voarmenian 578 chaarmenian 579 peharmenian 57a jheharmenian 57b
raarmenian 57c seharmenian 57d vewarmenian 57e tiwnarmenian 57f reharmenian 580 coarmenian 581
yiwnarmenian 582 piwrarmenian 583 keharmenian 584 oharmenian 585 feharmenian 586 echyiwnarmenian 587
periodarmenian 589 Aringbelow 1e00 aringbelow 1e01 Bdotaccent 1e02 bdotaccent 1e03 Bdotbelow 1e04
bdotbelow 1e05 Blinebelow 1e06 blinebelow 1e07 Ccedillaacute 1e08 ccedillaacute 1e09 Ddotaccent 1e0a
ddotaccent 1e0b Ddotbelow 1e0c ddotbelow 1e0d Dlinebelow 1e0e dlinebelow 1e0f Dcedilla 1e10 dcedilla 1e11
Dcircumflexbelow 1e12 dcircumflexbelow 1e13 Emacrongrave 1e14 emacrongrave 1e15 Emacronacute 1e16
emacronacute 1e17 Ecircumflexbelow 1e18 ecircumflexbelow 1e19 Etildebelow 1e1a etildebelow 1e1b
Ecedillabreve 1e1c ecedillabreve 1e1d Fdotaccent 1e1e fdotaccent 1e1f Gmacron 1e20 gmacron 1e21
Hdotaccent 1e22 hdotaccent 1e23 Hdotbelow 1e24 hdotbelow 1e25 Hdieresis 1e26 hdieresis 1e27 Hcedilla 1e28
hcedilla 1e29 Hbrevebelow 1e2a hbrevebelow 1e2b Itildebelow 1e2c itildebelow 1e2d Idieresisacute 1e2e
idieresisacute 1e2f Kacute 1e30 kacute 1e31 Kdotbelow 1e32 kdotbelow 1e33 Klinebelow 1e34 klinebelow 1e35
Ldotbelow 1e36 ldotbelow 1e37 Ldotbelowmacron 1e38 ldotbelowmacron 1e39 Llinebelow 1e3a llinebelow 1e3b
Lcircumflexbelow 1e3c lcircumflexbelow 1e3d Macute 1e3e macute 1e3f Mdotaccent 1e40 mdotaccent 1e41
Mdotbelow 1e42 mdotbelow 1e43 Ndotaccent 1e44 ndotaccent 1e45 Ndotbelow 1e46 ndotbelow 1e47 Nlinebelow 1e48
nlinebelow 1e49 Ncircumflexbelow 1e4a ncircumflexbelow 1e4b Otildeacute 1e4c otildeacute 1e4d
Otildedieresis 1e4e otildedieresis 1e4f Omacrongrave 1e50 omacrongrave 1e51 Omacronacute 1e52
omacronacute 1e53 Pacute 1e54 pacute 1e55 Pdotaccent 1e56 pdotaccent 1e57 Rdotaccent 1e58 rdotaccent 1e59
Rdotbelow 1e5a rdotbelow 1e5b Rdotbelowmacron 1e5c rdotbelowmacron 1e5d Rlinebelow 1e5e rlinebelow 1e5f
Sdotaccent 1e60 sdotaccent 1e61 Sdotbelow 1e62 sdotbelow 1e63 Sacutedotaccent 1e64 sacutedotaccent 1e65
Scarondotaccent 1e66 scarondotaccent 1e67 Sdotbelowdotaccent 1e68 sdotbelowdotaccent 1e69 Tdotaccent 1e6a
tdotaccent 1e6b Tdotbelow 1e6c tdotbelow 1e6d Tlinebelow 1e6e tlinebelow 1e6f Tcircumflexbelow 1e70
tcircumflexbelow 1e71 Udieresisbelow 1e72 udieresisbelow 1e73 Utildebelow 1e74 utildebelow 1e75
Ucircumflexbelow 1e76 ucircumflexbelow 1e77 Utildeacute 1e78 utildeacute 1e79 Umacrondieresis 1e7a
umacrondieresis 1e7b Vtilde 1e7c vtilde 1e7d Vdotbelow 1e7e vdotbelow 1e7f Wgrave 1e80 wgrave 1e81
Wacute 1e82 wacute 1e83 Wdieresis 1e84 wdieresis 1e85 Wdotaccent 1e86 wdotaccent 1e87 Wdotbelow 1e88
wdotbelow 1e89 Xdotaccent 1e8a xdotaccent 1e8b Xdieresis 1e8c xdieresis 1e8d Ydotaccent 1e8e ydotaccent 1e8f
Zcircumflex 1e90 zcircumflex 1e91 Zdotbelow 1e92 zdotbelow 1e93 Zlinebelow 1e94 zlinebelow 1e95
hlinebelow 1e96 tdieresis 1e97 wring 1e98 yring 1e99 arighthalfring 1e9a slongdotaccent 1e9b Adotbelow 1ea0
adotbelow 1ea1 Ahookabove 1ea2 ahookabove 1ea3 Acircumflexacute 1ea4 acircumflexacute 1ea5
Acircumflexgrave 1ea6 acircumflexgrave 1ea7 Acircumflexhookabove 1ea8 acircumflexhookabove 1ea9
Acircumflextilde 1eaa acircumflextilde 1eab Acircumflexdotbelow 1eac acircumflexdotbelow 1ead
Abreveacute 1eae abreveacute 1eaf Abrevegrave 1eb0 abrevegrave 1eb1 Abrevehookabove 1eb2
abrevehookabove 1eb3 Abrevetilde 1eb4 abrevetilde 1eb5 Abrevedotbelow 1eb6 abrevedotbelow 1eb7
Edotbelow 1eb8 edotbelow 1eb9 Ehookabove 1eba ehookabove 1ebb Etilde 1ebc etilde 1ebd Ecircumflexacute 1ebe
ecircumflexacute 1ebf Ecircumflexgrave 1ec0 ecircumflexgrave 1ec1 Ecircumflexhookabove 1ec2
ecircumflexhookabove 1ec3 Ecircumflextilde 1ec4 ecircumflextilde 1ec5 Ecircumflexdotbelow 1ec6
ecircumflexdotbelow 1ec7 Ihookabove 1ec8 ihookabove 1ec9 Idotbelow 1eca idotbelow 1ecb Odotbelow 1ecc
odotbelow 1ecd Ohookabove 1ece ohookabove 1ecf Ocircumflexacute 1ed0 ocircumflexacute 1ed1
Ocircumflexgrave 1ed2 ocircumflexgrave 1ed3 Ocircumflexhookabove 1ed4 ocircumflexhookabove 1ed5
Ocircumflextilde 1ed6 ocircumflextilde 1ed7 Ocircumflexdotbelow 1ed8 ocircumflexdotbelow 1ed9
Ohornacute 1eda ohornacute 1edb Ohorngrave 1edc ohorngrave 1edd Ohornhookabove 1ede ohornhookabove 1edf
Ohorntilde 1ee0 ohorntilde 1ee1 Ohorndotbelow 1ee2 ohorndotbelow 1ee3 Udotbelow 1ee4 udotbelow 1ee5
Uhookabove 1ee6 uhookabove 1ee7 Uhornacute 1ee8 uhornacute 1ee9 Uhorngrave 1eea uhorngrave 1eeb
Uhornhookabove 1eec uhornhookabove 1eed Uhorntilde 1eee uhorntilde 1eef Uhorndotbelow 1ef0
uhorndotbelow 1ef1 Ygrave 1ef2 ygrave 1ef3 Ydotbelow 1ef4 ydotbelow 1ef5 Yhookabove 1ef6 yhookabove 1ef7
Ytilde 1ef8 ytilde 1ef9 enspace 2002 zerowidthspace 200b afii61664 200c zerowidthnonjoiner 200c afii301 200d
afii299 200e afii300 200f hyphentwo 2010 figuredash 2012 endash 2013 emdash 2014 afii00208 2015
horizontalbar 2015 bardbl 2016 dblverticalbar 2016 dbllowline 2017 underscoredbl 2017 quoteleft 2018
quoteright 2019 quotesinglbase 201a quoteleftreversed 201b quotereversed 201b quotedblleft 201c
quotedblright 201d quotedblbase 201e dagger 2020 daggerdbl 2021 bullet 2022 onedotenleader 2024
twodotenleader 2025 twodotleader 2025 ellipsis 2026 afii61573 202c afii61574 202d afii61575 202e
perthousand 2030 minute 2032 prime 2032 second 2033 primereversed 2035 guilsinglleft 2039
guilsinglright 203a referencemark 203b exclamdbl 203c overline 203e asterism 2042 fraction 2044
zerosuperior 2070 foursuperior 2074 fivesuperior 2075 sixsuperior 2076 sevensuperior 2077 eightsuperior 2078
ninesuperior 2079 plussuperior 207a equalsuperior 207c parenleftsuperior 207d parenrightsuperior 207e
nsuperior 207f zeroinferior 2080 oneinferior 2081 twoinferior 2082 threeinferior 2083 fourinferior 2084
fiveinferior 2085 sixinferior 2086 seveninferior 2087 eightinferior 2088 nineinferior 2089
parenleftinferior 208d parenrightinferior 208e colonmonetary 20a1 colonsign 20a1 cruzeiro 20a2 franc 20a3
afii08941 20a4 lira 20a4 peseta 20a7 won 20a9 afii57636 20aa newsheqelsign 20aa sheqel 20aa
sheqelhebrew 20aa dong 20ab Euro 20ac euro 20ac centigrade 2103 afii61248 2105 careof 2105 fahrenheit 2109
planckover2pi 210f planckover2pi1 210f Ifraktur 2111 afii61289 2113 lsquare 2113 afii61352 2116 numero 2116
weierstrass 2118 Rfraktur 211c prescription 211e telephone 2121 trademark 2122 Ohm 2126 Omega 2126
angstrom 212b estimated 212e aleph 2135 onethird 2153 twothirds 2154 oneeighth 215b threeeighths 215c
fiveeighths 215d seveneighths 215e Oneroman 2160 Tworoman 2161 Threeroman 2162 Fourroman 2163 Fiveroman 2164
Sixroman 2165 Sevenroman 2166 Eightroman 2167 Nineroman 2168 Tenroman 2169 Elevenroman 216a Twelveroman 216b
oneroman 2170 tworoman 2171 threeroman 2172 fourroman 2173 fiveroman 2174 sixroman 2175 sevenroman 2176
eightroman 2177 nineroman 2178 tenroman 2179 elevenroman 217a twelveroman 217b arrowleft 2190 arrowup 2191
arrowright 2192 arrowdown 2193 arrowboth 2194 arrowupdn 2195 arrownorthwest 2196 arrowupleft 2196
arrownortheast 2197 arrowupright 2197 arrowdownright 2198 arrowsoutheast 2198 arrowdownleft 2199
arrowsouthwest 2199 arrowupdnbse 21a8 arrowupdownbase 21a8 arrowhookright 21a9 arrowhookleft 21aa
carriagereturn 21b5 arrowlefttophalf 21bc harpoonleftbarbup 21bc arrowleftbothalf 21bd
arrowrighttophalf 21c0 harpoonrightbarbup 21c0 arrowrightbothalf 21c1 arrowrightoverleft 21c4
arrowupleftofdown 21c5 arrowleftoverright 21c6 arrowleftdblstroke 21cd arrowrightdblstroke 21cf
arrowdblleft 21d0 arrowleftdbl 21d0 arrowdblup 21d1 arrowdblright 21d2 dblarrowright 21d2 arrowdbldown 21d3
arrowdblboth 21d4 dblarrowleft 21d4 pageup 21de pagedown 21df arrowdashleft 21e0 arrowdashup 21e1
arrowdashright 21e2 arrowdashdown 21e3 arrowtableft 21e4 arrowtabright 21e5 arrowleftwhite 21e6
arrowupwhite 21e7 arrowrightwhite 21e8 arrowdownwhite 21e9 capslock 21ea forall 2200 universal 2200
partialdiff 2202 existential 2203 thereexists 2203 emptyset 2205 Delta 2206 increment 2206 gradient 2207
nabla 2207 element 2208 notelement 2209 notelementof 2209 suchthat 220b notcontains 220c product 220f
productdisplay 220f producttext 220f coproductdisplay 2210 coproducttext 2210 summation 2211
summationdisplay 2211 summationtext 2211 minus 2212 minusplus 2213 divisionslash 2215 backslashBig 2216
backslashBigg 2216 backslashbig 2216 backslashbigg 2216 asteriskmath 2217 bulletoperator 2219 radical 221a
radicalBig 221a radicalBigg 221a radicalbig 221a radicalbigg 221a radicalbt 221a radicaltp 221a
radicalvertex 221a proportional 221d infinity 221e orthogonal 221f rightangle 221f angle 2220 divides 2223
vextendsingle 2223 parallel 2225 vextenddouble 2225 notparallel 2226 logicaland 2227 logicalanddisplay 2227
logicalandtext 2227 logicalor 2228 logicalordisplay 2228 logicalortext 2228 intersection 2229 union 222a
integral 222b integraldisplay 222b integraltext 222b dblintegral 222c contintegraldisplay 222e
contintegraltext 222e contourintegral 222e therefore 2234 because 2235 ratio 2236 proportion 2237
similar 223c tildeoperator 223c reversedtilde 223d asymptoticallyequal 2243 approximatelyequal 2245
congruent 2245 approxequal 2248 allequal 224c approaches 2250 geometricallyequal 2251
approxequalorimage 2252 imageorapproximatelyequal 2253 notequal 2260 equivalence 2261 notidentical 2262
lessequal 2264 greaterequal 2265 lessoverequal 2266 greateroverequal 2267 muchless 226a muchgreater 226b
notless 226e notgreater 226f notlessnorequal 2270 notgreaternorequal 2271 lessorequivalent 2272
greaterorequivalent 2273 lessorgreater 2276 greaterorless 2277 notgreaternorless 2279 precedes 227a
succeeds 227b notprecedes 2280 notsucceeds 2281 propersubset 2282 subset 2282 propersuperset 2283
superset 2283 notsubset 2284 notsuperset 2285 reflexsubset 2286 subsetorequal 2286 reflexsuperset 2287
supersetorequal 2287 subsetnotequal 228a supersetnotequal 228b unionmultidisplay 228e unionmultitext 228e
unionsqdisplay 2294 unionsqtext 2294 circleplus 2295 circleplusdisplay 2295 circleplustext 2295
pluscircle 2295 minuscircle 2296 circlemultiply 2297 circlemultiplydisplay 2297 circlemultiplytext 2297
timescircle 2297 circledotdisplay 2299 circledottext 2299 circleot 2299 tackleft 22a3 tackdown 22a4
perpendicular 22a5 righttriangle 22bf intersectiondisplay 22c2 intersectiontext 22c2 uniondisplay 22c3
uniontext 22c3 dotmath 22c5 curlyor 22ce curlyand 22cf lessequalorgreater 22da greaterequalorless 22db
ellipsisvertical 22ee house 2302 control 2303 projective 2305 ceilingleftBig 2308 ceilingleftBigg 2308
ceilingleftbig 2308 ceilingleftbigg 2308 ceilingrightBig 2309 ceilingrightBigg 2309 ceilingrightbig 2309
ceilingrightbigg 2309 floorleftBig 230a floorleftBigg 230a floorleftbig 230a floorleftbigg 230a
floorrightBig 230b floorrightBigg 230b floorrightbig 230b floorrightbigg 230b logicalnotreversed 2310
revlogicalnot 2310 arc 2312 propellor 2318 integraltop 2320 integraltp 2320 integralbottom 2321
integralbt 2321 option 2325 deleteright 2326 clear 2327 angbracketleftBig 2329 angbracketleftBigg 2329
angbracketleftbig 2329 angbracketleftbigg 2329 angleleft 2329 angbracketrightBig 232a
angbracketrightBigg 232a angbracketrightbig 232a angbracketrightbigg 232a angleright 232a deleteleft 232b
blank 2423 onecircle 2460 twocircle 2461 threecircle 2462 fourcircle 2463 fivecircle 2464 sixcircle 2465
sevencircle 2466 eightcircle 2467 ninecircle 2468 tencircle 2469 elevencircle 246a twelvecircle 246b
thirteencircle 246c fourteencircle 246d fifteencircle 246e sixteencircle 246f seventeencircle 2470
eighteencircle 2471 nineteencircle 2472 twentycircle 2473 oneparen 2474 twoparen 2475 threeparen 2476
fourparen 2477 fiveparen 2478 sixparen 2479 sevenparen 247a eightparen 247b nineparen 247c tenparen 247d
elevenparen 247e twelveparen 247f thirteenparen 2480 fourteenparen 2481 fifteenparen 2482 sixteenparen 2483
seventeenparen 2484 eighteenparen 2485 nineteenparen 2486 twentyparen 2487 oneperiod 2488 twoperiod 2489
threeperiod 248a fourperiod 248b fiveperiod 248c sixperiod 248d sevenperiod 248e eightperiod 248f
nineperiod 2490 tenperiod 2491 elevenperiod 2492 twelveperiod 2493 thirteenperiod 2494 fourteenperiod 2495
fifteenperiod 2496 sixteenperiod 2497 seventeenperiod 2498 eighteenperiod 2499 nineteenperiod 249a
twentyperiod 249b aparen 249c bparen 249d cparen 249e dparen 249f eparen 24a0 fparen 24a1 gparen 24a2
hparen 24a3 iparen 24a4 jparen 24a5 kparen 24a6 lparen 24a7 mparen 24a8 nparen 24a9 oparen 24aa pparen 24ab
qparen 24ac rparen 24ad sparen 24ae tparen 24af uparen 24b0 vparen 24b1 wparen 24b2 xparen 24b3 yparen 24b4
zparen 24b5 Acircle 24b6 Bcircle 24b7 Ccircle 24b8 Dcircle 24b9 Ecircle 24ba Fcircle 24bb Gcircle 24bc
Hcircle 24bd Icircle 24be Jcircle 24bf Kcircle 24c0 Lcircle 24c1 Mcircle 24c2 Ncircle 24c3 Ocircle 24c4
Pcircle 24c5 Qcircle 24c6 Rcircle 24c7 Scircle 24c8 Tcircle 24c9 Ucircle 24ca Vcircle 24cb Wcircle 24cc
Xcircle 24cd Ycircle 24ce Zcircle 24cf acircle 24d0 bcircle 24d1 ccircle 24d2 dcircle 24d3 ecircle 24d4
fcircle 24d5 gcircle 24d6 hcircle 24d7 icircle 24d8 jcircle 24d9 kcircle 24da lcircle 24db mcircle 24dc
ncircle 24dd ocircle 24de pcircle 24df qcircle 24e0 rcircle 24e1 scircle 24e2 tcircle 24e3 ucircle 24e4
vcircle 24e5 wcircle 24e6 xcircle 24e7 ycircle 24e8 zcircle 24e9 SF100000 2500 SF110000 2502 SF010000 250c
SF030000 2510 SF020000 2514 SF040000 2518 SF080000 251c SF090000 2524 SF060000 252c SF070000 2534
SF050000 253c SF430000 2550 SF240000 2551 SF510000 2552 SF520000 2553 SF390000 2554 SF220000 2555
SF210000 2556 SF250000 2557 SF500000 2558 SF490000 2559 SF380000 255a SF280000 255b SF270000 255c
SF260000 255d SF360000 255e SF370000 255f SF420000 2560 SF190000 2561 SF200000 2562 SF230000 2563
SF470000 2564 SF480000 2565 SF410000 2566 SF450000 2567 SF460000 2568 SF400000 2569 SF540000 256a
SF530000 256b SF440000 256c upblock 2580 dnblock 2584 block 2588 lfblock 258c rtblock 2590 ltshade 2591
shadelight 2591 shade 2592 shademedium 2592 dkshade 2593 shadedark 2593 blacksquare 25a0 filledbox 25a0
H22073 25a1 whitesquare 25a1 squarewhitewithsmallblack 25a3 squarehorizontalfill 25a4
squareverticalfill 25a5 squareorthogonalcrosshatchfill 25a6 squareupperlefttolowerrightfill 25a7
squareupperrighttolowerleftfill 25a8 squarediagonalcrosshatchfill 25a9 H18543 25aa blacksmallsquare 25aa
H18551 25ab whitesmallsquare 25ab blackrectangle 25ac filledrect 25ac blackuppointingtriangle 25b2
triagup 25b2 whiteuppointingtriangle 25b3 blackuppointingsmalltriangle 25b4
whiteuppointingsmalltriangle 25b5 blackrightpointingtriangle 25b6 whiterightpointingtriangle 25b7
whiterightpointingsmalltriangle 25b9 blackrightpointingpointer 25ba triagrt 25ba
blackdownpointingtriangle 25bc triagdn 25bc whitedownpointingtriangle 25bd
whitedownpointingsmalltriangle 25bf blackleftpointingtriangle 25c0 whiteleftpointingtriangle 25c1
whiteleftpointingsmalltriangle 25c3 blackleftpointingpointer 25c4 triaglf 25c4 blackdiamond 25c6
whitediamond 25c7 whitediamondcontainingblacksmalldiamond 25c8 fisheye 25c9 lozenge 25ca circle 25cb
whitecircle 25cb dottedcircle 25cc bullseye 25ce H18533 25cf blackcircle 25cf circlewithlefthalfblack 25d0
circlewithrighthalfblack 25d1 bulletinverse 25d8 invbullet 25d8 invcircle 25d9 whitecircleinverse 25d9
blacklowerrighttriangle 25e2 blacklowerlefttriangle 25e3 blackupperlefttriangle 25e4
blackupperrighttriangle 25e5 openbullet 25e6 whitebullet 25e6 largecircle 25ef blackstar 2605 whitestar 2606
telephoneblack 260e whitetelephone 260f pointingindexleftwhite 261c pointingindexupwhite 261d
pointingindexrightwhite 261e pointingindexdownwhite 261f yinyang 262f smileface 263a whitesmilingface 263a
blacksmilingface 263b invsmileface 263b compass 263c sun 263c female 2640 venus 2640 earth 2641 male 2642
mars 2642 spade 2660 spadesuitblack 2660 heartsuitwhite 2661 diamondsuitwhite 2662 club 2663
clubsuitblack 2663 spadesuitwhite 2664 heart 2665 heartsuitblack 2665 diamond 2666 clubsuitwhite 2667
hotsprings 2668 quarternote 2669 musicalnote 266a eighthnotebeamed 266b musicalnotedbl 266b
beamedsixteenthnotes 266c musicflatsign 266d musicsharpsign 266f checkmark 2713
onecircleinversesansserif 278a twocircleinversesansserif 278b threecircleinversesansserif 278c
fourcircleinversesansserif 278d fivecircleinversesansserif 278e sixcircleinversesansserif 278f
sevencircleinversesansserif 2790 eightcircleinversesansserif 2791 ninecircleinversesansserif 2792
arrowrightheavy 279e dotlessj f6be LL f6bf ll f6c0 commaaccent f6c3 afii10063 f6c4 afii10064 f6c5
afii10192 f6c6 afii10831 f6c7 afii10832 f6c8 Acute f6c9 Caron f6ca Dieresis f6cb DieresisAcute f6cc
DieresisGrave f6cd Grave f6ce Hungarumlaut f6cf Macron f6d0 cyrBreve f6d1 cyrFlex f6d2 dblGrave f6d3
cyrbreve f6d4 cyrflex f6d5 dblgrave f6d6 dieresisacute f6d7 dieresisgrave f6d8 copyrightserif f6d9
registerserif f6da trademarkserif f6db onefitted f6dc rupiah f6dd threequartersemdash f6de centinferior f6df
centsuperior f6e0 commainferior f6e1 commasuperior f6e2 dollarinferior f6e3 dollarsuperior f6e4
hypheninferior f6e5 hyphensuperior f6e6 periodinferior f6e7 periodsuperior f6e8 asuperior f6e9
bsuperior f6ea dsuperior f6eb esuperior f6ec isuperior f6ed lsuperior f6ee msuperior f6ef osuperior f6f0
rsuperior f6f1 ssuperior f6f2 tsuperior f6f3 Brevesmall f6f4 Caronsmall f6f5 Circumflexsmall f6f6
Dotaccentsmall f6f7 Hungarumlautsmall f6f8 Lslashsmall f6f9 OEsmall f6fa Ogoneksmall f6fb Ringsmall f6fc
Scaronsmall f6fd Tildesmall f6fe Zcaronsmall f6ff exclamsmall f721 dollaroldstyle f724 ampersandsmall f726
zerooldstyle f730 oneoldstyle f731 twooldstyle f732 threeoldstyle f733 fouroldstyle f734 fiveoldstyle f735
sixoldstyle f736 sevenoldstyle f737 eightoldstyle f738 nineoldstyle f739 questionsmall f73f Gravesmall f760
Asmall f761 Bsmall f762 Csmall f763 Dsmall f764 Esmall f765 Fsmall f766 Gsmall f767 Hsmall f768 Ismall f769
Jsmall f76a Ksmall f76b Lsmall f76c Msmall f76d Nsmall f76e Osmall f76f Psmall f770 Qsmall f771 Rsmall f772
Ssmall f773 Tsmall f774 Usmall f775 Vsmall f776 Wsmall f777 Xsmall f778 Ysmall f779 Zsmall f77a
exclamdownsmall f7a1 centoldstyle f7a2 Dieresissmall f7a8 Macronsmall f7af Acutesmall f7b4 Cedillasmall f7b8
questiondownsmall f7bf Agravesmall f7e0 Aacutesmall f7e1 Acircumflexsmall f7e2 Atildesmall f7e3
Adieresissmall f7e4 Aringsmall f7e5 AEsmall f7e6 Ccedillasmall f7e7 Egravesmall f7e8 Eacutesmall f7e9
Ecircumflexsmall f7ea Edieresissmall f7eb Igravesmall f7ec Iacutesmall f7ed Icircumflexsmall f7ee
Idieresissmall f7ef Ethsmall f7f0 Ntildesmall f7f1 Ogravesmall f7f2 Oacutesmall f7f3 Ocircumflexsmall f7f4
Otildesmall f7f5 Odieresissmall f7f6 Oslashsmall f7f8 Ugravesmall f7f9 Uacutesmall f7fa
Ucircumflexsmall f7fb Udieresissmall f7fc Yacutesmall f7fd Thornsmall f7fe Ydieresissmall f7ff
maihanakatleftthai f884 saraileftthai f885 saraiileftthai f886 saraueleftthai f887 saraueeleftthai f888
maitaikhuleftthai f889 maiekupperleftthai f88a maieklowrightthai f88b maieklowleftthai f88c
maithoupperleftthai f88d maitholowrightthai f88e maitholowleftthai f88f maitriupperleftthai f890
maitrilowrightthai f891 maitrilowleftthai f892 maichattawaupperleftthai f893 maichattawalowrightthai f894
maichattawalowleftthai f895 thanthakhatupperleftthai f896 thanthakhatlowrightthai f897
thanthakhatlowleftthai f898 nikhahitleftthai f899 radicalex f8e5 arrowvertex f8e6 arrowhorizex f8e7
registersans f8e8 copyrightsans f8e9 trademarksans f8ea parenlefttp f8eb parenleftex f8ec parenleftbt f8ed
bracketlefttp f8ee bracketleftex f8ef bracketleftbt f8f0 bracelefttp f8f1 braceleftmid f8f2 braceleftbt f8f3
braceex f8f4 integralex f8f5 parenrighttp f8f6 parenrightex f8f7 parenrightbt f8f8 bracketrighttp f8f9
bracketrightex f8fa bracketrightbt f8fb bracerighttp f8fc bracerightmid f8fd bracerightbt f8fe apple f8ff
f_f fb00 ff fb00 f_i fb01 fi fb01 f_l fb02 fl fb02 f_f_i fb03 ffi fb03 f_f_l fb04 ffl fb04
`;

let unicodeByName: ReadonlyMap<string, number> | null = null;

/** Looks up the list in a map, built on first use: most documents do not need it. */
function unicodeOf(name: string): number | undefined {
  unicodeByName ??= new Map(
    nameList().map((pair) => {
      const [listed, hex] = pair.split(' ');
      return [listed, Number.parseInt(hex, 16)];
    }),
  );
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
  ].flatMap(([one, other]): [number, number][] => [
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

function nameList(): readonly string[] {
  return NAMES.match(/\S+\s+\S+/g)!.map((pair) => pair.replace(/\s+/, ' '));
}

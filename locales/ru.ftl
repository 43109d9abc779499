# Дамка по-русски. Во всех трёх каталогах одни и те же сообщения с одними и теми же переменными.
#
# Стороны приходят как "white" и "black", виды шашек как "man" и "king". Поля и ходы приходят готовыми, в нотации игры.
# Числа приходят числами: формы слов выбирает язык.

### Слова, общие для многих фраз

language-name = русский
side = { $side ->
    [white] Белые
   *[black] Чёрные
}
turn = { $side ->
    [white] Ход белых.
   *[black] Ход чёрных.
}
list-and = { $list } и { $last }
list-or = { $list } или { $last }
pieces-count = { $count ->
    [one] { $count } шашка
    [few] { $count } шашки
   *[other] { $count } шашек
}
moves-count = { $count ->
    [one] { $count } ход
    [few] { $count } хода
   *[other] { $count } ходов
}
half-moves-count = { $count ->
    [one] { $count } полуход
    [few] { $count } полухода
   *[other] { $count } полуходов
}
decimal = { $whole },{ $part }
percent = { $number } %

### Игры

ruleset-russian = Русские шашки (шашки-64)
ruleset-russian-about = Дамка ходит через всю доску, простые бьют вперёд и назад, взятие выбирает игрок. По полному кодексу.
ruleset-russian-basic = Русские шашки, основные правила
ruleset-russian-basic-about = Те же ходы, свои правила ничьей; для игры с часами.
ruleset-russian-gambler = Русские шашки, gambler.ru
ruleset-russian-gambler-about = Русские шашки, как их объясняет игровой сайт gambler.ru.
ruleset-russian-fmjd = Русские шашки, FMJD-64
ruleset-russian-fmjd-about = Русские шашки с правилами ничьей международных турниров.
ruleset-international = Шашки-100
ruleset-international-about = Большая доска в 100 клеток, по 20 шашек, бить надо как можно больше.
ruleset-international-fmjd = Международные шашки, FMJD
ruleset-international-fmjd-about = Шашки на 100 клетках с правилами ничьей всемирной федерации.
ruleset-simple = Простые шашки
ruleset-simple-about = Первая игра из детского набора «Озорные шашки», на светлых клетках.
ruleset-checkers = Чекерс, gambler.ru
ruleset-checkers-about = Дамка ходит на одно поле, простые бьют только вперёд, взятие выбирает игрок.
ruleset-checkers-ozornye = Чекерс, «Озорные шашки»
ruleset-checkers-ozornye-about = Для детей: дамка ходит на одну клетку, простые бьют только вперёд.
ruleset-english-ozornye = Английские шашки, «Озорные шашки»
ruleset-english-ozornye-about = Для детей: простые ходят и бьют только вперёд, дамка — через всю доску.
ruleset-italian-ozornye = Итальянские шашки, «Озорные шашки»
ruleset-italian-ozornye-about = Для детей: доска повёрнута, простые не бьют дамок и не бьют назад.
ruleset-spanish-ozornye = Испанские шашки, «Озорные шашки»
ruleset-spanish-ozornye-about = Для детей: доска повёрнута, простые бьют только вперёд, дамка — через всю доску.
ruleset-corners = Уголки
ruleset-corners-about = Гонка: кто первым приведёт все шашки в домик соперника. Никого не бьют.
ruleset-stavropol = Ставропольские шашки
ruleset-stavropol-about = Можно ходить и шашками соперника, но только в свою сторону.
ruleset-diagonal = Диагональные шашки
ruleset-diagonal-about = Русские шашки с другой расстановкой: по обе стороны большой дороги.
ruleset-poddavki = Поддавки
ruleset-poddavki-about = Всё наоборот: выигрывает тот, кто отдал все шашки или не может ходить.
ruleset-samoyed = Шашки-самоеды
ruleset-samoyed-about = Бить надо и чужие шашки, и свои, если это возможно.
ruleset-english = Английские шашки
ruleset-english-about = Чекерс по правилам всемирной федерации: начинают чёрные, дамка ходит на одно поле, простые бьют только вперёд.
ruleset-italian = Итальянские шашки
ruleset-italian-about = Дамка ходит на одно поле, простая не бьёт дамку, и строго определено, какое взятие обязательно.
ruleset-spanish = Испанские шашки
ruleset-spanish-about = Дамка ходит через всю доску; бить надо больше шашек, а при равенстве — больше дамок.
ruleset-brazilian = Бразильские шашки
ruleset-brazilian-about = Правила стоклеточных шашек на доске в 64 клетки.
ruleset-house = Свои правила
ruleset-house-about = Своя игра: любое правило можно выбрать. Без изменений это русские шашки без правил ничьей.
known-czech = Чешские шашки
known-pool-american = Американский пул
known-pool = Пул
known-pool-jamaican = Ямайский пул
known-portuguese = Португальские шашки
known-international-giveaway = Поддавки на 100 полях
ruleset-changed = { $name }, с изменениями
ruleset-changed-about = { $about } Изменено: { $changes }.
ruleset-house-changed-about = Своя игра: русские шашки без правил ничьей. Изменено: { $changes }.
ruleset-change = { $fact } — { $value }

### Правила по отдельности: названия и значения

fact-board = доска
fact-board-8 = 8 × 8
fact-board-10 = 10 × 10
fact-man-capture = как бьёт простая
fact-man-capture-all = вперёд и назад
fact-man-capture-forward = только вперёд
fact-king = как далеко ходит дамка
fact-king-flying = на любое расстояние
fact-king-short = на одно поле
fact-men-take-kings = может ли простая бить дамку
fact-men-take-kings-yes = да
fact-men-take-kings-no = нет
fact-crowning = простая дошла до последнего ряда во время взятия
fact-crowning-continue = сразу становится дамкой и бьёт дальше как дамка
fact-crowning-pass = бьёт дальше как простая; дамкой станет, только если там остановится
fact-crowning-stop = становится дамкой и останавливается
fact-priority = какое взятие обязательно
fact-priority-free = любое
fact-priority-most = то, где шашек больше
fact-priority-most-kings = где больше шашек, а при равенстве больше дамок
fact-priority-italian = где больше шашек; дамкой; где больше дамок; где дамка раньше
fact-priority-king-first = дамкой, если дамка может бить
fact-victims = чьи шашки бьют
fact-victims-enemy = шашки соперника
fact-victims-any = шашки соперника и свои
fact-movers = чьими шашками ходят
fact-movers-own = своими
fact-movers-either = своими или шашками соперника
fact-enemy-quiet = куда можно ходить шашкой соперника
fact-enemy-quiet-toward = только в свою сторону
fact-enemy-quiet-any = куда она ходит сама
fact-enemy-capture = куда можно бить шашкой соперника
fact-enemy-capture-toward = только в свою сторону
fact-enemy-capture-any = куда она бьёт сама
fact-enemy-duty = что запрещено, если можно бить
fact-enemy-duty-global = любой тихий ход
fact-enemy-duty-colour = тихий ход шашками того цвета, который может бить
fact-layout = домики
fact-layout-3x3 = 3 × 3, девять шашек
fact-layout-3x4 = 3 ряда по 4, двенадцать шашек
fact-layout-4x4 = 4 × 4, шестнадцать шашек
fact-directions = шаги и прыжки
fact-directions-4 = прямо (вперёд, назад и вбок)
fact-directions-8 = прямо и по диагонали
fact-equaliser = ответный ход второго игрока
fact-equaliser-yes = есть (если оба дойдут одновременно, будет ничья)
fact-equaliser-no = нет (выигрывает дошедший первым)
fact-home-limit = когда надо выйти из домика
fact-home-limit-number = { $count ->
    [0] без ограничения
    [one] за { $count } ход
    [few] за { $count } хода
   *[other] за { $count } ходов
}
fact-start = начальная расстановка
fact-start-rows = { $count ->
    [one] { $count } ряд простых с каждой стороны
    [few] { $count } ряда простых с каждой стороны
   *[other] { $count } рядов простых с каждой стороны
}
fact-start-camps = два домика
fact-start-squares = белые { $white }; чёрные { $black }
fact-first = кто начинает
fact-first-white = белые
fact-first-black = чёрные
fact-result = сторона, у которой нет шашек или хода
fact-result-normal = проигрывает
fact-result-reversed = выигрывает
fact-draws = правила ничьей
fact-draws-none = нет
fact-agreement-after = когда можно согласиться на ничью
fact-agreement-after-number = { $count ->
    [0] в любой момент
    [one] после { $count } хода каждой стороны
   *[other] после { $count } ходов каждой стороны
}
fact-corner = игровое угловое поле — от игрока
fact-corner-left = слева
fact-corner-right = справа
fact-squares = поля игры
fact-squares-dark = тёмные
fact-squares-light = светлые
fact-naming = названия полей
fact-naming-algebraic = буква и цифра, например c3
fact-naming-far-left = номера, 1 — дальнее слева, если смотреть со стороны белых
fact-naming-near-right = номера, 1 — ближнее справа, если смотреть со стороны белых
fact-capture-sign = знак взятия
fact-capture-sign-colon = двоеточие, :
fact-capture-sign-cross = крестик, x

fact-expected-number = число ходов
fact-expected-start = rows:3 или поля, например w:a1,c1;b:h8
fact-expected-draws = none или имена правил ничьей через «+»

### Откуда взято правило

cited = { $sentence } ({ $citation })
cite-text = { $text } [{ $id }]
cite-place = { $text }, { $place } [{ $id }]
cite-numbered = { $section }, п. { $number }
cite-article = ст. { $number }
cite-clause = п. { $number }
cite-added = в тексте этого нет: добавлено «Дамкой»
cite-added-after = в тексте этой игры этого нет: «Дамка» добавила по источнику: { $citation }
cite-house = своё правило

cite-text-A = Кодекс русских шашек
cite-text-B = Основные правила игры в шашки
cite-text-C = Правила игры в шашки-100
cite-text-D = «Озорные шашки»
cite-text-E = gambler.ru
cite-text-FMJD = Правила международных шашек FMJD
cite-text-FMJD64 = Правила FMJD-64
cite-text-WCDF = Правила WCDF
cite-text-FID = Правила итальянской федерации FID
cite-text-Spain = Правила испанской федерации

cite-A-board = «Шашечная доска»
cite-A-diagonal = «Наименование диагоналей»
cite-A-setup = «Шашки»
cite-A-goal = «Цель игры»
cite-A-move = «Ходы шашек»
cite-A-capture = «Взятие»
cite-A-first = «Первый ход»
cite-A-violation = «Нарушения»
cite-A-draw = «Ничейное окончание партии»
cite-A-result = «Результат»
cite-A-notation = «Запись партии»
cite-A-glyph = «Условные обозначения»
cite-A-mode = «Различные способы ведения игры»
cite-B-board = «Шашечная доска»
cite-B-man = «Шашки»
cite-B-move = «Ходы»
cite-B-capture = «Правила взятия»
cite-B-missed = «Правила взятия»
cite-B-win = «Выигрыш партии»
cite-B-draw = «Ничейные окончания партий»
cite-B-clock = «Контроль времени»
cite-C-notation = примеры
cite-D-board = «Игровое поле»
cite-D-pieces = «Фишки обезьян»
cite-D-setup = «Подготовка к игре»
cite-D-colour = «Подготовка к игре»
cite-D-age = обложка
cite-D-learn = «Состав игры»
cite-D-first = «Подготовка к игре»
cite-D-turn = «Передвижение фишек»
cite-D-move = «Передвижение фишек»
cite-D-capture = «Передвижение фишек»
cite-D-king = «Дамки»
cite-D-win = «Победа»
cite-D-checkers = игра 1, «Чекерс»
cite-D-english = игра 2, «Английские шашки»
cite-D-italian = игра 3, «Итальянские шашки»
cite-D-spanish = игра 4, «Испанские шашки»
cite-D-corners = игра 5, «Уголки»
cite-D-stavropol = игра 6, «Ставропольские шашки»
cite-D-diagonal = игра 7, «Диагональные шашки»
cite-D-poddavki = игра 8, «Поддавки»
cite-D-samoyed = игра 9, «Шашки-самоеды»
cite-E-board = «Игровое поле»
cite-E-theme = «Игровое поле»
cite-E-setup = «Расстановка шашек»
cite-E-turn = «Расстановка шашек»
cite-E-win = «Расстановка шашек»
cite-E-notation = «Простые шашки»
cite-E-man = «Простые шашки»
cite-E-king = «Дамки»
cite-E-checkers = «Чекерс»

source-000 = кодекс русских шашек по книге А. Павловича «60 шашечных игр» (текст 000)
source-001 = «Основные правила игры в шашки» (текст 001)
source-002 = правила игры в шашки-100 из украинского кодекса (текст 002)
source-003 = «Озорные шашки», правила для детей от семи лет (текст 003)
source-004 = игровой сайт gambler.ru (текст 004)
source-FMJD-64 = правила секции-64 международной федерации (FMJD-64)
source-FMJD = правила всемирной федерации шашек (FMJD)
source-WCDF = правила всемирной федерации чекерса (WCDF)
source-FID = правила итальянской федерации (FID)
source-Spain = правила испанской федерации
source-house = выбор самих игроков
source-extra-game = { $source }, дополнительная игра { $number }

### Почему так ходить нельзя

refusal-empty = На поле { $square } нет шашки.
refusal-not-yours = На поле { $square } чужая шашка.
refusal-occupied = Поле { $square } занято.
refusal-must-capture = Надо бить шашкой { $squares }.
refusal-must-take-more = { $offered ->
    [one] Так будет взята { $offered } шашка
    [few] Так будут взяты { $offered } шашки
   *[other] Так будет взято { $offered } шашек
}, а можно взять { $best }: брать надо как можно больше.
refusal-must-use-king = Надо бить дамкой { $squares }.
refusal-must-take-kings = { $offered ->
    [0] Так не будет взято ни одной дамки
    [one] Так будет взята { $offered } дамка
    [few] Так будут взяты { $offered } дамки
   *[other] Так будет взято { $offered } дамок
}, а можно взять { $best }: дамок надо брать как можно больше.
refusal-must-take-kings-first = Можно взять столько же, но дамку побить раньше: дамок надо бить как можно раньше.
refusal-must-go-on = Взятие не закончено: надо бить дальше с поля { $squares }.
refusal-man-takes-king = В этой игре простая не бьёт дамку.
refusal-man-captures-backward = В этой игре простая не бьёт назад.
refusal-own-piece = Шашки своего цвета не бьют.
refusal-king-too-far = В этой игре дамка ходит на одно поле и бьёт только соседнюю шашку.
refusal-crowned-in-passing = { $crowning ->
    [stop] Простая, дошедшая при взятии до последнего ряда, становится дамкой и останавливается.
    [pass] Простая, дошедшая при взятии до последнего ряда, бьёт дальше только как простая.
   *[continue] Простая, дошедшая при взятии до последнего ряда, бьёт дальше как дамка.
}
refusal-only-toward = Шашками соперника можно ходить только в свою сторону.
refusal-twice = Шашку на { $square } пришлось бы перепрыгнуть дважды, а через каждую можно прыгать только один раз.
refusal-blocked = Мешает шашка на { $square }.
refusal-not-diagonal = Шашки ходят только по диагонали.
refusal-man-goes-backward = Простая ходит только вперёд.
refusal-man-too-far = Слишком далеко: простая ходит на одно поле и бьёт только соседнюю шашку.
refusal-unreachable = Туда не попасть ни шагом, ни прыжками.
refusal-no-such-move = Эта шашка не может пойти туда.

### Почему возможные ходы именно такие

situation-no-moves = Ходов нет.
situation-quiet = Бить нечего. Могут ходить: { $squares }.
situation-race = Могут ходить: { $squares }.
situation-capture = Есть что бить, значит, бить надо. Могут бить: { $squares }.
situation-pass = Ни одна шашка не может пойти, поэтому ход переходит к сопернику.
situation-narrowed = { $possible ->
    [one] Из { $possible } взятия
   *[other] Из { $possible } взятий
} { $legal ->
    [one] разрешено { $legal }
   *[other] разрешены { $legal }
}: { $why }.
situation-why-more = { $best ->
    [one] брать надо как можно больше, здесь { $best } шашку
    [few] брать надо как можно больше, здесь { $best } шашки
   *[other] брать надо как можно больше, здесь { $best } шашек
}
situation-why-king = бить надо дамкой
situation-why-kings = { $best ->
    [one] дамок надо брать как можно больше, здесь { $best } дамку
    [few] дамок надо брать как можно больше, здесь { $best } дамки
   *[other] дамок надо брать как можно больше, здесь { $best } дамок
}
situation-why-kings-first = дамок надо бить как можно раньше

### Чем кончилась партия

outcome-win = { $winner ->
    [white] Белые выиграли
   *[black] Чёрные выиграли
}: { $reason }.
outcome-draw = Ничья: { $reason }.
end-no-pieces = { $side ->
    [white] у белых не осталось шашек
   *[black] у чёрных не осталось шашек
}
end-no-moves = { $side ->
    [white] белым некуда ходить
   *[black] чёрным некуда ходить
}
end-no-pieces-reversed = { $side ->
    [white] белые отдали все свои шашки
   *[black] чёрные отдали все свои шашки
}
end-no-moves-reversed = { $side ->
    [white] белым некуда ходить, а этого они и добивались
   *[black] чёрным некуда ходить, а этого они и добивались
}
end-arrived = { $side ->
    [white] все белые шашки в домике соперника
   *[black] все чёрные шашки в домике соперника
}
end-both-arrived = обе стороны дошли одновременно
end-at-home = { $side ->
    [white] у белых остались шашки в своём домике
   *[black] у чёрных остались шашки в своём домике
} { $moves ->
    [one] после { $moves } хода
   *[other] после { $moves } ходов
}
end-agreement = игроки согласились
end-nobody-can-win = ни одна из сторон не может выиграть
end-resignation = { $side ->
    [white] белые сдались
   *[black] чёрные сдались
}

end-error-over = Партия уже окончена. { $outcome }
end-error-too-early = { $moves ->
    [one] Согласиться на ничью можно, только когда каждая сторона сделает { $moves } ход.
    [few] Согласиться на ничью можно, только когда каждая сторона сделает { $moves } хода.
   *[other] Согласиться на ничью можно, только когда каждая сторона сделает { $moves } ходов.
}
end-error-nothing-to-claim = Ничьей по правилам сейчас нет.
end-error-not-proved = Не доказано, что ни одна из сторон не может выиграть.

play-error-over = Партия окончена. { $outcome }
play-error-illegal = Ход { $move } здесь невозможен.
play-error-wrong-path = Ход { $move } нельзя сделать таким путём.

### Правила ничьей

draw-repetition = Ничья, если одна и та же позиция при ходе той же стороны возникает { $times ->
    [2] во второй раз
    [3] в третий раз
    [4] в четвёртый раз
   *[other] в { $times }-й раз
}.
draw-repeated-move = Ничья, если одна и та же сторона делает один и тот же ход в одной и той же позиции { $times ->
    [2] во второй раз
    [3] в третий раз
    [4] в четвёртый раз
   *[other] в { $times }-й раз
}.
draw-blockade = Ничья, если ни одна из сторон не может ходить.
draw-kings-only = Ничья, если в течение { $limit } ходили только дамки: ни одна простая не двинулась и ничего не взято.
draw-no-change = Ничья, если в течение { $limit } ничего не взято и ни одна простая не стала дамкой.
draw-length = Ничья после { $limit }.
draw-against-king = Если { $forces } против одной дамки, ничья наступает после { $limit }.
draw-against-king-on-road = Если { $forces } против одной дамки, стоящей на большой дороге, ничья наступает после { $limit }.
draw-against-king-off-road = Если { $forces } против одной дамки, не владеющей большой дорогой, ничья наступает после { $limit }.
draw-both-kings = Ничья, если у обеих сторон есть дамки и в течение { $limit } соотношение сил не изменилось: ничего не взято и ни одна простая не стала дамкой.
draw-both-kings-pieces = Ничья, если у обеих сторон есть дамки, на доске от { $least } до { $most } шашек и в течение { $limit } соотношение сил не изменилось: ничего не взято и ни одна простая не стала дамкой.
draw-limit-each = { $count ->
    [one] { $count } хода каждой стороны
   *[other] { $count } ходов каждой стороны
}
draw-limit-half = { $count ->
    [one] { $count } полухода
   *[other] { $count } полуходов
}
draw-limit-stronger = { $count ->
    [one] { $count } хода сильнейшей стороны
   *[other] { $count } ходов сильнейшей стороны
}
draw-on-claim = Эту ничью игрок должен потребовать.

forces-kings = { $kings ->
    [1] одна дамка
    [2] две дамки
    [3] три дамки
    [one] { $kings } дамка
    [few] { $kings } дамки
   *[other] { $kings } дамок
}
forces-men = { $men ->
    [1] одна простая
    [2] две простые
    [3] три простые
    [one] { $men } простая
    [few] { $men } простые
   *[other] { $men } простых
}
forces-both = { $kings ->
    [1] дамка
    [2] две дамки
    [3] три дамки
    [one] { $kings } дамка
    [few] { $kings } дамки
   *[other] { $kings } дамок
} и { $men ->
    [1] простая
    [2] две простые
    [3] три простые
    [one] { $men } простая
    [few] { $men } простые
   *[other] { $men } простых
}
forces-or-more = { $kings ->
    [1] одна дамка или больше
    [2] две дамки или больше
    [3] три дамки или больше
    [one] { $kings } дамка или больше
    [few] { $kings } дамки или больше
   *[other] { $kings } дамок или больше
}

draw-label-repetition = одна и та же позиция { $times ->
    [2] во второй раз
    [3] в третий раз
    [4] в четвёртый раз
   *[other] в { $times }-й раз
}
draw-label-repeated-move = один и тот же ход в одной и той же позиции { $times ->
    [2] во второй раз
    [3] в третий раз
    [4] в четвёртый раз
   *[other] в { $times }-й раз
}
draw-label-blockade = ни одна из сторон не может ходить
draw-label-kings-only = ходят только дамки
draw-label-no-change = без взятий и без новых дамок
draw-label-length = длина партии
draw-label-against-king = { $forces } против одной дамки
draw-label-against-king-on-road = { $forces } против дамки на большой дороге
draw-label-against-king-off-road = { $forces } против дамки вне большой дороги
draw-label-both-kings = соотношение сил не меняется
draw-label-both-kings-pieces = соотношение сил не меняется, шашек от { $least } до { $most }
draw-reason = { $label } в течение { $limit }

progress-repetition = Эта позиция: { $count }-й раз из { $full }
progress-repeated-move = Этот ход в этой позиции: { $count ->
    [0] ни разу
   *[other] { $count }-й раз
} из { $full }
progress-counted = { $left ->
    [0] Ничья, как только дамка покинет большую дорогу
    [one] Ничья через { $left } полуход
    [few] Ничья через { $left } полухода
   *[other] Ничья через { $left } полуходов
} ({ $label }: { $count } из { $full })
progress-counted-claim = { $left ->
    [0] Можно потребовать ничьей
    [one] Можно будет потребовать ничьей через { $left } полуход
    [few] Можно будет потребовать ничьей через { $left } полухода
   *[other] Можно будет потребовать ничьей через { $left } полуходов
} ({ $label }: { $count } из { $full })

### Расставленные позиции

flaw-no-pieces = На доске нет ни одной шашки.
flaw-too-many-pieces = { $side ->
    [white] У белых
   *[black] У чёрных
} { $count ->
    [one] { $count } шашка
    [few] { $count } шашки
   *[other] { $count } шашек
}, а может быть не больше { $most }.
flaw-men-on-crowning-row = { $side ->
    [white] Белые простые
   *[black] Чёрные простые
} стоят на последнем ряду и не стали дамками: { $squares }.
flaw-squares-shared = На одном поле две шашки: { $squares }.
flaw-off-the-board = Шашки стоят вне доски.
flaw-kings-in-race = В этой игре нет дамок: { $squares }.
odds-no-piece = В начале партии на поле { $square } нет шашки.
odds-twice = Поле { $square } названо дважды.
odds-both-sides = Фору даёт только одна сторона, а шашка на { $square } принадлежит другой.
odds-everything = Чем-то играть всё-таки надо: нельзя отдать в фору всё.
odds-none = Равным соперникам фора не нужна.
odds-impossible = В этой игре такой форы нет. Выберите другую.
odds-men = { $name }: без { $count ->
    [one] { $count } шашки
   *[other] { $count } шашек
} ({ $squares }).
odds-moves = { $name }: уже { $count ->
    [one] сделан { $count } ход
    [few] сделано { $count } хода
   *[other] сделано { $count } ходов
}.
odds-clock = { $name }: { $clock }.

### Домашние правила, из которых игра не получается

problem-unknown-ruleset = Нет такой игры: «{ $text }».
problem-unknown-fact = Нет такого правила: «{ $text }».
problem-not-a-fact = «{ $text }»: надо писать имя=значение.
problem-fact-twice = «{ $fact }» ({ $name }) указано дважды.
problem-fixed-fact = «{ $fact }» ({ $name }) в этой игре менять нельзя: только в своих правилах.
problem-bad-value = «{ $value }» не подходит для «{ $fact }» ({ $name }). Можно: { $expected }.
problem-not-here = «{ $fact }» ({ $name }) в этой игре не имеет смысла.
contradiction-pass-needs-backward-capture = «{ $fact }»: простая, которая бьёт только вперёд, не может бить дальше с последнего ряда. Выберите «stop».
contradiction-switches-without-enemy-movers = Указано, как ходить шашками соперника, но ходят только своими. Выберите «movers=either» или уберите эти правила.
contradiction-no-rows = У каждой стороны должен быть хотя бы один ряд простых.
contradiction-rows-meet = { $rows ->
    [one] { $rows } ряд простых с каждой стороны не помещается
    [few] { $rows } ряда простых с каждой стороны не помещаются
   *[other] { $rows } рядов простых с каждой стороны не помещаются
}: на этой доске не больше { $most }.
contradiction-no-pieces = { $side ->
    [white] Белые
   *[black] Чёрные
} начинают без шашек.
contradiction-man-on-crowning-row = { $side ->
    [white] Белая простая
   *[black] Чёрная простая
} начинает на ряду, где становятся дамкой.
contradiction-squares-shared = Обе стороны начинают на одном и том же поле.
contradiction-start-of-another-game = Эта расстановка для другой игры: домики бывают в уголках, ряды и поля — в шашках.
contradiction-draw-of-another-game = Правило ничьей «{ $rule }» из другой игры.
contradiction-draws-alike = Правила ничьей «{ $first }» и «{ $second }» считают одно и то же. Выберите одно из них.

### Позиции и ходы, записанные текстом

fen-too-long = Запись позиции слишком длинная: больше { $most } байт.
fen-no-turn = В записи позиции не сказано, чей ход.
fen-turn-unknown = Чей ход, в записи позиции неизвестно.
fen-bad-turn = «{ $text }»: очередь хода обозначают буквой W или B.
fen-no-pieces = В записи «{ $text }» нет шашек.
fen-side-twice = «{ $text }»: эта сторона уже перечислена.
fen-unknown-square = На этой доске нет поля «{ $text }».
fen-not-played = Поле «{ $text }» в игре не участвует.
fen-square-twice = «{ $text }»: на этом поле уже стоит шашка.
fen-bad-range = «{ $text }»: так ряд полей не записывают.
fen-jumped = «{ $text }»: эту шашку уже побили, но не сняли. Половина хода — ещё не позиция.
fen-junk = «{ $text }» в записи позиции ничего не значит.
fen-hub-length = { $expected ->
    [one] В записи позиции должен быть { $expected } знак
    [few] В записи позиции должно быть { $expected } знака
   *[other] В записи позиции должно быть { $expected } знаков
}, а в ней { $actual }.
text-place = { $sentence } (знак { $place })
move-empty = Ход не указан.
move-too-long = Запись хода слишком длинная: больше { $most } байт.
move-no-destination = «{ $text }» — только одно поле. Укажите, куда идёт шашка.
move-no-square = Рядом с «{ $text }» не хватает поля.
move-half-square = «{ $text }» — только половина названия поля.
move-junk = «{ $text }» в записи хода лишнее.
move-unknown-square = На этой доске нет поля «{ $text }».
move-not-played = Поле { $square } в этой игре не участвует.
move-no-such-piece = Ни одна шашка с вертикали { $column } не может пойти на { $square }.
move-no-such-piece-occupied = Ни одна шашка с вертикали { $column } не может пойти на { $square }: это поле занято.
move-no-pass = Пропустить ход нельзя: ходить есть куда.
move-ambiguous = Это могут быть разные ходы: { $candidates }. Назовите больше полей.
move-illegal = Такой ход невозможен.

### Позиции и ходы вслух

spoken-men = простые { $squares }
spoken-kings = дамки { $squares }
spoken-man = простая { $squares }
spoken-king = дамка { $squares }
spoken-pieces = { $squares }
spoken-none = шашек нет
spoken-side = { $side ->
    [white] Белые
   *[black] Чёрные
}: { $pieces }.
spoken-move = { $from } на { $to }
spoken-capture = { $from } бьёт { $victims }, встаёт на { $to }
spoken-crowned = { $move }, дамка
spoken-null = хода нет, очередь переходит
spoken-jumps = { $from } прыгает на { $path }, затем на { $to }
spoken-enemy = шашкой соперника: { $move }

diagonal-great-road = большая дорога
diagonal-double = { $part ->
    [lower] нижний двойник
    [upper] верхний двойник
    [lower-small] нижний двойничок
   *[upper-small] верхний двойничок
}
diagonal-triple = { $part ->
    [lower] нижний тройник
    [upper] верхний тройник
    [lower-small] нижний тройничок
   *[upper-small] верхний тройничок
}
diagonal-kosyak = { $part ->
    [lower] нижний косяк
    [upper] верхний косяк
    [lower-small] нижний косячок
   *[upper-small] верхний косячок
}

### Игра в терминале

play-welcome = { $game }. Наберите ход, например { $example }, и нажмите Enter. Все команды: «{ $help }».
play-prompt = { $number }. { $side ->
    [white] Белые:
   *[black] Чёрные:
}
play-choose-game = Во что играем? Наберите номер или название; Enter — { $game }.
play-games-header = Игры:
play-games-line = { $number }. { $name } ({ $id }): { $about }
play-last-move = { $side ->
    [white] Белые: { $move }.
   *[black] Чёрные: { $move }.
}
play-turn = { $side ->
    [white] Ход белых.
   *[black] Ход чёрных.
}
play-help-header = Ход записывают полями, через которые он идёт: { $quiet }, а взятие — { $capture }. Если этого мало, назовите поля между ними. Или наберите команду:
play-help-line = { $words } — { $about }
play-help-help = этот список
play-help-board = нарисовать доску
play-help-list = сказать, где стоят шашки
play-help-moves = все возможные ходы
play-help-why = почему ходы именно такие
play-help-undo = вернуть последний ход
play-help-draw = предложить ничью
play-help-accept = согласиться на ничью
play-help-decline = отказаться от ничьей
play-help-resign = сдаться
play-help-claim = потребовать ничьей по правилам
play-help-rules = правила этой игры
play-help-language = сменить язык: ru, uk или en
play-help-quit = закончить игру
play-word-help = помощь, п, ?
play-word-board = доска, д
play-word-list = список, поля
play-word-moves = ходы, х
play-word-why = почему
play-word-undo = назад, вернуть
play-word-draw = ничья
play-word-accept = согласен, согласна, да
play-word-decline = отказ, нет
play-word-resign = сдаюсь, сдаться
play-word-claim = требую, требовать
play-word-rules = правила
play-word-language = язык
play-word-quit = выход, конец
play-moves-header = { $count ->
    [0] Ходов нет.
    [one] Есть { $count } ход:
    [few] Есть { $count } хода:
   *[other] Есть { $count } ходов:
}
play-draw-offered = { $side ->
    [white] Белые предлагают ничью.
   *[black] Чёрные предлагают ничью.
} Соперник может набрать «{ $accept }» или «{ $decline }», а может просто сделать ход.
play-draw-accepted = Ничья принята.
play-draw-declined = Ничья отклонена. Партия продолжается.
play-draw-too-early = { $moves ->
    [one] Соглашаться на ничью ещё рано: сначала каждая сторона должна сделать { $moves } ход.
    [few] Соглашаться на ничью ещё рано: сначала каждая сторона должна сделать { $moves } хода.
   *[other] Соглашаться на ничью ещё рано: сначала каждая сторона должна сделать { $moves } ходов.
}
play-draw-not-offered = Ничью никто не предлагал.
play-draw-own-offer = Это ваше предложение: отвечает на него соперник.
play-draw-already-offered = Ничья уже предложена.
play-claim-accepted = Требование верно.
play-claim-none = Ничьей по правилам сейчас нет.
play-resigned = { $side ->
    [white] Белые сдаются.
   *[black] Чёрные сдаются.
}
play-game-over = Партия окончена. { $outcome }
play-refused = Ход «{ $move }» сделать нельзя.
play-ambiguous = «{ $move }» может значить разные ходы: { $candidates }. Назовите больше полей.
play-cannot-undo = Возвращать нечего.
play-undone = { $side ->
    [white] Ход белых { $move } возвращён.
   *[black] Ход чёрных { $move } возвращён.
}
play-passed = { $side ->
    [white] Белым некуда ходить, поэтому снова ходят чёрные.
   *[black] Чёрным некуда ходить, поэтому снова ходят белые.
}
play-unknown-command = «{ $text }» — не ход и не команда. Все команды: «{ $help }».
play-unknown-game = Нет такой игры: «{ $text }».
play-language-changed = Теперь по-русски.
play-unknown-language = Нет такого языка: «{ $text }». Есть ru, uk и en.
play-goodbye = До свидания!
play-end-of-input = Ввод закончился. До свидания!

### Командная строка

cli-legal = Ход { $move } возможен.
cli-bad-file = Файл «{ $file }» не подходит: { $reason }
cli-bad-value = «{ $name }»: нужно слово, число, да или нет (true, false) либо список слов.
cli-cannot-write = Не удалось записать файл «{ $file }»: { $reason }
cli-odds-with-fen = Фору ({ $odds }) дают в начальной позиции, поэтому вместе со своей позицией её указать нельзя.
cli-unknown-square = На этой доске нет поля «{ $text }».

### The help of the command line: commands, their options (of one command: `-in-` its name), choices and value names

help-usage = Использование
help-heading-commands = Команды
help-heading-arguments = Аргументы
help-heading-nodes = Клуб из нескольких машин
help-heading-options = Параметры
help-options-token = ПАРАМЕТРЫ
help-command-token = КОМАНДА
help-possible = варианты: { $values }
help-default = по умолчанию: { $value }
usage-unknown-argument = Здесь нет параметра «{ $argument }».
usage-unknown-command = Нет такой команды: «{ $command }».
usage-bad-value = «{ $value }» не подходит для { $argument }.
usage-value-missing = Для { $argument } нужно значение.
usage-too-many-values = «{ $value }» — лишнее значение для { $argument }.
usage-number-of-values = Для { $argument } нужно значений: { $expected }, а указано: { $actual }.
usage-conflict = { $argument } нельзя указать вместе с { $other }.
usage-missing = Не хватает: { $arguments }.
usage-no-command = Не указана команда.
usage-not-utf8 = Командная строка записана не в UTF-8.
usage-suggestion = Может быть, «{ $suggestion }»?
usage-hint = Справка: { $command }
bench-speed = скорость
bench-unit = миллиона позиций в секунду
help-program = Шашечный клуб в одной программе: 21 игра, точные правила и объяснение каждого отказа
help-play = Играть в этом терминале: против компьютера или вдвоём по очереди
help-rules = Показать правила игры на одной странице
help-rulesets = Перечислить все игры
help-moves = Перечислить возможные ходы позиции
help-explain = Сказать, возможен ли ход и почему нет; без хода — объяснить возможные ходы
help-diagram = Нарисовать позицию
help-fen = Перевести позицию из любой записи в стандартный FEN
help-pdn = Файлы партий: проверить, преобразовать, напечатать
help-pdn-check = Проиграть каждую партию, сообщить, что и где неверно, и подсчитать. Код выхода 1, если в партии ошибка
help-pdn-convert = Записать партии чистым PDN 3.0, в другой нотации или для других программ. Партии с ошибками называются и пропускаются
help-pdn-sheet = Напечатать бланк партии: текстом или страницей; или перевести такой текст обратно в PDN
help-pdn-diagram = Нарисовать позицию после полухода партии
help-analyse = Разобрать партии файла: оценки, знаки, лучшие варианты и как играла каждая сторона
help-arbiter = Проиграть протокол партии и рассказать её ход: нарушения со статьями и правами, часы, результат
help-contest = Матчи, сеансы и клубные вечера: создать запись, рассказать её, показать таблицу
help-contest-new = Напечатать запись нового соревнования
help-contest-show = Рассказать соревнование словами: что условлено, кто участвует, что было
help-contest-standings = Напечатать таблицу соревнования
help-contest-pdn = Записать все партии соревнования в PDN: событие, тур, доска
help-contest-check = Найти повреждения записи и сверить её с партиями. Код 1, если они есть
help-endgame = Таблицы окончаний: построить, спросить, доказать, показать
help-endgame-build = Построить таблицы игры; продолжает с места, где построение прервалось
help-endgame-probe = Кто выигрывает в позиции, за сколько полуходов и что даёт каждый ход
help-endgame-verify = Доказать, что оценка каждой позиции следует из её ходов
help-endgame-stats = Показать, что в таблицах: доли выигрышей, ничьих и проигрышей и самые долгие выигрыши
help-serve = Открыть клуб для браузеров: на этом компьютере, в локальной сети или за прокси
help-backup = Скопировать все партии клуба в новый файл, даже пока он открыт
help-restore = Поставить копию на место данных клуба; прежние данные сохраняются рядом
help-doctor = Проверить настройку клуба: папка или база данных, узлы, прокси, копии; сообщить, что не так и что делать. Код выхода 1, если что-то не так
help-person = Люди клуба: обязанности, имена, блокировки, их данные; также пока клуб открыт
help-person-list = Кто здесь есть
help-person-show = Один человек
help-person-rename = Дать человеку другое имя
help-person-role = Назначить человека или освободить его от обязанностей
help-person-block = Заблокировать: выйти на всех устройствах и не пускать
help-person-unblock = Снять блокировку
help-person-allow = Разрешить человеку хранить больше обычного
help-person-reset = Создать одноразовую ссылку, по которой человек задаст новый пароль
help-person-export = Всё, что хранится о человеке, в виде JSON
help-person-delete = Удалить данные человека; его партии остаются с нейтральным именем
help-person-log = Что сделали администраторы
help-person-keeper = Создать одноразовую ссылку для администратора
help-worker = Предоставить этот компьютер клубу: анализировать партии, искать задачи, проводить партии между уровнями. Ключ выдаёт администратор клуба
help-worker-key = Управлять ключами помощников; также пока клуб открыт
help-worker-key-add = Создать ключ. Он показывается только один раз
help-worker-key-list = Показать список ключей
help-worker-key-withdraw = Отозвать ключ: помощники с этим ключом больше не допускаются
help-salvage = Сохранить в новую папку всё, что ещё читается в повреждённой папке данных
help-store = Перенести весь клуб из папки данных в базу PostgreSQL или обратно, сравнить два клуба
help-store-copy = Скопировать закрытый клуб в пустую папку или базу с проверкой каждой строки
help-store-compare = Сравнить два закрытых клуба строка за строкой; код выхода 1, если они различаются
help-bench = Просчитать заданные позиции всех игр: последнее число определяет поиск и оценку
help-train = Обучить оценку игры: сыграть партии с собой и подобрать по ним веса
help-match = Матч игроков: насколько первый сильнее второго
help-hub = Движок для досок и других программ по протоколу Hub, через стандартный ввод и вывод
help-dxp = Играть в международные шашки с другими программами по сети (DamExchange)
help-dxp-listen = Ждать другие программы и играть партии, которые они предложат
help-dxp-play = Соединиться с программой, которая ждёт, и предложить ей партии
help-perft = Сосчитать партии заданной длины
help-help = Показать эту справку или справку команды
help-arg-lang = Язык: ru, uk или en; по умолчанию язык системы
help-arg-help = Показать справку
help-arg-version = Показать версию
help-arg-subcommand = Команда
help-arg-ruleset = Игра, например russian, или её строка, например "house king=short"
help-arg-ruleset-in-play = Игра, например russian; если не указана, программа спросит
help-arg-ruleset-in-endgame = Игра, например russian. У игр с одинаковыми ходами общие таблицы
help-arg-corner = Какой ближний угол игровой
help-arg-squares = Цвет игровых полей
help-arg-first = Кто ходит первым
help-arg-odds = Поля, с которых в начале сняты шашки, например a1,c1
help-arg-no_added_draws = Без правил ничьей, которых нет в тексте игры
help-arg-layout = Домики в уголках: 3x3, 3x4 или 4x4
help-arg-rules = Свои правила: файл TOML с правилами, для игры house
help-arg-fen = Позиция, например "W:Wc3,Kd4:Bf6"; по умолчанию начальная
help-arg-waive = Допустить недостаток позиции по его имени, например men-on-crowning-row
help-arg-spoken = Для программ чтения с экрана: без рисунка доски, только предложения и списки полей
help-arg-clock = Время каждой стороны, например 8m, 5m+3s или 40/2h:1h, или none
help-arg-level = Играть против компьютера: от 1 для новичков до 10 в полную силу; без этого играют двое
help-arg-level-in-dxp = Сила, от 1 до 10
help-arg-side = Ваша сторона против компьютера; по умолчанию та, что ходит первой
help-arg-seed = Число, с которого начинается случай: то же число даёт тот же выбор
help-arg-html = Записать страницу для печати в этот файл
help-arg-json = Для других программ
help-arg-json-in-analyse = Разбор для других программ, строка на партию; сами партии тогда записываются только с -o
help-arg-text-in-explain = Ход, например c3-d4
help-arg-text-in-fen = Позиция: FEN в любой записи, например "W:Wc3,Kd4:Bf6", или строка букв Hub
help-arg-rules-in-fen = Игра, например international или "house king=short"
help-arg-to-in-fen = Как её записать
help-arg-hub = Напечатать и строку Hub
help-arg-svg = Записать рисунок в этот файл
help-arg-svg-in-endgame = Нарисовать диаграмму в этот файл
help-arg-ascii = Только знаки, которые есть в любом терминале
help-arg-black = Доска со стороны чёрных
help-arg-mm = Сторона доски в миллиметрах, чтобы напечатать её в настоящую величину; официальная — 400
help-arg-files = Файлы; - или ничего — стандартный ввод
help-arg-file = Файл; - или ничего — стандартный ввод
help-arg-file-in-analyse = Файл партий; - — стандартный ввод
help-arg-file-in-backup = Новый файл
help-arg-from-in-salvage = Повреждённая папка; в ней ничего не меняется
help-arg-to-in-salvage = Новая папка
help-arg-from-in-store-copy = Где клуб: папка данных или postgresql://пользователь:пароль@сервер/база; «postgres» означает адрес из DAMKA_POSTGRES
help-arg-to-in-store-copy = Куда его скопировать, в том же виде; место должно быть пустым
help-arg-left = Один клуб: папка данных или адрес базы; «postgres» означает адрес из DAMKA_POSTGRES
help-arg-right = Другой клуб
help-arg-record = Протокол (как его пишут, сказано в docs/arbiter.md) или - для стандартного ввода
help-arg-rules-in-pdn = Игра для файлов, где она не указана, например russian или "house king=short"
help-arg-record-in-contest = Запись соревнования (как она устроена, сказано в docs/contest.md) или - для стандартного ввода
help-arg-kind-in-contest = Вид соревнования
help-choice-kind-match = двое играют несколько партий
help-choice-kind-simul = один играет против нескольких сразу
help-choice-kind-evening = люди приходят и играют друг с другом
help-arg-name-in-contest = Название соревнования
help-arg-rules-in-contest = Игра, например russian или "house king=short"
help-arg-length-in-contest = Продолжительность матча: games 4, first-to 3 или best-of 5
help-arg-clock-in-contest = Время каждого, например 8m, 5m+3s или 40/2h:1h
help-arg-term-in-contest = Любая другая строка заголовка, например draws=faster или host-clock=3600s; можно повторять
help-arg-entrant-in-contest = Участник, по порядку; первый — сеансёр. Можно повторять
help-arg-room-in-contest = Все играют за досками в зале
help-arg-games-in-contest = Папка с партиями, файлы названы по их номерам: запись (docs/arbiter.md) или PDN
help-arg-rules-in-analyse = Игра для файлов, где она не указана, например russian или "house king=short"
help-arg-encoding = Кодировка файлов; по умолчанию определяется сама
help-arg-no_variations = Только сыгранное: варианты пропускаются
help-arg-output = Записать в этот файл; по умолчанию в стандартный вывод
help-arg-force = Записать поверх файла, если он уже есть
help-arg-to = Что записать
help-arg-notation = Как записывать ходы
help-arg-captures = Знак взятия
help-arg-marks = Что значат в файлах знаки вроде ?!
help-arg-marks-in-pdn-sheet = Что значат на бланке знаки вроде ?!; по умолчанию как принято в языке
help-arg-game = Номер партии в файле
help-arg-read = Файл — бланк партии; напечатать его как PDN. Без --rules это русские шашки
help-arg-ply = Полуход, после которого показать позицию; 0 — начало. По умолчанию конец партии
help-arg-time = Секунд на ход; 0.1, если никакого предела нет
help-arg-time-in-analyse = Секунд на ход; 0.5, если предел не указан
help-arg-time-in-dxp = Секунд на ход, о каком бы времени ни договорились
help-arg-nodes = Позиций на ход
help-arg-nodes-in-analyse = Позиций на ход. С одним потоком результат всегда одинаков
help-arg-depth = Полуходов вперёд
help-arg-depth-in-perft = Число полуходов
help-arg-lines = Сколько лучших вариантов искать; для похвалы нужно два
help-arg-threads = Потоков; по умолчанию все ядра
help-arg-threads-in-analyse = Потоков, думающих вместе
help-arg-data = Папка всех таблиц; по умолчанию в папке данных пользователя или в DAMKA_DATA
help-arg-data-in-serve = Папка партий; по умолчанию в папке данных пользователя
help-arg-data-in-backup = Папка партий; по умолчанию в папке данных пользователя
help-arg-data-in-restore = Папка партий; по умолчанию та, что в папке данных пользователя
help-arg-data-in-person = Папка партий; по умолчанию та, что в папке данных пользователя
help-arg-file-in-restore = Копия
help-arg-backup_to = Раз в сутки, пока клуб открыт, сохранять в этой папке копию с датой
help-arg-chat = Игроки, которые об этом договорились, могут переписываться своими словами, а не только готовыми фразами
help-arg-keep = Сколько копий остаётся
help-arg-vacation_days = Сколько дней отпуска в году есть у каждого в партиях по переписке; при 0 отпусков нет
help-arg-club = Адрес клуба, например https://club.example
help-arg-key = Ключ от администратора клуба; переменной DAMKA_KEY в списках процессов не видно
help-arg-threads-in-worker = Сколько заданий выполнять одновременно; по умолчанию по одному на два процессора
help-arg-name-in-worker = Имя этого помощника в клубе; по умолчанию — имя компьютера
help-arg-data-in-worker-key = Папка партий; по умолчанию — в папке данных пользователя
help-arg-key_name = Название ключа, например имя того, кому он выдан
help-arg-number = Номер ключа
help-arg-background_jobs = Выполнять фоновую работу: искать задачи в разобранных партиях, проводить партии между уровнями компьютера
help-arg-no_own_jobs = Оставить все задания помощникам (damka worker): сам клуб целые партии не анализирует. Пока помощников нет, задания ждут
help-arg-compare = Сколько из ста результатов помощников сравнивать с результатом другого помощника
help-arg-who = Номер или имя
help-arg-new_name = Новое имя
help-arg-name = Только те, в чьём имени это есть
help-arg-office = Обязанность
help-arg-office-in-person-list = Только с этой обязанностью
help-arg-blocked = Только заблокированные
help-arg-factor = Во сколько раз больше обычного, от 1 до 100
help-arg-remove = Освободить, а не назначить
help-arg-yes = Действительно удалить
help-arg-json-in-person = Для других программ
help-arg-pieces = Все окончания, где шашек не больше этого числа
help-arg-only = Только один срез и то, что ему нужно, например 1m2k-1m2k: простые и дамки стороны, за которой ход, и другой
help-arg-memory = Памяти под позиции, в мебибайтах
help-arg-moves = Ходы оттуда, например "a1-b2 f8-e7": счётчики правил ничьей тогда уже идут
help-arg-moves-in-dxp = Ходов у каждой стороны, после которых партия кончается без результата; 0 — играть до конца
help-arg-port = Порт
help-arg-port-in-dxp = Порт ожидания; 0 — любой свободный
help-arg-lan = Открыть для всей локальной сети, а не только для этого компьютера
help-arg-no_open = Не открывать браузер
help-arg-public_url = Адрес для браузеров, если перед клубом стоит прокси, например https://club.example
help-arg-postgres = Работать как узел клуба из нескольких машин; клуб хранит всё в этой базе данных PostgreSQL. Переменной DAMKA_POSTGRES в списках процессов не видно
help-arg-nats = Сервер NATS, через который общаются узлы; без него они общаются через базу данных, медленнее. То же делает переменная среды DAMKA_NATS
help-arg-drain = Сколько секунд ещё работать перед закрытием: /api/health уже отвечает 503, и балансировщик не присылает новых посетителей; второй сигнал закрывает сразу
help-arg-data-in-doctor = Папка партий; по умолчанию в папке данных пользователя
help-arg-postgres-in-doctor = База данных PostgreSQL клуба из нескольких машин; то же делает переменная DAMKA_POSTGRES
help-arg-nats-in-doctor = Сервер NATS, через который общаются его узлы; то же делает переменная DAMKA_NATS
help-arg-port-in-doctor = Порт клуба на этой машине
help-arg-public_url-in-doctor = Адрес, по которому клуб открывают браузеры
help-arg-backup_to-in-doctor = Папка резервных копий
help-arg-smtp-in-doctor = Почтовый сервер для уведомлений; то же делает переменная DAMKA_SMTP
help-arg-node_name = Имя этого узла в списках узлов; по умолчанию — имя машины и порт
help-arg-behind_proxy = Перед клубом стоит прокси и называет адреса посетителей в X-Forwarded-For; больше никто не должен иметь доступа к порту
help-arg-log_json = Журнал в формате JSON, по объекту в строке
help-arg-unlimited = Без ограничений, для измерений
help-arg-address = Адрес ожидания. По умолчанию соединиться может только этот компьютер; 0.0.0.0 — любой
help-arg-once = Закончить, когда уйдёт первый гость
help-arg-rules-in-dxp = Игра, чьи правила ничьей действуют: international или international-fmjd
help-arg-host = Где она ждёт, например 192.168.1.7 или localhost:27531
help-arg-colour = Чем «Дамка» играет первую партию; потом стороны меняются
help-arg-games = Число партий
help-arg-games-in-match = Сколько партий сыграть, по две на дебют
help-arg-games-in-train = Играть, пока в папке не будет столько партий
help-arg-minutes = Минут у каждой стороны
help-arg-divide = Показать число для каждого первого хода
help-arg-paths = Считать каждый путь взятия
help-arg-a = Игрок, сила которого измеряется: engine, engine:eval=general,nodes=5000, engine:weights=ФАЙЛ, engine:tables=ПАПКА, engine:level=7, random, "hub:КОМАНДА", "hub[book=false]:КОМАНДА" или dxp:АДРЕС:ПОРТ
help-arg-b = Игрок, с которым его сравнивают
help-arg-concurrency = Партий одновременно; по умолчанию по числу ядер
help-arg-opening_plies = Случайных полуходов в начале; по умолчанию 6, на доске 10x10 и в samoyed 8, в corners 4
help-arg-opening_bound = Наибольшее ожидание стороны после дебюта, в процентах очков: от 50 до 100
help-arg-opening_nodes = Позиций для оценки дебюта
help-arg-openings = Дебюты из этого файла: позиция или список ходов в каждой строке
help-arg-max_plies = Партии, где полуходов больше, — ничья
help-arg-known_draws = Заканчивать партии ничьей, где так говорят таблицы окончаний этой папки
help-arg-slack = На сколько секунд ход может опоздать сверх пятой части времени, прежде чем это считается
help-arg-sprt = Остановиться, как только ясно, насколько A сильнее: на первое или на второе число Эло
help-arg-pdn = Добавлять каждую партию в этот файл
help-arg-state = Хранить результаты в этом файле и продолжать прерванный матч
help-arg-dir = Папка для партий, весов и кривой
help-arg-seconds = Играть не дольше стольких секунд
help-arg-weights = Играть с этими весами; по умолчанию с теми, что есть в программе
help-arg-afresh = Играть с общей оценкой, как будто обучения ещё не было
help-arg-tables = Играть с таблицами окончаний этой папки; партия кончается, где результат известен
help-arg-also = Учиться и по этим файлам партий
help-arg-rounds = Проходов подбора; 0 — только играть
help-arg-rate = Насколько веса меняются за раз
help-arg-steps = Изменений весов за проход
help-arg-pull = Насколько сильно веса тянет к началу
help-arg-result_share = Сколько весит результат партии на полной доске; остальное — оценка поиска
help-arg-late_result_share = Сколько весит результат партии на почти пустой доске
help-arg-match_games = Партий матча с прежними весами; 0 — без матча
help-arg-match_nodes = Позиций на ход матча
help-choice-side-lots = по жребию
help-choice-to-fen = стандартный FEN, как в PDN
help-choice-to-hub = буквы протокола Hub, по одной на поле
help-choice-to-pdn = PDN 3.0, UTF-8
help-choice-to-json = список партий для других программ
help-choice-notation-own = как поля называют правила каждой игры
help-choice-notation-algebraic = буквы и цифры: c3-d4
help-choice-notation-numeric = номера: 22-18
help-choice-notation-short = краткая запись русских книг: cd4
help-choice-captures-own = как записывают правила каждой игры
help-choice-captures-x = крестик: c3xe5, так читают все программы
help-choice-captures-colon = двоеточие: c3:e5, как в русских книгах
help-choice-marks-chess = как в шахматах и в PDN: ?! — сомнительный ход
help-choice-marks-russian = как в русском кодексе: ?! — ход, который кажется слабым, а оказался сильным
help-value-LANGUAGE = ЯЗЫК
help-value-RULESET = ИГРА
help-value-GAME = ИГРА
help-value-KEY = КЛЮЧ
help-value-CORNER = УГОЛ
help-value-CAPTURES = ЗНАК
help-value-SQUARES = ПОЛЯ
help-value-FIRST = СТОРОНА
help-value-LAYOUT = ДОМИКИ
help-value-FILE = ФАЙЛ
help-value-FILES = ФАЙЛЫ
help-value-FLAW = НЕДОСТАТОК
help-value-TIME = ВРЕМЯ
help-value-LEVEL = УРОВЕНЬ
help-value-SIDE = СТОРОНА
help-value-NUMBER = ЧИСЛО
help-value-MOVE = ХОД
help-value-MOVES = ХОДЫ
help-value-MILLIMETRES = МИЛЛИМЕТРЫ
help-value-TO = ФОРМАТ
help-value-RECORD = ПРОТОКОЛ
help-value-KIND = ВИД
help-value-LENGTH = ДЛИНА
help-value-TERM = ИМЯ=ЗНАЧЕНИЕ
help-value-ENTRANT = ИМЯ
help-value-ENCODING = КОДИРОВКА
help-value-SECONDS = СЕКУНДЫ
help-value-NOTATION = НОТАЦИЯ
help-value-MARKS = ЗНАКИ
help-value-FOLDER = ПАПКА
help-value-PLACE = МЕСТО
help-value-PLACE2 = МЕСТО
help-value-WHO = КТО
help-value-NAME = ИМЯ
help-value-ROLE = ОБЯЗАННОСТЬ
help-value-DIR = ПАПКА
help-value-MATERIAL = МАТЕРИАЛ
help-value-MIB = МИБ
help-value-THREADS = ПОТОКИ
help-value-PORT = ПОРТ
help-value-ADDRESS = АДРЕС
help-value-COLOUR = ЦВЕТ
help-value-GAMES = ПАРТИИ
help-value-MINUTES = МИНУТЫ
help-value-DEPTH = ГЛУБИНА
help-value-PERCENT = ПРОЦЕНТ
help-value-NODES = ПОЗИЦИИ
help-value-ROUNDS = ПРОХОДЫ
help-value-RATE = ШАГ
help-value-STEPS = ШАГИ
help-value-PULL = СИЛА
help-value-RESULT_SHARE = ДОЛЯ
help-value-LATE_RESULT_SHARE = ДОЛЯ
help-value-SEED = ЧИСЛО
help-value-COMMAND = КОМАНДА
help-value-HOST--PORT- = АДРЕС[:ПОРТ]

### Страница правил

page-title = { $game }: правила игры
page-source = Источник правил: { $source }.
page-sources = Источники
page-source-of = { $section } — { $source }
page-added = * В тексте этой игры этого нет: добавлено «Дамкой».
page-line = Игра одной строкой: { $line }
page-legend-race = На досках: o — белая шашка, x — чёрная шашка.
page-legend = На досках: o — белая простая, O — белая дамка, x — чёрная простая, X — чёрная дамка.
page-board = Доска и шашки
page-moves = Ходы
page-captures = Взятие
page-choice = Что бить
page-enemy = Ходы шашками соперника
page-win = Как выиграть
page-draws = Ничья
page-options = Что можно выбрать
page-notation = Запись ходов
page-start-caption = Начальная позиция
page-names-caption = Номера полей

rule-board = Доска разделена на { $width } × { $width } клеток. Играют только на { $count } { $squares ->
    [light] светлых
   *[dark] тёмных
} полях. Доску кладут так, чтобы { $corner ->
    [right] справа
   *[left] слева
} от каждого игрока было угловое { $squares ->
    [light] светлое
   *[dark] тёмное
} поле.
rule-board-full = Доска разделена на { $width } × { $width } клеток. Играют на всех { $count } полях, светлых и тёмных.
rule-road = Самая длинная диагональ { $from }–{ $to } называется большой дорогой.
rule-setup-rows = В начале у каждой стороны { $count ->
    [one] { $count } простая шашка
    [few] { $count } простые шашки
   *[other] { $count } простых шашек
}. Они стоят на { $squares ->
    [light] светлых
   *[dark] тёмных
} полях { $rows ->
    [1] ряда, ближайшего к игроку
    [2] двух рядов, ближайших к игроку
    [3] трёх рядов, ближайших к игроку
    [4] четырёх рядов, ближайших к игроку
   *[other] { $rows } рядов, ближайших к игроку
}.
rule-setup-men = В начале простые стоят так. Белые: { $white }. Чёрные: { $black }.
rule-setup-camps = В начале у каждой стороны { $count ->
    [one] { $count } шашка
    [few] { $count } шашки
   *[other] { $count } шашек
} в своём домике: у белых это { $white }, у чёрных { $black }.
rule-first = { $side ->
    [white] Начинают белые.
   *[black] Начинают чёрные.
}
rule-first-agreed = Кто начинает, решают игроки. { $side ->
    [white] Если не решили, начинают белые.
   *[black] Если не решили, начинают чёрные.
}
rule-turn = Игроки ходят по очереди, каждый своими шашками. Пропускать ход нельзя.
rule-turn-either = Игроки ходят по очереди. Пропускать ход нельзя. Ходить можно своей шашкой или шашкой соперника.
rule-turn-race = Игроки ходят по очереди.
rule-man-step = Простая ходит по диагонали вперёд на одно свободное поле.
rule-king-step-flying = Дамка ходит по диагонали вперёд и назад на любое число свободных полей.
rule-king-step-short = Дамка ходит по диагонали вперёд и назад на одно свободное поле.
rule-crown = Простая, дошедшая до последнего ряда, становится дамкой. Дамок может быть несколько.
rule-crown-quiet = Если она дошла туда тихим ходом, то ходит как дамка со следующего хода.
rule-duty = Бить обязательно: кто может бить, тот должен бить.
rule-man-jump = Простая бьёт шашку на соседнем по диагонали поле: перепрыгивает через неё на свободное поле сразу за ней.
rule-man-direction-all = Простая бьёт и вперёд, и назад.
rule-man-direction-forward = Простая бьёт только вперёд.
rule-man-takes-king-no = Простая не может бить дамку.
rule-king-jump-flying = Дамка бьёт по диагонали на любом расстоянии, если до шашки все поля свободны и за ней есть хотя бы одно свободное поле. Она встаёт на любое свободное поле за побитой шашкой.
rule-king-jump-short = Дамка бьёт соседнюю шашку вперёд и назад: перепрыгивает через неё на свободное поле сразу за ней.
rule-go-on = Если после этого той же шашкой можно бить ещё, надо бить дальше. Всё это один ход.
rule-go-on-flying = Если дамка может встать на разные поля, она должна выбрать то, с которого можно бить дальше, если такое есть.
rule-once = Побитые шашки снимают с доски, только когда ход закончен. По свободному полю можно пройти несколько раз, но прыгать через одну шашку дважды нельзя (турецкий удар).
rule-victims-enemy = Шашки своего цвета не бьют.
rule-victims-any = Шашки своего цвета тоже бьют, и это так же обязательно. За один ход можно побить шашки обоих цветов.
rule-choice-free = Если бить можно по-разному, игрок выбирает сам, независимо от числа шашек. Но начатое взятие надо довести до конца.
rule-choice-most = Если бить можно по-разному, надо взять как можно больше шашек. Простые и дамки считаются одинаково. Если число одно и то же, игрок выбирает сам.
rule-choice-most-kings = Если бить можно по-разному, надо взять как можно больше шашек, а при равном числе — как можно больше дамок. Если и это равно, игрок выбирает сам.
rule-choice-italian = Если бить можно по-разному, надо взять как можно больше шашек. При равном числе бьёт дамка, а не простая; затем надо взять как можно больше дамок; затем побить дамку как можно раньше. Если всё равно, игрок выбирает сам.
rule-choice-king-first = Если может бить дамка, бить надо дамкой. В остальном выбор свободный.
rule-passing-continue = Простая, дошедшая при взятии до последнего ряда, сразу становится дамкой, и если дамкой можно бить ещё, она должна бить дальше тем же ходом.
rule-passing-pass = Если простая дошла при взятии до последнего ряда и может бить дальше как простая, она бьёт дальше и остаётся простой. Дамкой она станет, только если закончит ход на последнем ряду.
rule-passing-stop = Простая, дошедшая при взятии до последнего ряда, становится дамкой, и на этом её ход кончается.
rule-movers = Вместо своей шашки можно пойти шашкой соперника. Шашка ходит и бьёт как шашка своего цвета, кто бы ею ни ходил, и становится дамкой на своём последнем ряду.
rule-enemy-takes-yours = Поэтому шашка соперника бьёт только шашки того, кто ею ходит.
rule-enemy-quiet-toward = Тихий ход шашкой соперника можно делать только в свою сторону.
rule-enemy-quiet-any = Тихий ход шашкой соперника делают туда, куда она ходит сама.
rule-enemy-capture-toward = Бить шашкой соперника можно только в свою сторону, при каждом прыжке.
rule-enemy-capture-any = Бить шашкой соперника можно туда, куда она бьёт сама.
rule-enemy-duty-global = Если хоть одна шашка любого цвета, которой можно ходить, может бить, бить обязательно.
rule-enemy-duty-colour = Если могут бить шашки одного цвета, тихо ходить этим цветом нельзя, а другим можно.
rule-win-no-move = Проигрывает тот, кому в свой ход некуда пойти.
rule-win-no-pieces = Проигрывает тот, у кого не осталось шашек.
rule-win-no-move-reversed = Выигрывает тот, кому в свой ход некуда пойти.
rule-win-no-pieces-reversed = Выигрывает тот, у кого не осталось шашек.
rule-win-resign = Кто сдался, тот проиграл.
rule-draw-agreement = Игроки могут согласиться на ничью.
rule-draw-agreement-after = { $count ->
    [one] Согласиться на ничью можно, только когда каждый сделал { $count } ход.
    [few] Согласиться на ничью можно, только когда каждый сделал { $count } хода.
   *[other] Согласиться на ничью можно, только когда каждый сделал { $count } ходов.
}
rule-draw-nobody = Ничья, если ни одна из сторон не может выиграть.
rule-added = { $rule }*
rule-draws-none = Других правил ничьей нет.
rule-naming-algebraic = Поле называют буквой и цифрой: буквы идут слева направо, цифры — снизу вверх, если смотреть со стороны белых.
rule-naming-far-left = У полей номера от 1 до { $count }. Если смотреть со стороны белых, поле 1 дальнее слева; номера идут слева направо, ряд за рядом к белым.
rule-naming-near-right = У полей номера от 1 до { $count }. Если смотреть со стороны белых, поле 1 ближнее справа; номера идут справа налево, ряд за рядом от белых.
rule-writing = Ход записывают полями, откуда и куда: { $quiet }. При взятии знак другой: { $capture }.
rule-writing-race = Ход записывают полями, откуда и куда: { $quiet }.
rule-diagonals = У диагоналей есть имена: { $diagonals }.
rule-race-aim = Выигрывает тот, кто первым займёт всеми своими шашками поля, где в начале стояли шашки соперника.
rule-race-equaliser = Если первым дошёл тот, кто начинал, второй делает ещё один ход. Если он этим ходом тоже дошёл, ничья.
rule-race-home-limit = { $count ->
    [one] Кто после { $count } своего хода ещё держит шашку в своём домике, тот проиграл.
   *[other] Кто после { $count } своих ходов ещё держит шашку в своём домике, тот проиграл.
}
rule-race-step-4 = Шашка шагает на соседнее свободное поле: вперёд, назад или вбок, но не по диагонали.
rule-race-step-8 = Шашка шагает на любое соседнее свободное поле, и по диагонали тоже.
rule-race-jump-4 = Или она прыгает по прямой через соседнюю шашку, свою или чужую, на свободное поле сразу за ней. Прыгать можно много раз подряд, а после любого прыжка можно остановиться.
rule-race-jump-8 = Или она прыгает, по прямой или по диагонали, через соседнюю шашку, свою или чужую, на свободное поле сразу за ней. Прыгать можно много раз подряд, а после любого прыжка можно остановиться.
rule-race-nothing-taken = Прыгать не обязательно, и с доски ничего не снимают.
rule-option = { $fact }: { $value }. Можно и так: { $others }.
rule-race-must = Кто может ходить, тот должен ходить.
rule-race-pass = Кто не может, пропускает ход.

example-man-step = Простая ходит вперёд на одно поле: { $moves }.
example-king-flying = Дамка ходит на любое расстояние.
example-king-short = Дамка ходит на одно поле: { $moves }.
example-man-backward-yes = Простая бьёт назад: { $moves }.
example-man-backward-no = Назад простая не бьёт. Она может только ходить: { $moves }.
example-man-takes-king-no = Простая не может бить дамку. Она может только ходить: { $moves }.
example-man-chain = Две шашки за один ход: { $moves }.
example-king-jump-flying = Дамка бьёт издалека и встаёт на любое свободное поле за шашкой: { $moves }.
example-king-jump-short = Дамка бьёт только соседнюю шашку: { $moves }.
example-king-goes-on = Дамка должна встать туда, откуда можно бить дальше: { $moves }.
example-choice-free = Одна шашка или две: игрок выбирает сам. Можно и так, и так: { $moves }.
example-choice-most = Одна шашка или две: надо бить две. Разрешено только: { $moves }.
example-choice-king = Простая и дамка могут взять по одной шашке: бить должна дамка. Разрешено только: { $moves }.
example-choice-kings = Можно побить простую или дамку: надо бить дамку. Разрешено: { $moves }.
example-passing-continue = На последнем ряду простая становится дамкой и бьёт дальше как дамка: { $moves }.
example-passing-pass = Простая проходит через последний ряд, бьёт дальше как простая и остаётся простой: { $moves }.
example-passing-pass-end = Дальше отсюда могла бы бить только дамка, поэтому простая останавливается на последнем ряду и становится дамкой: { $moves }.
example-passing-stop = На последнем ряду простая становится дамкой и останавливается, хотя рядом есть ещё шашка: { $moves }.
example-turkish = Дальше бить нельзя: следующая шашка на пути уже побита. Ход { $moves }, взято { $count }.
example-own = Белые обязаны бить свою шашку: { $moves }.
example-enemy-quiet = Ход белых. Можно пойти и чёрной шашкой, но только к белым. Разрешено: { $moves }.
example-enemy-capture = Ход белых. Белая простая обязана бить: { $moves }. Чёрной бить в сторону чёрных нельзя.
example-enemy-capture-own = Ход белых. Чёрной шашкой белые могут побить свою шашку, а бить обязательно: { $moves }.
example-race-step = Один шаг: { $moves }.
example-race-jump = Несколько прыжков за один ход: { $moves }.

## PDN

pdn-too-large = { $limit ->
    [one] Партия слишком большая: больше { $limit } байта.
   *[other] Партия слишком большая: больше { $limit } байт.
}
pdn-too-deep = { $limit ->
    [one] Варианты вложены слишком глубоко: больше { $limit } уровня.
   *[other] Варианты вложены слишком глубоко: больше { $limit } уровней.
}
pdn-unclosed-comment = У примечания нет закрывающей фигурной скобки.
pdn-unclosed-variation = У варианта нет закрывающей круглой скобки.
pdn-unclosed-setup = У позиции между ходами нет закрывающей косой черты.
pdn-bad-tag = Это не тег: нужны имя и закрывающая квадратная скобка.
pdn-rules = Тег не называет известных здесь правил. { $reason }
pdn-game-type = В игру типа «{ $type }» здесь не играют.
pdn-game-type-named = { $game } (тип «{ $type }»): в эту игру здесь не играют.
pdn-unplayed-canadian = Канадские шашки
pdn-unplayed-turkish = Турецкие шашки
pdn-unplayed-thai = Тайские шашки
pdn-unplayed-frisian = Фризские шашки
pdn-unplayed-spantsiretti = Спанциретти
pdn-unplayed-breakthrough = Шашки «Брейктру»
pdn-unplayed-frysk = Фриск
pdn-no-game-type = В партии не сказано, по каким правилам она сыграна.
pdn-variation-first = Вариант стоит раньше всех ходов, поэтому заменять ему нечего.
pdn-ambiguous = { $count ->
    [one] Это может быть { $count } ход. Назовите больше полей.
    [few] Это могут быть { $count } разных хода. Назовите больше полей.
   *[other] Это могут быть { $count } разных ходов. Назовите больше полей.
}
pdn-no-such-piece = Ни одна шашка с вертикали { $column } не может туда пойти.
pdn-doubt-captures = Прочитано как взятие одной шашки. Между теми же полями есть и другие взятия: { $candidates }.
pdn-doubt-rules = В партии не сказано, по каким правилам она сыграна. Все её ходы возможны в игре: { $game }.
pdn-doubt-settled = Так можно прочитать несколько ходов. Прочитано как { $move }: только после этого хода остаток партии возможен, а после { $others } — нет.
pdn-doubt-variation = Вариант пропущен. { $reason }
pdn-doubt-result = В теге результат { $tag }, а после ходов стоит { $played }: он и засчитан.
pdn-doubt-stray = Здесь это ничего не значит и пропущено.
pdn-doubt-text = Этот текст стоит вне комментария. Он сохранён как комментарий.
pdn-doubt-line-ends = Концы строк записаны двумя знаками. Они прочитаны как концы строк.
pdn-quoted = «{ $text }»: { $reason }
pdn-error-line = { $place }: партия { $number }: { $reason }
pdn-note-line = { $place }: замечание к партии { $number }: { $reason }
games-count = { $count ->
    [one] { $count } партия
    [few] { $count } партии
   *[other] { $count } партий
}
pdn-file-total = { $file }: { $games }, { $plies }, { $broken ->
    [0] ошибок нет
    [one] с ошибкой { $broken } партия
    [few] с ошибками { $broken } партии
   *[other] с ошибками { $broken } партий
}.
pdn-hint-rules = В партиях не сказано, по каким правилам они сыграны; лучше всего подходят: { $game }. Если это другая игра, назовите её: { $option }. Все игры покажет { $command }.
pdn-exists = Файл «{ $file }» уже есть. Чтобы записать поверх него, добавьте { $option }.
pdn-no-such-game = { $count ->
    [0] В файле «{ $file }» нет партий.
    [one] В файле «{ $file }» нет партии { $number }: в нём { $count } партия.
    [few] В файле «{ $file }» нет партии { $number }: в нём { $count } партии.
   *[other] В файле «{ $file }» нет партии { $number }: в нём { $count } партий.
}
pdn-no-such-ply = { $count ->
    [one] Полухода { $ply } нет: в партии { $count } полуход.
    [few] Полухода { $ply } нет: в партии { $count } полухода.
   *[other] Полухода { $ply } нет: в партии { $count } полуходов.
}
pdn-unknown-encoding = Нет такой кодировки: «{ $text }». Есть { $known }.
pdn-sheet-too-large = { $limit ->
    [one] В бланке записи не может быть больше { $limit } байта.
   *[other] В бланке записи не может быть больше { $limit } байт.
}

sheet-title = Бланк записи партии
sheet-event = Соревнование
sheet-site = Место
sheet-date = Дата
sheet-round = Тур
sheet-result = Результат
sheet-start = Начальная позиция
sheet-signature = Подпись

## Voice: the letters of squares, as a voice should say them

voice-letter = { $letter ->
   *[a] а
    [b] бэ
    [c] цэ
    [d] дэ
    [e] е
    [f] эф
    [g] жэ
    [h] аш
    [i] и
    [j] йот
}

## Conduct

violation-two-moves = сделано два хода подряд
violation-incorrect-move = неправильный ход
violation-other-piece-moved = тронута одна своя шашка, а ход сделан другой
violation-taken-back = ход взят обратно
violation-enemy-piece-moved = сделан ход шашкой соперника
violation-missed-capture = тихий ход, хотя можно было бить
violation-removed-without-reason = шашка снята без причины
violation-wrong-number-captured = взято меньше или больше шашек, чем возможно
violation-series-stopped = последовательное взятие остановлено на полпути
violation-removed-during-series = шашка снята, когда взятие ещё не закончено
violation-too-few-removed = снято меньше шашек, чем побито
violation-not-captured-removed = сняты шашки, которые не были побиты
violation-removal-broken-off = снятие побитых шашек прервано
violation-own-removed = после взятия сняты собственные шашки
violation-not-crowned = простая на последнем ряду не превращена в дамку
violation-on-unplayed-cell = шашка стоит на неигровом поле: она бездействует
violation-wrong-setup = шашки расставлены неправильно

conduct-violated = { $side ->
    [white] Нарушение белых:
   *[black] Нарушение чёрных:
}
conduct-violated-setup = Нарушение, допущенное до партии:
conduct-decides = { $side ->
    [white] Белые
   *[black] Чёрные
} могут потребовать исправить всё целиком или согласиться, сделав ход.
conduct-decides-crown = { $side ->
    [white] Белые
   *[black] Чёрные
} могут превратить простую в дамку сами, потребовать этого или согласиться, что она осталась простой, сделав ход.
conduct-decides-setup = { $side ->
    [white] Белые
   *[black] Чёрные
} могут потребовать начать партию заново с правильной позиции, пока сами не сделали ход.
conduct-why = Почему? { $reason }
conduct-bound = Ходить надо тронутой шашкой { $square }.
conduct-why-move = По правилам это ход: { $move }.
conduct-moved = { $side ->
    [white] Белые
   *[black] Чёрные
}: { $move }.
conduct-does = { $side ->
    [white] Белые
   *[black] Чёрные
} { $what }.
conduct-corrected = { $side ->
    [white] Нарушение белых исправлено целиком.
   *[black] Нарушение чёрных исправлено целиком.
}
conduct-corrected-what = { $side ->
    [white] Нарушение белых исправлено целиком: { $violations }.
   *[black] Нарушение чёрных исправлено целиком: { $violations }.
}
conduct-corrected-setup = Шашки расставлены как условились, партия начинается заново.
conduct-stands = { $side ->
    [white] Нарушение белых оставлено: требовать исправления больше нельзя.
   *[black] Нарушение чёрных оставлено: требовать исправления больше нельзя.
}
conduct-crowned = { $side ->
    [white] Белые превращают простую в дамку.
   *[black] Чёрные превращают простую в дамку.
}
conduct-clock-given = { $side ->
    [white] Часы переведены на белых: они исправляют ход.
   *[black] Часы переведены на чёрных: они исправляют ход.
}
conduct-declined = Предложение отклонено.
conduct-took-back = { $count ->
    [one] Возвращён { $count } полуход.
    [few] Возвращены { $count } полухода.
   *[other] Возвращено { $count } полуходов.
}
conduct-restored = Позиция восстановлена: то, что произошло не по вине игроков, — не нарушение.
conduct-paused = Часы остановлены.
conduct-resumed = Часы снова идут.
conduct-pause-agreed = Соперники договорились о перерыве: часы стоят.
conduct-pause-ended = Перерыв окончен: часы снова идут.
conduct-vacation-over = { $side ->
    [white] Отпуск белых окончен.
   *[black] Отпуск чёрных окончен.
}
conduct-time-set = { $side ->
    [white] На часах белых теперь { $time }.
   *[black] На часах чёрных теперь { $time }.
}
conduct-claimed-no-win = { $side ->
    [white] Белые заявляют, что ни одна сторона не может выиграть. Чёрные могут согласиться или отказаться; решить может и судья.
   *[black] Чёрные заявляют, что ни одна сторона не может выиграть. Белые могут согласиться или отказаться; решить может и судья.
}
conduct-flag-fell = { $side ->
    [white] У белых кончилось время. Проверяется, могут ли чёрные выиграть.
   *[black] У чёрных кончилось время. Проверяется, могут ли белые выиграть.
}
conduct-credited = Сервер не работал ({ $time }). Это время никому не засчитывается.
conduct-rematch-made = Следующая партия создана.
conduct-result = Результат. { $ending }
conduct-strays = Вне игры, на неигровых полях: { $squares }.
conduct-note = Примечание: { $text }

incorrect-touched = { $side ->
    [white] Белые трогают шашки во время хода чёрных.
   *[black] Чёрные трогают шашки во время хода белых.
} Это некорректно; записано, последствий нет.
incorrect-not-shown = { $side ->
    [white] Белые не обозначили взятие шашка за шашкой.
   *[black] Чёрные не обозначили взятие шашка за шашкой.
} Это некорректно; записано, последствий нет.

conduct-hand-adjust = говорят: «Поправляю!»
conduct-hand-touch = дотрагиваются до { $squares }
conduct-hand-lift = берут шашку { $squares }
conduct-hand-back = берут шашку { $squares } и ставят обратно
conduct-hand-carry = переставляют шашку { $square } на { $squares }
conduct-hand-hold = переставляют шашку { $square } на { $squares }, не отпуская
conduct-hand-place = ставят её на { $squares }
conduct-hand-release = отпускают шашку
conduct-hand-remove = снимают с доски { $squares }
conduct-hand-crown = превращают { $squares } в дамку
conduct-act-move = ходят { $move }
conduct-act-pass = пропускают ход
conduct-act-press = переключают часы
conduct-act-offer = предлагают ничью
conduct-act-accept = соглашаются
conduct-act-decline = отказываются
conduct-act-resign = сдаются
conduct-act-claim-draw = требуют ничьей по правилам
conduct-act-claim-nobody-can-win = заявляют, что ни одна сторона не может выиграть
conduct-act-claim-gone = требуют победы: соперник ушёл
conduct-act-claim-gone-draw = требуют ничьей: соперник ушёл
conduct-act-claim-flag = требуют победы: время соперника вышло
conduct-act-claim-wrong-board = указывают, что доска повёрнута неправильно
conduct-act-claim-wrong-setup = указывают, что шашки расставлены неправильно
conduct-act-insist = настаивают на соблюдении правил
conduct-act-demand = требуют исправления
conduct-act-vain-demand = требуют исправления, хотя исправлять нечего
conduct-act-ask-back = просят вернуть ход
conduct-act-agree-back = разрешают вернуть ход
conduct-act-ask-pause = просят о перерыве
conduct-act-agree-pause = соглашаются на перерыв
conduct-act-end-pause = прекращают перерыв
conduct-act-vacation = уходят в отпуск: { $time }
conduct-act-back = возвращаются из отпуска
conduct-act-leave = покидают партию
conduct-act-return = возвращаются
conduct-act-drop = отказываются от партии
conduct-act-rematch = хотят сыграть ещё
conduct-act-disturbance = Шашки на доске сбиты кем-то со стороны.
conduct-act-cannot-win = { $side ->
    [white] Доказано: из этой позиции белые выиграть не могут.
   *[black] Доказано: из этой позиции чёрные выиграть не могут.
}
conduct-act-flag = { $side ->
    [white] Флажок белых упал.
   *[black] Флажок чёрных упал.
}
conduct-act-unproved = Не доказано, что соперник не может выиграть.
conduct-act-other = «{ $text }»
ruling = Решение судьи: { $what }.
ruling-correct = нарушение исправить
ruling-stand = оставить как есть
ruling-refusal = { $side ->
    [white] белым засчитать поражение за отказ соблюдать правила
   *[black] чёрным засчитать поражение за отказ соблюдать правила
}
ruling-penalty = { $side ->
    [white] белым засчитать поражение за нарушение регламента турнира
   *[black] чёрным засчитать поражение за нарушение регламента турнира
}
ruling-draw = ничья
ruling-award = { $side ->
    [white] белым присудить победу
   *[black] чёрным присудить победу
}
ruling-annul = партию аннулировать и переиграть
ruling-pause = остановить часы
ruling-resume = снова пустить часы
ruling-time = { $side ->
    [white] поставить на часах белых { $time }
   *[black] поставить на часах чёрных { $time }
}

conduct-end-flag = { $side ->
    [white] у белых кончилось время
   *[black] у чёрных кончилось время
}
conduct-end-mercy = { $side ->
    [white] у белых кончилось время, но чёрные не могут выиграть
   *[black] у чёрных кончилось время, но белые не могут выиграть
}
conduct-end-refusal = { $side ->
    [white] белые отказываются соблюдать правила
   *[black] чёрные отказываются соблюдать правила
}
conduct-end-penalty = { $side ->
    [white] белые нарушили регламент турнира: часы, откладывание или дисциплина
   *[black] чёрные нарушили регламент турнира: часы, откладывание или дисциплина
}
conduct-end-gone = { $side ->
    [white] белые покинули партию
   *[black] чёрные покинули партию
}
conduct-end-gone-draw = { $side ->
    [white] белые ушли, и чёрные согласны на ничью
   *[black] чёрные ушли, и белые согласны на ничью
}
conduct-end-arbiter-draw = по решению судьи ни одна сторона не может выиграть
conduct-end-awarded = судья присудил победу в неоконченной партии
conduct-end-annulled = Партия аннулируется и переигрывается.
conduct-end-dropped = Партия прекращена до второго хода и не считается.
cite-agreed = по договорённости до партии

right-move = сделать ход
right-demand = потребовать исправить нарушение целиком
right-let-stand = согласиться с ним, сделав ход
right-crown = превратить простую соперника в дамку
right-press = переключить часы
right-offer = предложить ничью
right-answer = согласиться или отказаться
right-claim-draw = потребовать ничьей по правилам
right-claim-gone = потребовать победы или ничьей, потому что соперник ушёл
right-claim-flag = потребовать победы: время соперника вышло
right-ask-pause = попросить о перерыве
right-end-pause = прекратить перерыв
right-ask-back = попросить вернуть ход
right-drop = отказаться от партии
right-resign = сдаться
right-rule = вынести судейское решение
rights-of = { $side ->
    [white] Белые могут
   *[black] Чёрные могут
}: { $rights }.
rights-none = { $side ->
    [white] Белые сейчас ничего не могут сделать.
   *[black] Чёрные сейчас ничего не могут сделать.
}

refused-time-backward = Время раньше, чем у предыдущей записи.
refused-not-yours = У вас нет права на это.
refused-not-your-turn = Сейчас ход соперника.
refused-nothing-moved = Ход ещё не сделан.
refused-other-piece-bound = Тронута другая шашка: ходить надо ею.
refused-other-manner = Это строгая партия: ход делают целиком, движения рук не записывают.
refused-nothing-to-correct = Нет нарушения соперника, о котором ещё можно решать.
refused-no-more-demands = Вы трижды потребовали исправления, когда исправлять было нечего. Теперь о нарушениях решает только судья.
refused-nothing-to-answer = Отвечать не на что.
refused-not-gone-long = Соперник отсутствует ещё недостаточно долго.
refused-too-late-to-drop = Второй ход уже сделан: просто прекратить партию больше нельзя.
refused-clock = Часы этого не позволяют.
refused-clock-runs = Время ещё не кончилось.
refused-other-pace = Это партия на несколько дней: постоянно быть за доской не нужно.
refused-only-over-days = Это возможно только в партиях на несколько дней.
refused-paused = В партии перерыв. Сначала прекратите его.
refused-no-vacation = В этой партии договорились обойтись без отпусков.
refused-not-over = Партия ещё не окончена.
refused-already-done = Это уже сделано.
refused-no-takebacks = По условиям партии ходы не возвращаются.
refused-stale = С тех пор положение в партии изменилось.
impossible-hand-full = В руке уже есть шашка.
impossible-hand-empty = В руке ничего нет.
impossible-not-set-down = Шашка ещё в воздухе: сначала её надо поставить.
impossible-off-the-board = Поля { $square } нет на доске.
impossible-no-man = На поле { $square } нет простой, которую можно превратить в дамку.

record-line = Строка { $line }: { $problem }
record-empty = Запись пуста. Первой строкой должно быть «damka-record 2».
record-head = Запись начинается словами «damka-record 2», а не «{ $text }».
record-later = «{ $text }»: эту запись сделала более новая версия программы.
record-no-colon = «{ $text }»: надо писать имя: значение. Заголовок кончается пустой строкой.
record-too-many = В записи может быть не больше { $most } событий.
event-too-long = Строка слишком длинная: больше { $most } байт.
event-missing = «{ $text }»: чего-то не хватает.
event-version = Версия «{ $text }»: эту строку записала более новая версия программы.
event-version-unknown = «{ $text }»: такой версии строк нет.
event-time = «{ $text }» — не время. Время пишут так: 1:02 или 1:02.5.
event-actor = «{ $text }»: такого участника нет. Есть white, black, arbiter и nobody.
event-act = «{ $text }»: такого за доской не делают.
event-extra = «{ $text }» здесь лишнее.
spec-unknown-line = «{ $text }»: такой строки в заголовке нет. Можно: { $known }.
spec-bad-value = «{ $text }» не подходит для «{ $name }». Можно: { $expected }.
spec-start-and-odds = Позицию и фору нельзя указать вместе.

span-days = { $count ->
    [one] { $count } день
    [few] { $count } дня
   *[other] { $count } дней
}
span-hours = { $count ->
    [one] { $count } час
    [few] { $count } часа
   *[other] { $count } часов
}
span-minutes = { $count ->
    [one] { $count } минута
    [few] { $count } минуты
   *[other] { $count } минут
}
span-seconds = { $count ->
    [one] { $number } секунда
    [few] { $number } секунды
    [many] { $number } секунд
   *[other] { $number } секунды
}
clock-none = { $side ->
    [white] Белые играют без часов
   *[black] Чёрные играют без часов
}
clock-left = { $side ->
    [white] У белых осталось { $time }
   *[black] У чёрных осталось { $time }
}
clock-periods = { $all ->
    [one] { $left } из { $all } периода
   *[other] { $left } из { $all } периодов
}
clock-moves = { $count ->
    [one] до контроля { $count } ход
    [few] до контроля { $count } хода
   *[other] до контроля { $count } ходов
}
clock-delay = задержка { $time }
control-none = без часов
control-each-move = { $time } на каждый ход
control-hourglass = песочные часы, { $time }
control-game = { $time } на партию
control-rest = { $time } до конца партии
control-moves = { $count ->
    [one] { $time } на { $count } ход
    [few] { $time } на { $count } хода
   *[other] { $time } на { $count } ходов
}
control-again = { $count ->
    [one] { $time } на каждый { $count } ход
    [few] { $time } на каждые { $count } хода
   *[other] { $time } на каждые { $count } ходов
}
control-byoyomi = { $count ->
    [one] бёёми, { $count } период, { $time }
    [few] бёёми, { $count } периода, каждый — { $time }
   *[other] бёёми, { $count } периодов, каждый — { $time }
}
control-fischer = { $stage }, добавка за каждый ход — { $time }
control-bronstein = { $stage }, после хода возвращается потраченное время, но не больше чем { $time }
control-delay = { $stage }, задержка перед каждым ходом — { $time }
control-then = { $before }; затем { $after }
control-error-empty = Контроль времени не указан.
control-error-not-a-time = «{ $text }» — не время.
control-error-no-unit = «{ $text }»: нет единицы (d, h, m, s или ms).
control-error-too-long = «{ $text }»: слишком долго.
control-error-not-a-count = «{ $text }»: нужно число от 1 до 65535.
control-error-moves-missing = «{ $text }»: это не последний этап, надо указать число ходов.
control-error-no-time = «{ $text }» не даёт времени.
control-error-too-many-stages = «{ $text }»: этапов слишком много.
control-error-byoyomi-not-last = «{ $text }» стоит после бёёми, а бёёми должно быть последним.
control-error-hourglass-not-alone = «{ $text }»: песочные часы нельзя сочетать с другим контролем.

arbiter-players = Белые: { $white }. Чёрные: { $black }.
arbiter-nobody = имя не указано
arbiter-at-board = Как за настоящей доской: программа не вмешивается, а исправлять ли нарушение, решает только соперник.
arbiter-strict = Строгая партия: невозможный ход не принимается, и объясняется почему.
arbiter-added-code = В тексте этой игры такого кодекса нет: «Дамка» добавила кодекс русских шашек.
arbiter-clock = Контроль времени: { $control }.
arbiter-clocks = Контроль времени белых: { $white }. Контроль времени чёрных: { $black }.
arbiter-mercy = По договорённости тот, у кого кончилось время, не проигрывает сопернику, который не может выиграть.
arbiter-found = Шашки расставлены не так, как условились. Кто ещё не сделал ход, может потребовать исправления. [A.violation.2]
arbiter-refused = Не принято. { $reason }
arbiter-too-late = Слишком поздно. { $act }
arbiter-now = Партия продолжается. { $turn }
arbiter-cannot-read = Не удалось прочитать «{ $file }»: { $reason }

### Соревнования

contest-kind-match = Матч
contest-kind-simul = Сеанс одновременной игры
contest-kind-evening = Клубный вечер
contest-stage-gathering = Сбор участников
contest-stage-playing = Идёт игра
contest-stage-over = Окончено
contest-standing-applied = просит принять
contest-standing-in = участвует
contest-standing-out = больше не участвует
contest-in-room = играет за доской в зале
contest-entrant-unnamed = Участник { $number }
contest-entrant-line = { $number }. { $name }: { $standing }
contest-length-games = { $count ->
    [one] { $count } партия
    [few] { $count } партии
   *[other] { $count } партий
}
contest-length-first-to = { $count ->
    [one] до { $count } очка
   *[other] до { $count } очков
}
contest-length-best-of = { $count ->
    [one] не больше { $count } партии, пока исход не ясен
   *[other] не больше { $count } партий, пока исход не ясен
}
contest-term-length = Продолжительность: { $length }.
contest-term-colours-lots = { $kind ->
    [match] Первый цвет — по жребию, потом цвета чередуются.
    [simul] Цвет на каждой доске — по жребию.
   *[evening] Цвета распределяются поровну, при равенстве — по жребию.
}
contest-term-colours-white = { $kind ->
    [simul] Сеансёр на всех досках играет белыми.
   *[other] В первой партии первый участник играет белыми, потом цвета чередуются.
}
contest-term-colours-black = { $kind ->
    [simul] Сеансёр на всех досках играет чёрными.
   *[other] В первой партии первый участник играет чёрными, потом цвета чередуются.
}
contest-term-colours-alternate = Сеансёр играет белыми и чёрными через доску.
contest-term-draws-count = Ничья — по пол-очка каждому.
contest-term-draws-faster = Ничья переигрывается с меньшим временем до первой победы: { $ladder }.
contest-term-openings = { $count ->
    [one] Партии начинаются с { $count } условленной позиции.
   *[other] Каждые две партии начинаются с одной из { $count } условленных позиций.
}
contest-term-joining-free = Участвовать может любой.
contest-term-joining-asked = Участников по их просьбе принимает организатор.
contest-term-late = После начала вступить нельзя.
contest-term-host-clock = У сеансёра одни часы на все доски: { $time }.
contest-term-clocks = Время сеансёра: { $host }. Время гостей: { $guests }.
contest-term-clocks-each = Время первого участника: { $host }. Время соперника: { $guests }.
contest-term-patience = Кто ждёт соперника { $time }, может потребовать очко.
contest-entrant-term-rules = правила
contest-entrant-term-odds = фора
contest-entrant-term-colour = цвет
contest-outcome-white-won = победа белых
contest-outcome-black-won = победа чёрных
contest-outcome-draw = ничья
contest-outcome-both-lost = поражение обоих
contest-outcome-void = не засчитана
contest-source-game = по итогу партии
contest-source-typed = введено вручную
contest-source-settled = решено при закрытии
contest-source-walkover = соперник не пришёл
contest-board = Доска { $table }
contest-game = Партия { $round }
contest-game-again = Партия { $round }, переигровка { $again }
contest-actor-owner = Организатор
contest-actor-arbiter = Арбитр
contest-told-by = { $who }: { $text }
contest-did-apply = { $name } просит принять в соревнование.
contest-did-enter = { $name } участвует.
contest-did-enter-room = { $name } участвует за доской в зале.
contest-did-strength = { $text } Сила: { $strength }.
contest-did-out = { $name } больше не участвует.
contest-did-term = Условие для участника { $name }: { $term } — { $value }.
contest-did-begin = Игра начинается.
contest-did-lot = Жребий брошен, его число — { $seed }.
contest-did-pair = { $board }: белые — { $white }, чёрные — { $black }.
contest-did-pair-room = { $board } в зале: белые — { $white }, чёрные — { $black }.
contest-did-result = { $board }: { $outcome } ({ $source }).
contest-did-ready = { $name } ждёт партию.
contest-did-rest = { $name } отдыхает.
contest-did-clock-runs = Часы сеансёра идут.
contest-did-clock-stands = Часы сеансёра остановлены.
contest-did-clock-fell = Время сеансёра истекло.
contest-did-close = Соревнование закрыто.
contest-ended-finished = Всё сыграно.
contest-ended-abandoned = { $name } прекращает матч.
contest-ended-closed = Соревнование закрыто.
contest-match-won = Матч выигрывает { $name }, счёт { $score }.
contest-match-drawn = Матч окончен вничью, { $score }.
contest-match-score = Счёт { $score }.
contest-open = { $count ->
    [one] Играется { $count } партия.
    [few] Играются { $count } партии.
   *[other] Играется { $count } партий.
}
contest-why-waited = ожидание { $time }
contest-why-met = { $count ->
    [0] ещё не встречались
   *[other] партий между собой: { $count }
}
contest-why-difference = разница в силе { $difference }
contest-refused-over = Соревнование окончено.
contest-refused-other-kind = В таком соревновании так не делают.
contest-refused-no-entrant = Такого участника нет.
contest-refused-full = Мест больше нет.
contest-refused-too-late = Сеанс начался, опоздавших не принимают.
contest-refused-not-in = { $name } не участвует.
contest-refused-has-game = { $name } уже играет.
contest-refused-too-few = Не хватает соперника.
contest-refused-no-board = Такой доски нет.
contest-refused-game-decides = Результат даёт сама партия. Исправить его может только арбитр.
contest-refused-own-game = Свою партию решать нельзя.
contest-refused-may-still-come = Соперник ещё может прийти. Подождите ещё { $time }.
contest-refused-boards-open = { $count ->
    [one] Ещё играется { $count } партия. Сначала доиграйте или решите её.
    [few] Ещё играются { $count } партии. Сначала доиграйте или решите их.
   *[other] Ещё играется { $count } партий. Сначала доиграйте или решите их.
}
contest-refused-again = Соревнование только что изменилось. Попробуйте ещё раз.
contest-spec-no-kind = Нет строки «kind». Можно: { $expected }.
contest-spec-no-ladder = Для переигровок нужны более быстрые часы в строке «ladder».
contest-spec-too-many = У «{ $name }» может быть не больше { $most } значений.
contest-spec-host-clock = Одни часы на все доски бывают только в сеансе, где у сеансёра нет других часов.
contest-record-empty = Запись пуста. Первой строкой должно быть «damka-contest 1».
contest-record-head = Запись соревнования начинается словами «damka-contest 1», а не «{ $text }».
contest-record-name = «{ $text }»: участники нумеруются подряд, здесь должно быть «entrant-{ $number }».
contest-event-actor = «{ $text }»: такого лица нет. Есть owner, arbiter, entrant.1 и nobody.
contest-event-deed = «{ $text }»: такого в соревновании не бывает.
contest-event-entrant = «{ $text }» — не номер участника.
contest-event-board = «{ $text }» — не доска. Доску пишут так: тур.стол.партия, например 1.3.1.
contest-event-result = «{ $text }» — не результат. Можно: { $expected }.
contest-event-seed = «{ $text }» — не число жребия: нужны 16 шестнадцатеричных цифр.
contest-event-term = «{ $text }» — не условие участника. Можно: { $expected }.
contest-damage-over = Соревнование уже окончилось.
contest-damage-entrant = Участника с таким номером нет, или номер не по порядку.
contest-damage-board = Такой доски нет, или она уже есть.
contest-damage-clock = В этом соревновании нет общих часов сеансёра.
contest-damage-actor = Часы сеансёра ведёт только программа: здесь должно быть «nobody».
contest-sheet-number = Доска
contest-sheet-where = Где
contest-sheet-room = в зале
contest-sheet-online = в сети
contest-table-place = Место
contest-table-name = Участник
contest-table-points = Очки
contest-table-games = Партии
contest-table-results = + = −
contest-table-nobody = Участников пока нет.
contest-sound = { $count ->
    [one] Запись исправна: { $count } событие, досок: { $boards }.
    [few] Запись исправна: { $count } события, досок: { $boards }.
   *[other] Запись исправна: { $count } событий, досок: { $boards }.
}
contest-game-missing = { $board }: нет файла партии { $game }.
contest-game-broken = { $board }, «{ $file }»: { $problem }
contest-game-differs = { $board }: итог партии — «{ $played }», а в соревновании — «{ $scored }».
contest-game-open = не окончена

# Training

train-playing = Игра
train-fitting = Подбор весов
train-played = { $played ->
    [one] Сыграна { $played } партия, в файле { $games }.
    [few] Сыграны { $played } партии, в файле { $games }.
   *[other] Сыграно { $played } партий, в файле { $games }.
}
train-bad-weights = Файл { $file } не годится как веса: { $problem }.
train-bad-games = Файл { $file } не годится как учебные партии: { $problem }.

### Таблицы окончаний

endgame-plan = { $slices ->
    [one] Позиций: { $positions } в { $slices } паре срезов; памяти под позиции не больше { $memory } МиБ.
   *[other] Позиций: { $positions } в { $slices } парах срезов; памяти под позиции не больше { $memory } МиБ.
}
endgame-building = Построение
endgame-verifying = Проверка
endgame-built = Позиций: { $positions } за { $seconds } с; { $bytes } КиБ, { $density } позиций на байт оценок.
endgame-complete = Всё уже построено.
endgame-verified = Позиций: { $positions }, срезов: { $slices }; каждая оценка следует из ходов.
endgame-flaw-position = { $fen }: в таблице «{ $stored }», а по ходам «{ $follows }». Удалите таблицы и постройте их заново.
endgame-flaw-summary = Числа для { $material } не сходятся с позициями. Удалите таблицы и постройте их заново.
endgame-none = В папке { $folder } нет таблиц этой игры. Их строит команда «damka endgame build { $game } --pieces 4».
endgame-unknown = Таблицы в папке { $folder } не знают этой позиции. Команда «damka endgame build» строит бо́льшие таблицы.
endgame-won = выигрыш за { $plies ->
    [one] { $plies } полуход
    [few] { $plies } полухода
   *[other] { $plies } полуходов
}
endgame-lost = проигрыш за { $plies ->
    [one] { $plies } полуход
    [few] { $plies } полухода
   *[other] { $plies } полуходов
}
endgame-drawn = ничья
endgame-of-white = Ход белых: { $value }.
endgame-of-black = Ход чёрных: { $value }.
endgame-verdict-wins = { $side ->
    [white] Белые выигрывают раньше, чем наступит ничья по правилам.
   *[black] Чёрные выигрывают раньше, чем наступит ничья по правилам.
}
endgame-verdict-drawn-by-rule = { $side ->
    [white] Белые выиграли бы, но раньше наступит ничья:
   *[black] Чёрные выиграли бы, но раньше наступит ничья:
} { $plies ->
    [0] она уже наступила.
    [one] по правилам не позже чем через { $plies } полуход.
    [few] по правилам не позже чем через { $plies } полухода.
   *[other] по правилам не позже чем через { $plies } полуходов.
}
endgame-verdict-drawn-by-repetition = { $side ->
    [white] Белые выиграли бы, но ничья по правилам наступит раньше: при лучшей игре партия ничейная.
   *[black] Чёрные выиграли бы, но ничья по правилам наступит раньше: при лучшей игре партия ничейная.
}
endgame-verdict-unproved = Хватит ли на выигрыш ходов до ничьей по правилам, установить не удалось.
endgame-material = Материал
endgame-positions = Позиций
endgame-won-share = Выигрыш, %
endgame-drawn-share = Ничья, %
endgame-lost-share = Проигрыш, %
endgame-longest = Дольше всего
endgame-longest-position = { $plies ->
    [one] Самый долгий выигрыш: { $plies } полуход, { $fen }
    [few] Самый долгий выигрыш: { $plies } полухода, { $fen }
   *[other] Самый долгий выигрыш: { $plies } полуходов, { $fen }
}
endgame-chart = { $game }: выигрыши, ничьи и проигрыши стороны, за которой ход
endgame-size = Позиций: { $positions }, { $bytes } КиБ; { $density } позиций на байт оценок, вместе с длинами { $all }.
endgame-no-race = В этой игре ничего не бьют, поэтому таблиц окончаний у неё нет.
endgame-no-duty = Если взятие одним цветом оставляет тихие ходы другим (enemy-duty=colour), таблиц окончаний нет.
endgame-bad-material = «{ $text }» — не материал: простые и дамки обеих сторон пишут как 1m2k-0m1k, всего не больше восьми шашек.
endgame-memory = Нужно { $needed } МиБ памяти, разрешено { $allowed }. Разрешите больше: --memory.
endgame-busy = Эти таблицы уже строит другая программа.
endgame-stopped = Остановлено. В следующий раз построение продолжится отсюда.
endgame-file-io = Файл { $file } использовать нельзя: { $reason }.
endgame-file-not-a-table = Файл { $file } — не таблица окончаний.
endgame-file-version = Файл { $file } записан другой версией «Дамки» (формат { $version }).
endgame-file-other-game = Файл { $file } от игры с другими правилами ({ $rules }).
endgame-file-other-material = В файле { $file } не те шашки, что в его имени.
endgame-file-damaged = Файл { $file } повреждён. Удалите его и постройте заново.
endgame-no-data-folder = Нет папки для таблиц: укажите её в --data.

### Матчи между игроками

match-title = { $game }: { $a } против { $b }
match-games = Партии
match-results = A: победы, ничьи, поражения
match-score = Результат A, 95 %
match-elo = Перевес A в Эло, 95 %
match-superiority = Вероятность, что A сильнее
match-pairs = Пары с 0, ½, 1, 1½, 2 очками
match-test = Последовательный тест
match-test-open = не решён
match-test-stronger = скорее A сильнее на { $elo1 } Эло, чем на { $elo0 }
match-test-not-stronger = скорее A сильнее на { $elo0 } Эло, чем на { $elo1 }
match-won-by-colour = Побед белых / чёрных
match-plies = Полуходов в партии
match-too-long = Ничьи из-за длины партии
match-unbalanced = Из неравных дебютов
match-repeated = Из повторных дебютов
match-depth = Полуходов вперёд
match-seconds = Секунд на ход
match-oversteps = Ходов дольше срока
match-overshoot = Самая большая просрочка, с
match-forfeits = Проиграно без возможного хода
match-fault = { $count ->
    [one] { $player }: { $count } партия проиграна без возможного хода: { $fault }
    [few] { $player }: { $count } партии проиграны без возможного хода: { $fault }
   *[other] { $player }: { $count } партий проиграно без возможного хода: { $fault }
}
match-unknown-player = Нет игрока «{ $text }». Есть: engine, random, hub:КОМАНДА и dxp:АДРЕС:ПОРТ.
match-unknown-option = У игрока «{ $player }» нет настройки «{ $option }».
match-bad-value = Настройка «{ $name }» не может быть «{ $value }».
match-bad-sprt = Первое число Эло должно быть меньше второго.
match-no-openings = в нём нет дебютов.
match-opening-line = строка { $line }: { $reason }
match-opening-over = Партия там уже окончена.
match-player-fails = Игрок «{ $player }» не может играть: { $reason }
match-state-line = Строка { $line } файла «{ $file }» не похожа на запись матча.
match-state-differs = Файл «{ $file }» относится к другому матчу: { $setting } там «{ $there }», а здесь «{ $here }».

### Игры с другими программами по сети

dxp-listening = Жду другую программу по адресу { $address }.
dxp-cannot-listen = Ждать другие программы по адресу { $address } не получается: { $reason }
dxp-calling = Соединяюсь с { $address }.
dxp-connected = Есть соединение с { $address }.
dxp-left = Соединение с { $address } закончилось.
dxp-offer-refused = Программа { $name } предлагает партию, которую здесь сыграть нельзя. Отказ.
dxp-game = { $side ->
    [white] Начинается партия с программой { $name }. У «Дамки» белые.
   *[black] Начинается партия с программой { $name }. У «Дамки» чёрные.
}
dxp-time-none = О времени не договорились.
dxp-time-whole = Время каждой стороны на всю партию: { $minutes } мин.
dxp-time-moves = Время каждой стороны: { $minutes } мин. Ходов у каждой стороны: { $moves }.
dxp-move = { $name }: { $move }
dxp-chat = { $name } пишет: { $text }
dxp-taken-back = Другая программа вернула ходы.
dxp-nonsense = Это непонятно и пропущено: { $text }
dxp-end-win = «Дамка» выиграла.
dxp-end-loss = «Дамка» проиграла.
dxp-end-draw = Ничья.
dxp-end-unknown = Партия закончилась без результата.
dxp-wrong-game = DamExchange годится только для международных шашек. В игру «{ $game }» играют иначе.
dxp-error-network = Не удалось соединиться: { $reason }
dxp-error-closed = Другая программа закрыла соединение.
dxp-error-silent = Другая программа не ответила вовремя.
dxp-error-refused = Другая программа отказалась от партии (код { $code }).
dxp-error-illegal = Другая программа сделала ход не по правилам: { $text }
dxp-error-player = «Дамка» не нашла хода: { $reason }

### Уровни компьютера, подсказки, оценки

level-beginner = Новичок
level-junior-3 = 3-й юношеский разряд
level-junior-2 = 2-й юношеский разряд
level-junior-1 = 1-й юношеский разряд
level-rank-3 = 3-й разряд
level-rank-2 = 2-й разряд
level-rank-1 = 1-й разряд
level-candidate = Кандидат в мастера
level-master = Мастер спорта
level-grandmaster = Гроссмейстер
# The computer as somebody to play against: one animal for each level.
character-beginner = Цыплёнок
character-junior-3 = Мышонок
character-junior-2 = Зайчик
character-junior-1 = Ёжик
character-rank-3 = Белка
character-rank-2 = Кот
character-rank-1 = Лиса
character-candidate = Медведь
character-master = Сова
character-grandmaster = Лев
guest = Гость
guest-tagged = Гость { $tag }
hint = Лучший ход: { $move }. { $reason }
hint-only-move = Другого хода нет.
hint-wins = Выигрывает партию.
hint-wins-in = { $count ->
    [one] Выигрывает партию в { $count } ход.
    [few] Выигрывает партию в { $count } хода.
   *[other] Выигрывает партию в { $count } ходов.
}
hint-holds-out = Проигрывают все ходы, но этот — дольше других.
hint-holds-out-for = { $count ->
    [one] Проигрывают все ходы, но с этим можно держаться дольше всего: { $count } ход.
    [few] Проигрывают все ходы, но с этим можно держаться дольше всего: { $count } хода.
   *[other] Проигрывают все ходы, но с этим можно держаться дольше всего: { $count } ходов.
}
hint-pieces = { $count ->
    [one] { $count } шашку
    [few] { $count } шашки
   *[other] { $count } шашек
}
hint-combination = Начинает комбинацию: отдаёте { $gives } и берёте { $takes }.
hint-wins-men = { $count ->
    [1] Выигрывает шашку.
    [one] Выигрывает { $count } шашку.
    [few] Выигрывает { $count } шашки.
   *[other] Выигрывает { $count } шашек.
}
hint-wins-king = Выигрывает дамку.
hint-leads-to-men = { $count ->
    [1] Ведёт к выигрышу шашки.
    [one] Ведёт к выигрышу { $count } шашки.
   *[other] Ведёт к выигрышу { $count } шашек.
}
hint-takes-back = Отыгрывает то, что было взято.
hint-promotes = Шашка становится дамкой.
hint-breaks-through = { $count ->
    [one] Шашка прорывается в дамки: { $count } ход.
    [few] Шашка прорывается в дамки: { $count } хода.
   *[other] Шашка прорывается в дамки: { $count } ходов.
}
hint-stops-threat = { $count ->
    [1] Защищает от угрозы: соперник хотел выиграть шашку.
    [one] Защищает от угрозы: соперник хотел выиграть { $count } шашку.
    [few] Защищает от угрозы: соперник хотел выиграть { $count } шашки.
   *[other] Защищает от угрозы: соперник хотел выиграть { $count } шашек.
}
hint-stops-giving = { $count ->
    [1] Защищает от угрозы: соперник хотел отдать шашку.
    [one] Защищает от угрозы: соперник хотел отдать { $count } шашку.
    [few] Защищает от угрозы: соперник хотел отдать { $count } шашки.
   *[other] Защищает от угрозы: соперник хотел отдать { $count } шашек.
}
hint-draws = Удерживает ничью; другие ходы проигрывают.
hint-avoids-loss = Другие ходы проигрывают.
hint-gives-away = { $count ->
    [1] Отдаёт шашку.
    [one] Отдаёт { $count } шашку.
    [few] Отдаёт { $count } шашки.
   *[other] Отдаёт { $count } шашек.
}
hint-leads-to-giving = { $count ->
    [1] Помогает отдать шашку.
    [one] Помогает отдать { $count } шашку.
    [few] Помогает отдать { $count } шашки.
   *[other] Помогает отдать { $count } шашек.
}
hint-brings-home = Шашка приходит в домик соперника.
hint-long-jump = Прыжков за один ход: { $count }.
hint-develops = Вводит в игру шашку с задних рядов.
hint-best = Улучшает вашу позицию.
score-win = { $winner ->
    [white] { $count ->
        [one] белые выигрывают в { $count } ход
        [few] белые выигрывают в { $count } хода
       *[other] белые выигрывают в { $count } ходов
    }
   *[black] { $count ->
        [one] чёрные выигрывают в { $count } ход
        [few] чёрные выигрывают в { $count } хода
       *[other] чёрные выигрывают в { $count } ходов
    }
}

### Игра с компьютером в терминале

play-word-hint = подсказка, подскажи
play-help-hint = что сыграл бы на вашем месте компьютер и почему
play-word-friend = друг, подруга, вдвоём
play-levels-header = Уровни компьютера:
play-levels-line = { $number }. { $name }
play-choose-opponent = С кем играете? Наберите уровень от 1 до 10 или «{ $friend }», если вы играете вдвоём; Enter — уровень { $number }, { $name }.
play-unknown-level = Нет такого уровня: «{ $text }». Есть уровни от 1 до 10.
play-against = { $side ->
    [white] Вы играете белыми против компьютера. Уровень { $number }: { $name }.
   *[black] Вы играете чёрными против компьютера. Уровень { $number }: { $name }.
}
play-computer-declined = Компьютер не согласен на ничью. Партия продолжается.
play-computer-resigned = Компьютер сдаётся.

### Разбор партий

analysis-game = { $file }: партия { $number }: { $white } – { $black }, { $result }
analysis-player = { $side }: { $moves }, в среднем теряется { $loss } шашки за ход, точность { $accuracy }; { $inaccuracies }, { $mistakes }, { $blunders }.
analysis-player-forced = { $side }: { $moves }, выбора не было.
analysis-inaccuracies = { $count ->
    [one] { $count } неточность
    [few] { $count } неточности
   *[other] { $count } неточностей
}
analysis-mistakes = { $count ->
    [one] { $count } ошибка
    [few] { $count } ошибки
   *[other] { $count } ошибок
}
analysis-blunders = { $count ->
    [one] { $count } грубая ошибка
    [few] { $count } грубые ошибки
   *[other] { $count } грубых ошибок
}
analysis-turning-point = Переломный момент: { $move } (при лучшей игре: { $before }; после этого хода: { $after }).
analysis-stopped = Остановлено. Разобрано партий: { $count }.
analysis-stopped-file = Остановлено. Разобрано партий: { $count }. Они записаны в файл { $file }.

### The club's server: why something is not done

server-no-game = Такой партии нет.
server-no-contest = Такого соревнования нет.
server-not-your-contest = Это могут делать только организатор и участники соревнования.
server-contest-pairs = Следующую партию назначает соревнование: выберите её на его странице.
contest-bad-name = Соревнованию нужно название не длиннее 80 символов.
server-no-link = Такой ссылки нет.
server-link-ended = Тренер закрыл эту ссылку.
server-not-your-link = Закрыть ссылку может только тот, кто её создал.
server-offer-gone = Игрок, который предложил эту партию, ушёл.
server-no-path = По этому адресу ничего нет.
server-wrong-method = По этому адресу такой метод запроса не поддерживается.
server-local-only = Это доступно только самому компьютеру, на котором работает клуб, и не через прокси. Если задан --public-url, о прокси нужно сказать ключом --behind-proxy.
server-not-json = Тело запроса должно быть в формате JSON с типом application/json.
server-bad-request = Не удалось понять запрос: { $reason }
server-too-large = Запрос слишком большой.
server-not-your-seat = Это не ваше место.
server-not-your-game = Это может сделать только тот, кто создал партию.
server-no-free-seat = В этой партии нет свободного места.
server-used-number = Программа дала двум разным действиям один и тот же номер. Обновите страницу.
# Teams and talk.
refused-captain-decides = В этой команде решает капитан. Предложите ход ему.
refused-team-mates-turn = Сейчас очередь другого игрока вашей команды.
refused-team-mate-moved = Ход за вашу команду уже сделан.
refused-no-team = За этой стороной стола один игрок: команды нет.
refused-no-talk = Игроки условились не разговаривать.
refused-only-phrases = Игроки условились говорить только готовыми фразами.
conduct-said = { $side ->
    [white] Белые пишут: «{ $text }»
   *[black] Чёрные пишут: «{ $text }»
}
conduct-proposed = { $side ->
    [white] Белые предлагают: { $squares }.
   *[black] Чёрные предлагают: { $squares }.
}
conduct-said-deleted = Слова удалены.
conduct-begun = Партия началась неполными командами: белых { $white }, чёрных { $black }.
phrase-hello = Здравствуйте!
phrase-good-luck = Удачи!
phrase-thanks = Спасибо!
phrase-well-played = Хорошо сыграно!
phrase-nice-move = Хороший ход!
phrase-one-moment = Минуту, пожалуйста.
phrase-back = Снова на месте.
phrase-sorry = Извините.
phrase-no-problem = Ничего страшного.
phrase-must-go = Мне пора.
phrase-good-game = Хорошая партия!
phrase-bye = До свидания!
phrase-agree = За.
phrase-disagree = Против.
phrase-careful = Осторожно!
phrase-think = Подумаем ещё.
phrase-your-view = Что скажете?
phrase-your-turn = Ваш ход.
server-flag-waits-over-days = Флажок может ждать требования только в строгой партии по переписке.
server-vacation-none = В этом клубе отпусков нет.
server-vacation-past = Отпуск должен закончиться в будущем.
server-vacation-days = В этом году { $count ->
    [0] у вас не осталось дней отпуска
    [one] у вас остался { $count } день отпуска
    [few] у вас осталось { $count } дня отпуска
   *[other] у вас осталось { $count } дней отпуска
}.
server-no-conditions = Заготовить ходы можно только в своей партии по переписке, против другого человека и видя доску.
server-moved-on = Тем временем сделан ход. Посмотрите на доску и заготовьте ходы снова.
server-conditions-setup = К расставленной позиции ходы не заготовить.
server-conditions-lines = Заготовить можно не больше чем { $count ->
    [one] { $count } вариант
    [few] { $count } варианта
   *[other] { $count } вариантов
}.
server-conditions-long = В заготовленном варианте может быть не больше чем { $count ->
    [one] { $count } полуход
    [few] { $count } полухода
   *[other] { $count } полуходов
}.
server-conditions-choice = На каждый ход соперника можно заготовить только один ответ.
server-no-vote-yet = Голосовать команды пока не умеют: пусть решает любой, капитан или все по очереди.
server-team-size = За одну сторону может играть от 1 до { $count } человек.
server-teams-by-link = Команды играют в строгие партии, в которые приглашают по ссылке.
server-wrong-invitation = Это приглашение не даёт места в этой партии.
server-nobody-yet = Соперник ещё не подключился.
server-not-over = Партия ещё не окончена.
server-too-late = Для этого уже поздно.
server-no-hints = В этой партии нет подсказок.
server-played-now = Вы прямо сейчас играете эту позицию в партии против человека. Спросите после партии.
server-own-arbiter = Нельзя быть судьёй в собственной партии.
server-private-lobby = Партия, которую предлагают всему клубу, не может быть закрытой. Пригласите соперника по ссылке.
server-no-chat = В этом клубе игроки общаются только готовыми фразами.
server-nothing-said = В этом тексте нет ни одного видимого знака.
server-said-too-long = Слишком длинно. За один раз можно сказать не больше { $count } { $count ->
    [one] знака
   *[other] знаков
}.
server-name-length = В имени должно быть от 2 до 24 знаков.
server-name-letters = Имя состоит из латинских или кириллических букв, цифр, пробелов, точек и дефисов, и в нём есть хотя бы одна буква.
server-name-mixed = Латинские и кириллические буквы нельзя смешивать в одном слове.
server-name-taken = Это или похожее на него имя уже занято.
server-password = В пароле должно быть от 8 до 200 знаков.
server-common-password = Такой пароль угадывают одним из первых. Придумайте менее распространённый.
server-wrong-password = Неверное имя или пароль.
server-has-account = У вас уже есть учётная запись.
server-no-account = У вас нет учётной записи.
server-no-session = Там вы уже вышли.
server-wrong-code = Код неверен или устарел.
server-not-keeper = Это может делать только администратор клуба.
server-worker-key = Клуб не знает такого ключа для помощников. Попросите действующий ключ у администратора клуба.
server-worker-update = Этот помощник считает не так, как программа клуба. Установите ту же версию программы, что у клуба, и запустите помощника снова.
server-job-gone = Это задание больше не принадлежит этому помощнику.
server-no-worker-key = Такого ключа нет.
server-blocked = Эта учётная запись заблокирована. Обратитесь к администратору клуба.
server-no-person = Такого человека здесь нет.
server-no-account-there = У этого человека нет учётной записи.
server-last-keeper = Это единственный администратор клуба. Сначала назначьте другого.
server-own-name = Это ваше собственное имя. Вы можете изменить его сами.
office-keeper = администратор
office-coach = тренер
office-arbiter = арбитр
keeper-log-machine = На самой машине
keeper-log-gone = № { $number } (данные удалены)
keeper-act-claim = { $keeper }: вступление в права администратора
keeper-act-invite = { $keeper }: ссылка для ещё одного администратора
keeper-act-appoint = { $keeper }: назначение — { $person }, { $detail }
keeper-act-dismiss = { $keeper }: освобождение от обязанностей — { $person }, { $detail }
keeper-act-rename = { $has-detail ->
    [yes] { $keeper }: новое имя — { $person } вместо { $detail }
   *[no] { $keeper }: новое имя — { $person }
}
keeper-act-block = { $keeper }: блокировка — { $person }
keeper-act-unblock = { $keeper }: снятие блокировки — { $person }
keeper-act-reset = { $keeper }: ссылка для нового пароля — { $person }
keeper-act-allow = { $keeper }: новые ограничения — { $person }, { $detail }
keeper-act-export = { $keeper }: выгрузка данных — { $person }
keeper-act-delete = { $keeper }: удаление данных — { $person }
keeper-act-hide = { $keeper }: партия скрыта
keeper-act-show = { $keeper }: скрытая партия снова показана
keeper-act-ignore = { $keeper }: жалобы отклонены — { $person }
keeper-act-let-work = { $keeper }: создан ключ для помощников — { $detail }
keeper-act-end-work = { $keeper }: отозван ключ для помощников — { $detail }
server-too-many = { $count ->
    [one] Слишком много запросов. Попробуйте через { $count } секунду.
    [few] Слишком много запросов. Попробуйте через { $count } секунды.
   *[other] Слишком много запросов. Попробуйте через { $count } секунд.
}
server-cap-sockets = У вас открыто слишком много страниц клуба ({ $count }). Сначала закройте лишние.
server-cap-address = Из вашей сети открыто слишком много страниц ({ $count }).
server-cap-watching = Вы уже смотрите эту партию в нескольких окнах ({ $count }).
server-cap-watchers = Из вашей сети эту партию смотрит слишком много людей ({ $count }).
server-cap-contests = { $count ->
    [one] Вы уже проводите { $count } незавершённое соревнование. Сначала закройте его.
    [few] Вы уже проводите { $count } незавершённых соревнования. Сначала закройте одно из них.
   *[other] Вы уже проводите { $count } незавершённых соревнований. Сначала закройте одно из них.
}
server-cap-offers = { $count ->
    [one] У вас уже есть { $count } открытое предложение игры. Сначала снимите его.
    [few] У вас уже есть { $count } открытых предложения игры. Сначала снимите одно из них.
   *[other] У вас уже есть { $count } открытых предложений игры. Сначала снимите одно из них.
}
server-cap-offers-address = Из вашей сети уже есть открытые предложения игры: { $count }. Примите одно из них или попробуйте позже.
server-cap-import = Один ваш импорт ещё читается. Дождитесь конца или отмените его.
server-foreign = Этот запрос пришёл со страницы другого сайта.
server-full = Клуб перегружен. Попробуйте чуть позже.
server-board-is-right = Доску и шашки расставила программа, как договорились. Решить иначе может только судья.
server-broken = Произошла ошибка, она записана в журнал. Всё подтверждённое сохранено; попробуйте ещё раз.
server-unclear = Связь внутри клуба прервалась именно в этот момент. Прежде чем повторить, проверьте, не выполнено ли это уже.
server-closing = Клуб закрывается. Ваша партия сохранена.
server-slow = Соединение было слишком медленным. Оно откроется снова.
server-link-opponent = Такая ссылка открывает партии с компьютером или за одним экраном.
server-quota-games = Партий у вас уже { $most } — больше хранить здесь нельзя. Сначала удалите ненужные.
server-quota-bytes = Ваши партии и заметки занимают { $most } МБ — больше места нет. Сначала удалите ненужное.
server-quota-notes = Заметки есть уже к { $most } партиям — больше хранить здесь нельзя. Сначала удалите ненужные.
server-quota-links = Открытых ссылок у вас уже { $most } — больше нельзя. Сначала закройте ненужные.
server-quota-address = Сегодня из вашей сети добавлено партий: { $most } — больше нельзя. Попробуйте завтра.
server-quota-address-bytes = Сегодня из вашей сети добавлено { $most } МБ — больше нельзя. Попробуйте завтра.
server-quota-account = С учётной записью можно хранить больше.
server-quota-near-games = Ваши партии: { $used } из { $most } возможных.
server-quota-near-bytes = Место для партий и заметок: занято { $used } МБ из { $most }.
server-quota-near-notes = Партии с вашими заметками: { $used } из { $most } возможных.
server-quota-near-links = Ваши открытые ссылки: { $used } из { $most } возможных.
server-link-task = Задание не может быть длиннее { $count } знаков.
server-import-most = Прочитано партий: { $count }, остальные пропущены.
server-import-game = Партия { $number }: { $reason }
server-import-nothing = В этом тексте нет партий.
server-no-import = Такого импорта нет.
server-import-long = в партии больше { $count } полуходов.
server-import-notes = варианты и комментарии слишком длинные, или у вас заметки к слишком многим партиям. Прочитаны только ходы.
pdn-event = Партия в клубе «Дамка»
server-import-parts = { $count ->
    [one] между ходами расставлены позиции, поэтому она сохранена как { $count } партия, по одной от каждой позиции
    [few] между ходами расставлены позиции, поэтому она сохранена как { $count } партии, по одной от каждой позиции
   *[other] между ходами расставлены позиции, поэтому она сохранена как { $count } партий, по одной от каждой позиции
}
server-notes-other = Эти заметки от другой партии: правила или начальная позиция не те.
# What other programs show beside an address of the club.
server-about = Шашечный клуб в одной программе: партии с людьми и с компьютером по точным правилам всех видов шашек, анализ, таблицы окончаний. Регистрация не нужна.
server-no-page-title = Дамка
server-no-page = Сервер работает, но программа собрана без страницы. Соберите сначала web/, потом программу.
store-full = Диск заполнен. Всё подтверждённое сохранено; партия продолжится, как только появится место.
store-read-only = Данные нельзя записать. Всё подтверждённое сохранено; партия продолжится, как только её можно будет сохранить.
store-busy = Данные заняты другой программой.
store-conflict = Это противоречит тому, что уже есть.
store-newer = Данные созданы более новой версией «Дамки».
store-damaged = Данные повреждены: { $what }. Всё остальное работает.
store-in-use = Эту папку данных уже использует другой экземпляр «Дамки»: процесс { $who }. Сначала остановите его или укажите другую папку.
store-io = Данные не удалось использовать: { $reason }. Всё подтверждённое сохранено.
store-unreachable = База данных не отвечает: { $why }. Всё подтверждённое сохранено; партия продолжится, как только база ответит.
store-unsure = Эта машина потеряла связь с базой данных клуба. Часы остановлены, всё подтверждённое сохранено; партия продолжится, как только связь вернётся, — здесь или на другой машине клуба.
store-address = Этот адрес базы данных не подходит: { $why }.
server-unsure = { $count ->
    [one] Этот узел уже { $count } секунду не может подтвердить свою аренду
    [few] Этот узел уже { $count } секунды не может подтвердить свою аренду
   *[other] Этот узел уже { $count } секунд не может подтвердить свою аренду
}: база данных не отвечает. Его партии приостановлены, и их могут принять другие узлы.
server-no-nats = Соединения с NATS нет, поэтому узлы общаются через базу данных, а это медленнее. Ничего не теряется.
server-alone = Один процесс со своими данными; партий в памяти: { $games }, соревнований: { $contests }, соединений: { $sockets }.
server-node = Узел { $name }, запуск { $run }; аренда подтверждена { $age } с назад; своих партий: { $games }, показано партий других узлов: { $followed }, своих соревнований: { $contests }, соединений: { $sockets }.
server-little-room = На диске осталось только { $megabytes } МБ.
server-backup-failed = Последняя резервная копия не удалась. { $reason }

### Starting the server

serve-open = Клуб открыт: { $url }
serve-lan = В вашей сети: { $url }
serve-lan-none = Адрес этого компьютера в сети не найден. На другом устройстве откройте адрес этого компьютера с портом { $port }.
serve-data = Партии хранятся в { $folder }
serve-node = Это узел { $name } клуба из нескольких машин
serve-stop = Чтобы закрыть клуб, нажмите Ctrl+C.
serve-closed = Клуб закрыт. Всё сохранено.
serve-port-taken = Порт { $port } занят другой программой. Выберите другой ключом --port, например --port { $other }.
serve-cannot-listen = Клуб не удалось открыть по адресу { $address }: { $reason }
serve-no-home = Нет папки для данных. Укажите её ключом --data.
serve-bad-folder = Папку «{ $folder }» нельзя использовать. { $reason }
serve-bad-database = База данных клуба не подходит. { $reason }
serve-bad-nats = Неверный адрес сервера NATS: { $reason }
serve-bad-url = «{ $url }» — не адрес вида https://club.example.
serve-keeper = У клуба ещё нет администратора. Им станет тот, кто первым откроет эту ссылку; она действует один раз в течение суток:
serve-keeper-again = Новая ссылка: damka person keeper
serve-backups = Копии раз в сутки сохраняются в { $folder }; остаются последние: { $count }
restore-done = Копия восстановлена в «{ $folder }».
restore-aside = То, что там было, сохранено как «{ $file }».
restore-no-file = Файла «{ $file }» нет.
restore-bad-file = Восстановить «{ $file }» нельзя. { $reason }
restore-not-club = Это не копия данных клуба.
person-number = №
person-name = Имя
person-account = Учётная запись
person-offices = Обязанности
person-blocked = Блокировка
person-since = Здесь с
person-games = Партии
person-notes = Заметки
person-reports = Жалобы
person-yes = есть
person-none = Никто не найден.
person-several = Имя «{ $name }» у нескольких людей: { $numbers }. Укажите номер.
person-nobody = Никого с именем «{ $name }» здесь нет.
person-done = Готово: { $name }
person-deleted = Всё, что хранилось о { $name }, удалено. Партии остались с нейтральным именем.
person-really = Будет удалено всё, что хранится о { $name }, и вернуть это нельзя. Если вы уверены, добавьте --yes.
person-link = Ссылка действует один раз в течение суток: { $url }
person-link-path = Действует один раз в течение суток. Откройте по адресу клуба: { $path }
person-unreachable = Клуб открыт ({ $who }), но не отвечает: { $reason }
person-log-none = Пока ничего не сделано.
worker-bad-url = «{ $url }» — не адрес клуба. Адрес выглядит так: https://club.example или http://192.168.1.5:8064.
worker-no-key = Помощнику нужен ключ от администратора клуба: --key КЛЮЧ или переменная DAMKA_KEY.
worker-no-way = Соединение с клубом невозможно: { $reason }
worker-here = { $count ->
    [one] Помощник «{ $name }» работает для { $url }: одновременно { $count } задание.
    [few] Помощник «{ $name }» работает для { $url }: одновременно { $count } задания.
   *[other] Помощник «{ $name }» работает для { $url }: одновременно { $count } заданий.
}
worker-stop = Чтобы остановить, нажмите Ctrl+C; незаконченные задания вернутся в клуб.
worker-away = { $count ->
    [one] Связи с клубом нет ({ $reason }). Следующая попытка через { $count } секунду, потом всё реже.
    [few] Связи с клубом нет ({ $reason }). Следующая попытка через { $count } секунды, потом всё реже.
   *[other] Связи с клубом нет ({ $reason }). Следующая попытка через { $count } секунд, потом всё реже.
}
worker-back = Клуб снова отвечает.
worker-done = { $what }: готово за { $seconds } с, { $speed } млн позиций/с. Выполнено заданий: { $count }
worker-late = Это задание уже у другого помощника; результат не засчитан.
worker-gave-back = Задание возвращено клубу.
worker-broken = Это задание выполнить не удалось, оно возвращено.
worker-stopped = Остановлено. Выполнено заданий: { $count }
worker-own = Сам клуб
worker-nameless = Помощник без имени
worker-key-made = Ключ № { $number }. Он показывается только один раз; клуб хранит лишь его отпечаток:
worker-key-command = Чтобы компьютер работал на клуб, запустите на нём: { $command }
worker-key-none = Ключей нет.
worker-key-until = отозван { $when }
worker-key-withdrawn = Ключ № { $number } отозван.
job-analysis = Анализ партии
job-puzzles = Задачи из партии
job-level = Партии между уровнями
job-compare = Сравнение
backup-done = Всё скопировано в «{ $file }».
backup-exists = «{ $file }» уже есть; ничего не перезаписывается.
backup-full = На диске для «{ $file }» нет места. Недописанной копии там не осталось.
backup-cannot-write = Не удаётся записать «{ $file }». Есть ли такая папка и можно ли в неё писать?
salvage-done = Всё, что удалось прочитать, сохранено в «{ $folder }»:
salvage-games =
    { $count ->
        [one] { $count } партия
        [few] { $count } партии
       *[other] { $count } партий
    }
salvage-events =
    { $count ->
        [one] { $count } событие партий
        [few] { $count } события партий
       *[other] { $count } событий партий
    }
salvage-people =
    { $count ->
        [one] { $count } человек
        [few] { $count } человека
       *[other] { $count } человек
    }
salvage-whole = Ничего не потеряно.
salvage-tables = Эти таблицы прочитаны не полностью: { $tables }.
salvage-lost-games =
    { $count ->
        [one] Потеряна { $count } партия.
        [few] Потеряны { $count } партии.
       *[other] Потеряно { $count } партий.
    }
salvage-lost-people =
    { $count ->
        [one] Потерян { $count } человек, который играет в сохранённых партиях.
        [few] Потеряны { $count } человека, которые играют в сохранённых партиях.
       *[other] Потеряно { $count } человек, которые играют в сохранённых партиях.
    }
salvage-cut =
    { $count ->
        [0] Партия { $game }: не сохранилось ни одного события.
       *[other] Партия { $game }: сохранена до события { $count }; всё, что было после него, если было, потеряно.
    }
salvage-cut-more =
    { $count ->
        [one] И ещё { $count } партия сохранена не полностью.
        [few] И ещё { $count } партии сохранены не полностью.
       *[other] И ещё { $count } партий сохранены не полностью.
    }
salvage-exists = В папке «{ $folder }» уже есть партии; ничего не перезаписывается. Выберите новую папку.
salvage-nothing = В папке «{ $folder }» ничего не читается: { $reason }. Возьмите резервную копию.
salvage-full = На диске для «{ $folder }» нет места. Там ничего не осталось.
salvage-cannot-write = Не удаётся записать в «{ $folder }»: { $reason }.

# Addresses from files, `damka doctor` and `damka store`
secret-no-file = Файл «{ $file }» с адресом не читается: { $reason }
doctor-ok = в порядке
doctor-attention = внимание
doctor-wrong = ОШИБКА
doctor-end = Ошибок: { $wrong }. Требует внимания: { $attention }.
doctor-files-enough = Клуб может открыть столько файлов и соединений: { $count }.
doctor-files-few = Предел открытых файлов и соединений слишком мал: { $count }. Каждому посетителю нужно несколько.
doctor-files-few-do = Поднимите предел: LimitNOFILE=65536 в файле службы или ulimit -n 65536.
doctor-memory-enough = Память: свободно { $megabytes } МБ; процессоров: { $threads }.
doctor-memory-little = Свободно только { $megabytes } МБ памяти (процессоров: { $threads }).
doctor-memory-little-do = Закройте другие программы: клубу с анализом нужно около 300 МБ.
doctor-folder-new = Папки «{ $folder }» ещё нет, её можно создать.
doctor-folder-cannot-make = Папки «{ $folder }» нет, и создать её нельзя.
doctor-folder-cannot-make-do = Создайте её и передайте пользователю, под которым работает клуб.
doctor-folder-good = В папку «{ $folder }» можно писать.
doctor-folder-read-only = В папку «{ $folder }» нельзя писать: { $reason }.
doctor-folder-read-only-do = Передайте её пользователю, под которым работает клуб, или освободите место на диске.
doctor-data-none = Данных ещё нет.
doctor-data-good = Данные целы: версия { $version }, { $megabytes } МБ.
doctor-data-old = Данные версии { $version }; следующий запуск обновит их до версии { $newest } и оставит рядом копию.
doctor-data-old-do = Сначала сделайте резервную копию, если они ещё понадобятся прежней версии программы.
doctor-data-newer = Данные записаны более новой версией программы (версия данных { $version }).
doctor-data-newer-do = Установите ту версию или восстановите копию, сделанную до обновления.
doctor-data-bad = Данные не читаются. { $reason }
doctor-data-bad-do = Восстановите копию командой «damka restore» или спасите то, что читается, командой «damka salvage».
doctor-data-open = Клуб открыт: процесс { $who }.
doctor-room-enough = Свободно на диске: { $megabytes } МБ.
doctor-room-little = На диске с данными свободно только { $megabytes } МБ.
doctor-room-little-do = Освободите место: резервной копии и обновлению нужно столько же места, сколько занимают данные.
doctor-room-none = Диск с данными полон: осталось { $megabytes } МБ.
doctor-room-none-do = Освободите место: без записи партии останавливаются.
doctor-tables-some = Таблицы окончаний в «{ $folder }»: файлов { $count }.
doctor-tables-none = Таблиц окончаний ещё нет; малые построятся, когда понадобятся партии.
doctor-backups-unknown = Неизвестно, есть ли резервные копии.
doctor-backups-unknown-do = Открывайте клуб с --backup-to ПАПКА и укажите эту папку и здесь.
doctor-backups-unknown-database = Неизвестно, есть ли резервные копии базы данных.
doctor-backups-unknown-database-do = Делайте их средствами PostgreSQL (docs/running.md) и укажите их папку: --backup-to.
doctor-backups-good = Самой новой копии в «{ $folder }» { $hours } ч.
doctor-backups-old = Самой новой копии в «{ $folder }» уже { $hours } ч.
doctor-backups-old-do = Проверьте журнал программы, которая их делает.
doctor-backups-none = В «{ $folder }» нет резервных копий.
doctor-backups-none-do = Откройте клуб с --backup-to или запустите таймер, который их делает.
doctor-port-free = Порт { $port } свободен.
doctor-port-club = Клуб отвечает на порту { $port }.
doctor-port-other-club = На порту { $port } отвечает другой клуб «Дамка».
doctor-port-other-club-do = Выберите другой порт (--port) или проверьте папку либо базу данных того клуба.
doctor-port-taken = Порт { $port } занят другой программой, или клуб на нём не отвечает.
doctor-port-taken-do = Остановите её или выберите другой порт: --port.
doctor-database-bad = Базой данных нельзя пользоваться. { $reason }
doctor-database-bad-do = Проверьте, работает ли PostgreSQL, пускает ли он эту машину (pg_hba.conf) и верны ли имя и пароль.
doctor-database-good = PostgreSQL { $version } отвечает.
doctor-database-version = PostgreSQL { $version } старше версии 14, работа с ним не проверена.
doctor-database-version-do = Обновите PostgreSQL.
doctor-database-encoding = База данных хранит тексты в { $encoding }.
doctor-database-encoding-do = Создайте базу данных в кодировке UTF8: createdb --encoding=UTF8 --template=template0.
doctor-database-is-standby = Адрес ведёт на резервный сервер, а он не принимает запись.
doctor-database-is-standby-do = Укажите основной сервер или сделайте основным этот.
doctor-database-encrypted = Соединение с базой данных зашифровано.
doctor-database-local = База данных на этой же машине.
doctor-database-plain = Соединение с базой данных ведёт на другую машину и не зашифровано.
doctor-database-plain-do = Добавьте к адресу ?sslmode=require, если сеть не только ваша.
doctor-connections-enough = Свободных соединений с базой данных: { $free } из { $most }.
doctor-connections-few = Свободных соединений с базой данных мало: { $free } из { $most }; узлу может понадобиться 20.
doctor-connections-few-do = Увеличьте max_connections.
doctor-clock-good = Часы этой машины и базы данных расходятся на { $milliseconds } мс.
doctor-clock-apart = Часы этой машины и базы данных расходятся на { $milliseconds } мс.
doctor-clock-apart-do = Синхронизируйте часы по NTP: партии от этого не зависят, но люди видят неверное время.
doctor-durable = Подтверждённое базой данных переживёт отключение питания (fsync, full_page_writes).
doctor-fsync-off = fsync выключен: при отключении питания пропадут подтверждённые ходы или вся база.
doctor-fsync-off-do = Поставьте fsync = on в postgresql.conf и перезапустите PostgreSQL.
doctor-full-page-writes-off = full_page_writes выключен: отключение питания может повредить базу.
doctor-full-page-writes-off-do = Поставьте full_page_writes = on в postgresql.conf.
doctor-commit-setting = synchronous_commit для соединений клуба — { $setting }: подтверждённый ход может пропасть.
doctor-commit-setting-do = Клуб просит on: проверьте, что стоит между ним и PostgreSQL.
doctor-standby-none = Синхронного резервного сервера нет: подтверждённые ходы переживут отключение питания, но не потерю диска базы.
doctor-standby-none-do = Если этого мало, задайте synchronous_standby_names (docs/running.md).
doctor-standby-some = Фиксация транзакции ждёт резервного сервера: { $standbys }.
doctor-commit-stuck = Фиксация транзакции не заканчивается: она ждёт резервного сервера, который не подключён ({ $standbys }).
doctor-commit-stuck-do = Запустите его или уберите из synchronous_standby_names и перечитайте настройки PostgreSQL.
doctor-commit-good = Фиксация транзакции занимает { $milliseconds } мс.
doctor-commit-slow = Фиксация транзакции занимает { $milliseconds } мс; быстрее ход не подтвердить.
doctor-commit-slow-do = Проверьте диск базы данных и сеть до неё и до резервного сервера.
doctor-tables-new = Клуба в базе данных ещё нет; таблицы создаст первый узел.
doctor-tables-no-right = Клуба в базе данных ещё нет, а этот пользователь не может создавать таблицы.
doctor-tables-no-right-do = Сделайте его владельцем базы данных или дайте право CREATE на схему «public».
doctor-tables-good = Таблицы версии { $version }, новейшей для этой программы.
doctor-tables-old = Таблицы версии { $version }; первый узел этой программы обновит их до версии { $newest }.
doctor-tables-old-do = Сначала сделайте копию: другого пути назад нет.
doctor-tables-newer = Таблицы версии { $version }, а программа знает только версию { $newest }.
doctor-tables-newer-do = Обновите программу.
doctor-nodes-none = Ни один узел не открыт.
doctor-nodes-some = Открытые узлы: { $nodes }.
doctor-nodes-mixed = Открытые узлы: { $nodes }; эта программа — { $version }.
doctor-nodes-mixed-do = Обновите все узлы до одной версии, один за другим.
doctor-nats-none = NATS не указан: узлы будут общаться через базу данных, а это медленно.
doctor-nats-none-do = Укажите его параметром --nats, если узлов больше одного.
doctor-nats-bad = NATS не работает: { $reason }.
doctor-nats-bad-do = Проверьте, работает ли nats-server и верны ли имя, пароль и сертификат. Без него узлы медленнее, но ничего не теряется.
doctor-nats-good = NATS { $version } передаёт сообщения за { $milliseconds } мс.
doctor-nats-small = NATS принимает сообщения не больше { $bytes } байт.
doctor-nats-small-do = Поставьте max_payload 1MB: бо́льшие сообщения идут через базу данных, а это медленно.
doctor-nats-open = NATS не требует пароля.
doctor-nats-open-do = Задайте имя и пароль или пускайте к нему только узлы. Подделать сообщения нельзя, но перегрузить его может кто угодно.
doctor-nats-plain = Соединение с NATS ведёт на другую машину и не зашифровано.
doctor-nats-plain-do = Используйте в адресе tls://, если сеть не только ваша.
doctor-web-unreachable = { $url } не отвечает: { $reason }.
doctor-web-unreachable-do = Проверьте имя, межсетевой экран, прокси и его сертификат.
doctor-web-no-club = { $url } отвечает, но не как клуб этой версии (код { $status }).
doctor-web-no-club-do = Проверьте, открыт ли клуб, ведёт ли прокси на его порт и совпадает ли с адресом --public-url.
doctor-web-other-club = { $url } ведёт в другой клуб.
doctor-web-other-club-do = Проверьте, куда ведёт прокси и какая папка или база данных указана здесь.
doctor-web-good = { $url } ведёт в этот клуб.
doctor-web-unhealthy = { $url } ведёт в этот клуб, но сейчас он не может работать (код { $status }).
doctor-web-unhealthy-do = Прочтите /api/health: там сказано почему.
doctor-visitor-proxy = Клуб не знает, что перед ним прокси, и не различает посетителей.
doctor-visitor-proxy-do = Откройте клуб с --behind-proxy.
doctor-visitor-direct = Посетители приходят в клуб без прокси.
doctor-visitor-forged = Прокси передаёт то, что посетители пишут в X-Forwarded-For: они могут выдать себя за кого угодно.
doctor-visitor-forged-do = Пусть прокси пишет этот заголовок сам (docs/running.md).
doctor-visitor-missing = Прокси не сообщает, откуда приходят посетители, и все они выглядят как один.
doctor-visitor-missing-do = Пусть прокси пишет X-Forwarded-For (docs/running.md).
doctor-visitor-good = Прокси сообщает, откуда приходят посетители; эта машина — { $address }.
doctor-socket-good = Постоянные соединения (WebSocket) работают.
doctor-socket-bad = Постоянные соединения (WebSocket) не работают: { $reason }.
doctor-socket-bad-do = Пусть прокси передаёт Upgrade и Connection (docs/running.md): без них никто не сможет играть.
doctor-metrics-open = Посторонние могут читать /metrics.
doctor-metrics-open-do = Закройте его в прокси, и пусть прокси пишет X-Forwarded-For сам.
doctor-metrics-closed = Посторонние не могут читать /metrics.
doctor-mail-good = Почтовый сервер отвечает и принимает клуб.
doctor-mail-bad = Почтовый сервер не отвечает или не принимает имя и пароль клуба.
doctor-mail-bad-do = Проверьте адрес, пароль и межсетевой экран.

store-copied = Клуб скопирован из «{ $from }» в «{ $to }» и сверен строка за строкой.
store-equal = Клубы одинаковы.
store-rows = { $count ->
    [one] { $count } строка, SHA-256 { $digest }
    [few] { $count } строки, SHA-256 { $digest }
   *[many] { $count } строк, SHA-256 { $digest }
}
store-different = { $count ->
    [one] Отличается { $count } строка.
    [few] Отличаются { $count } строки.
   *[many] Отличаются { $count } строк.
}
store-row-missing = Первая из них: таблица { $table }, { $key }: её нет в «{ $place }».
store-row-more = Первая из них: таблица { $table }, { $key }: она есть только в «{ $place }».
store-row-differs = Первая из них: таблица { $table }, { $key }, столбец { $column }.
store-bad-place = «{ $place }» не подходит. { $reason }
store-nothing = В «{ $place }» нет клуба.
store-old = В «{ $place }» нет данных этой версии программы. Если клуб там есть, один раз откройте его этой версией (damka serve) и закройте.
store-open = Клуб в «{ $place }» открыт. Сначала закройте его: иначе не будет учтено то, что сыграют за это время. Открытые узлы: { $reason }.
store-filled = В «{ $place }» уже есть клуб (таблица { $reason } не пуста); ничего не перезаписывается.
store-not-copied = В «{ $place }» записалось не то, что было прочитано, поэтому там ничего не оставлено. { $reason }
backup-none = В папке «{ $folder }» нет партий.
backup-database = «{ $place }» — база данных PostgreSQL. Её резервную копию делают средствами самой PostgreSQL: pg_dump --format=custom --file=club.dump; восстанавливает её pg_restore.

### Обезьянки: те же сообщения там, где играют «Озорными шашками» (D.pieces.1)

side-monkeys = { $side ->
    [white] Рыжие
   *[black] Коричневые
}
turn-monkeys = { $side ->
    [white] Ход рыжих.
   *[black] Ход коричневых.
}
outcome-win-monkeys = { $winner ->
    [white] Рыжие выиграли
   *[black] Коричневые выиграли
}: { $reason }.
end-no-pieces-monkeys = { $side ->
    [white] у рыжих не осталось шашек
   *[black] у коричневых не осталось шашек
}
end-no-moves-monkeys = { $side ->
    [white] рыжим некуда ходить
   *[black] коричневым некуда ходить
}
end-no-pieces-reversed-monkeys = { $side ->
    [white] рыжие отдали все свои шашки
   *[black] коричневые отдали все свои шашки
}
end-no-moves-reversed-monkeys = { $side ->
    [white] рыжим некуда ходить, а этого они и добивались
   *[black] коричневым некуда ходить, а этого они и добивались
}
end-arrived-monkeys = { $side ->
    [white] все рыжие обезьянки в домике соперника
   *[black] все коричневые обезьянки в домике соперника
}
end-at-home-monkeys = { $side ->
    [white] у рыжих остались шашки в своём домике
   *[black] у коричневых остались шашки в своём домике
} { $moves ->
    [one] после { $moves } хода
   *[other] после { $moves } ходов
}
end-resignation-monkeys = { $side ->
    [white] рыжие сдались
   *[black] коричневые сдались
}
flaw-too-many-pieces-monkeys = { $side ->
    [white] У рыжих
   *[black] У коричневых
} { $count ->
    [one] { $count } шашка
    [few] { $count } шашки
   *[other] { $count } шашек
}, а может быть не больше { $most }.
flaw-men-on-crowning-row-monkeys = { $side ->
    [white] Рыжие простые
   *[black] Коричневые простые
} стоят на последнем ряду и не стали дамками: { $squares }.
spoken-side-monkeys = { $side ->
    [white] Рыжие
   *[black] Коричневые
}: { $pieces }.
conduct-violated-monkeys = { $side ->
    [white] Нарушение рыжих:
   *[black] Нарушение коричневых:
}
conduct-decides-monkeys = { $side ->
    [white] Рыжие
   *[black] Коричневые
} могут потребовать исправить всё целиком или согласиться, сделав ход.
conduct-decides-crown-monkeys = { $side ->
    [white] Рыжие
   *[black] Коричневые
} могут превратить простую в дамку сами, потребовать этого или согласиться, что она осталась простой, сделав ход.
conduct-decides-setup-monkeys = { $side ->
    [white] Рыжие
   *[black] Коричневые
} могут потребовать начать партию заново с правильной позиции, пока сами не сделали ход.
conduct-moved-monkeys = { $side ->
    [white] Рыжие
   *[black] Коричневые
}: { $move }.
conduct-does-monkeys = { $side ->
    [white] Рыжие
   *[black] Коричневые
} { $what }.
conduct-corrected-monkeys = { $side ->
    [white] Нарушение рыжих исправлено целиком.
   *[black] Нарушение коричневых исправлено целиком.
}
conduct-corrected-what-monkeys = { $side ->
    [white] Нарушение рыжих исправлено целиком: { $violations }.
   *[black] Нарушение коричневых исправлено целиком: { $violations }.
}
conduct-stands-monkeys = { $side ->
    [white] Нарушение рыжих оставлено: требовать исправления больше нельзя.
   *[black] Нарушение коричневых оставлено: требовать исправления больше нельзя.
}
conduct-crowned-monkeys = { $side ->
    [white] Рыжие превращают простую в дамку.
   *[black] Коричневые превращают простую в дамку.
}
conduct-clock-given-monkeys = { $side ->
    [white] Часы переведены на рыжих: они исправляют ход.
   *[black] Часы переведены на коричневых: они исправляют ход.
}
conduct-time-set-monkeys = { $side ->
    [white] На часах рыжих теперь { $time }.
   *[black] На часах коричневых теперь { $time }.
}
conduct-claimed-no-win-monkeys = { $side ->
    [white] Рыжие заявляют, что ни одна сторона не может выиграть. Коричневые могут согласиться или отказаться; решить может и судья.
   *[black] Коричневые заявляют, что ни одна сторона не может выиграть. Рыжие могут согласиться или отказаться; решить может и судья.
}
conduct-flag-fell-monkeys = { $side ->
    [white] У рыжих кончилось время. Проверяется, могут ли коричневые выиграть.
   *[black] У коричневых кончилось время. Проверяется, могут ли рыжие выиграть.
}
incorrect-touched-monkeys = { $side ->
    [white] Рыжие трогают шашки во время хода коричневых.
   *[black] Коричневые трогают шашки во время хода рыжих.
} Это некорректно; записано, последствий нет.
incorrect-not-shown-monkeys = { $side ->
    [white] Рыжие не обозначили взятие шашка за шашкой.
   *[black] Коричневые не обозначили взятие шашка за шашкой.
} Это некорректно; записано, последствий нет.
conduct-act-cannot-win-monkeys = { $side ->
    [white] Доказано: из этой позиции рыжие выиграть не могут.
   *[black] Доказано: из этой позиции коричневые выиграть не могут.
}
conduct-vacation-over-monkeys = { $side ->
    [white] Отпуск рыжих окончен.
   *[black] Отпуск коричневых окончен.
}
conduct-act-flag-monkeys = { $side ->
    [white] Флажок рыжих упал.
   *[black] Флажок коричневых упал.
}
ruling-refusal-monkeys = { $side ->
    [white] рыжим засчитать поражение за отказ соблюдать правила
   *[black] коричневым засчитать поражение за отказ соблюдать правила
}
ruling-penalty-monkeys = { $side ->
    [white] рыжим засчитать поражение за нарушение регламента турнира
   *[black] коричневым засчитать поражение за нарушение регламента турнира
}
ruling-award-monkeys = { $side ->
    [white] рыжим присудить победу
   *[black] коричневым присудить победу
}
ruling-time-monkeys = { $side ->
    [white] поставить на часах рыжих { $time }
   *[black] поставить на часах коричневых { $time }
}
conduct-end-flag-monkeys = { $side ->
    [white] у рыжих кончилось время
   *[black] у коричневых кончилось время
}
conduct-end-mercy-monkeys = { $side ->
    [white] у рыжих кончилось время, но коричневые не могут выиграть
   *[black] у коричневых кончилось время, но рыжие не могут выиграть
}
conduct-end-refusal-monkeys = { $side ->
    [white] рыжие отказываются соблюдать правила
   *[black] коричневые отказываются соблюдать правила
}
conduct-end-penalty-monkeys = { $side ->
    [white] рыжие нарушили регламент турнира: часы, откладывание или дисциплина
   *[black] коричневые нарушили регламент турнира: часы, откладывание или дисциплина
}
conduct-end-gone-monkeys = { $side ->
    [white] рыжие покинули партию
   *[black] коричневые покинули партию
}
conduct-end-gone-draw-monkeys = { $side ->
    [white] рыжие ушли, и коричневые согласны на ничью
   *[black] коричневые ушли, и рыжие согласны на ничью
}
rights-of-monkeys = { $side ->
    [white] Рыжие могут
   *[black] Коричневые могут
}: { $rights }.
rights-none-monkeys = { $side ->
    [white] Рыжие сейчас ничего не могут сделать.
   *[black] Коричневые сейчас ничего не могут сделать.
}
clock-none-monkeys = { $side ->
    [white] Рыжие играют без часов
   *[black] Коричневые играют без часов
}
clock-left-monkeys = { $side ->
    [white] У рыжих осталось { $time }
   *[black] У коричневых осталось { $time }
}
score-win-monkeys = { $winner ->
    [white] { $count ->
        [one] рыжие выигрывают в { $count } ход
        [few] рыжие выигрывают в { $count } хода
       *[other] рыжие выигрывают в { $count } ходов
    }
   *[black] { $count ->
        [one] коричневые выигрывают в { $count } ход
        [few] коричневые выигрывают в { $count } хода
       *[other] коричневые выигрывают в { $count } ходов
    }
}

### Страница в браузере

web-title = Дамка
web-nav = Разделы
web-nav-play = Играть
web-nav-lobby = Клуб
web-nav-rules = Правила
web-nav-analysis = Анализ
web-nav-games = Мои партии
web-settings = Настройки
web-skip = Перейти к содержанию
web-look-board = Доска
web-board-wood = Деревянная
web-board-green = Зелёная
web-board-slate = Серо-синяя
web-board-contrast = Контрастная
web-board-stones = Каменные уступы
web-look-pieces = Шашки
web-pieces-classic = Точёные
web-pieces-ivory = Белые и красные
web-pieces-bold = Контрастные
web-pieces-monkeys = Обезьянки
web-light = Страница
web-light-system = Как в системе
web-light-light = Светлая
web-light-dark = Тёмная
web-light-contrast = Контрастная
web-confirm = Подтверждать каждый ход
web-confirm-days = В партиях на несколько дней
web-confirm-always = Всегда
web-confirm-never = Никогда
web-volume = Звуки
web-turn-notices = Уведомлять, когда мой ход
web-language = Язык
web-coordinates = Обозначения полей
web-loading = Загрузка…
web-sorry = Не получилось
web-nowhere = Страница не найдена.
web-offline = Клуб не отвечает. Запущена ли ещё программа?
web-broken = Что-то пошло не так. Обновите страницу.
web-to-start = На главную
web-try-again = Попробовать снова
web-start-title = Сыграем в шашки!
web-rules = Правила
web-other-game = Другая игра
web-play-computer = С компьютером
web-choose-level = Выберите уровень
web-play-screen = Вдвоём за этим экраном
web-play-link = С другом по ссылке
web-play-lobby = С кем-нибудь из клуба
web-games-title = Выберите игру
web-beginner-title = Играете впервые?
web-beginner-text = Начните с простых шашек, с соперником, которого можно обыграть.
web-beginner-start = Сыграть в простые шашки
web-group-russian = Русские шашки
web-group-international = Стоклеточные шашки
web-group-ozornye = «Озорные шашки», для детей от семи лет
web-group-world = Шашки разных стран
web-group-house = Свои правила
web-house = Свои правила
web-options = Часы, цвет и другое
web-clock = Время
web-clock-none = Без часов
web-clock-own = Другое…
web-clock-type = Время, например { $short } или { $stages }
web-clock-differs = Другое время для соперника
web-clock-other = Время соперника
web-clock-of = { $side ->
    [white] Часы белых
   *[black] Часы чёрных
}
web-clock-says = { $side ->
    [white] У белых { $time }.
   *[black] У чёрных { $time }.
}
web-no-clock = Часов нет.
web-colour = Ваш цвет
web-lots = По жребию
web-first-move = Кто начинает
web-first-usual = По правилам
web-aids = Подсказки на доске
web-aids-full = Чем надо бить, куда можно пойти, советы
web-aids-targets = Только куда можно пойти
web-aids-none = Никаких
web-manner = Как играем
web-manner-strict = Программа следит за правилами
web-manner-at-board = Как за настоящей доской: программа не вмешивается
web-with-arbiter = С местом для судьи
web-private = Видим только мы двое
web-is-private = видим только мы
web-watch-link = Позвать зрителя
web-watch-about = Это закрытая партия. Кто откроет эту ссылку, сможет её смотреть.
web-unseen = вслепую
web-delay = Зрители видят ходы
web-delay-none = сразу
web-delay-minutes = { $count ->
    [one] через { $count } минуту
    [few] через { $count } минуты
   *[other] через { $count } минут
}
web-delayed = { $count ->
    [one] зрители видят её с задержкой в { $count } минуту
    [few] зрители видят её с задержкой в { $count } минуты
   *[other] зрители видят её с задержкой в { $count } минут
}
web-mercy = Если время вышло, а соперник уже не может выиграть, это ничья
web-display-boards = Все доски сеанса
web-display-host-clock = Часы сеансёра на все доски
web-display-next = Перейти к доске { $board }
web-display-none = Ни одна доска не ждёт вас. Когда вас будут ждать, вы об этом узнаете.
web-display-only-this = Больше вас не ждут ни на одной доске.
web-display-now-waits = Вас ждут на доске { $board }.
web-display-stay = Остаться здесь
web-display-order = Какая доска следующая
web-display-order-wait = Дольше ждёт
web-display-order-time = Мало времени
web-display-goes-on = После хода — дальше
web-display-keys = За доской клавиша N ведёт к следующей доске, где вас ждут.
web-display-waits = ждёт { $time }
web-display-left = осталось { $time }
web-display-guest-thinks = думает гость
web-display-in-room = в зале
web-display-host-is-here = здесь сеансёр
web-display-host-at = { $count ->
    [one] Сеансёр у доски { $boards }.
   *[other] Сеансёр у досок { $boards }.
}
web-display-host-nowhere = Сеансёр сейчас не у доски.
web-display-host-here = Сеансёр у вашей доски.
web-display-before = { $count ->
    [0] Ваша доска — следующая.
    [one] Перед вашей — { $count } доска.
    [few] Перед вашей — { $count } доски.
   *[other] Перед вашей — { $count } досок.
}
web-display-your-move = Ваш ход. Сеансёр вернётся, когда вы сходите.
web-display-waiting-boards = { $count ->
    [0] Сеансёра не ждут ни на одной доске.
    [one] Сеансёра ждут на { $count } доске.
   *[other] Сеансёра ждут на { $count } досках.
}
web-display-to-my-board = Перейти к доске
web-display-to-host = Следить за сеансёром
web-display-guests = { $count ->
    [one] Пришёл { $count } гость
    [few] Пришли { $count } гостя
   *[other] Пришло { $count } гостей
}
web-display-no-guests = Пока никто не пришёл. Отправьте гостям ссылку или добавьте тех, кто играет в зале.
web-display-host-begins = Сеанс начнёт сеансёр. Тогда здесь появится ваша доска.
web-display-begin = Начать сеанс
web-display-agree = Задать условия
web-display-agree-with = Задать условия: { $name }
web-display-guest-colour = Цвет гостя
web-display-colour-as-all = Как у всех
web-display-odds-how = Нажмите на шашки, которые сеансёр снимает с доски.
web-display-sheet = Напечатать доски
web-display-slips = Напечатать бланки
web-odds = { $count ->
    [0] Фора: снять шашки
   *[other] Фора (снято шашек: { $count })
}
web-odds-how = Нажмите на шашки, которые сильнейший даёт как фору.
web-odds-ladder = Подобрать фору
web-odds-mine = Моя сила игры
web-odds-theirs = Сила соперника
web-odds-kind = Что давать
web-odds-kind-mixed = Шашки и время
web-odds-kind-board = Шашки и ходы
web-odds-kind-time = Только время
web-odds-take = Взять эту фору
web-odds-taken = Эта фора внесена в условия партии.
web-board = Доска. Стрелки — по полям, Enter — взять или поставить шашку.
web-piece-white-man = белая простая
web-piece-white-king = белая дамка
web-piece-black-man = чёрная простая
web-piece-black-king = чёрная дамка
web-square-empty = пусто
web-square-not-played = не игровое поле
web-square-chosen = выбрано
web-square-must-capture = должна бить
web-square-can-move = может ходить
web-square-blocked = сейчас не может ходить
web-square-target = сюда можно пойти
web-several-ways = Там заканчиваются разные взятия. Покажите путь по полям.
web-nobody-yet = Пока никого
web-you = Вы
web-away = (нет на связи)
web-on-turn = ход
web-captured = { $count ->
    [one] взята { $count } шашка
    [few] взято { $count } шашки
   *[other] взято { $count } шашек
}
web-your-turn = Ваш ход.
web-your-turn-title = Ваш ход
web-you-are = Вы играете { $side ->
    [white] белыми
   *[black] чёрными
}.
web-you-are-monkeys = Вы играете { $side ->
    [white] рыжими
   *[black] коричневыми
}.
web-staged = Ваш ход: { $move }. Сделать его?
web-staged-make = Сделать ход
web-staged-drop = Выбрать другой
web-unsent = { $move }: ход уйдёт, когда вернётся связь.
web-take-move-back = Отменить ход
web-wish = Следующий ход: { $move }
web-wish-drop = Отменить
web-wish-lost = Подготовленный ход уже невозможен.
web-their-turn = Соперник думает.
web-over = Партия окончена.
web-looking-back = Вы просматриваете более раннюю позицию.
web-moves = Ходы
web-no-moves = Ходов ещё нет.
web-irregular = (не по правилам)
web-first = К началу партии
web-back = На ход назад
web-forward = На ход вперёд
web-last = К последнему ходу
web-flip = Повернуть доску
web-hint = Подсказка
web-tools = Инструменты
web-tool-back = Вернуть
web-tool-draw = Ничья
web-tool-no-win = Нет выигрыша
web-tool-flip = Поворот
web-tool-listen = Вслух
web-take-back = Вернуть ход
web-offer-draw = Предложить ничью
web-draw-offered = Соперник предлагает ничью.
web-draw-ask = Предложить сопернику ничью?
web-draw-really = Предложить ничью
web-draw-waits = Вы предложили ничью.
web-no-win-claimed = Соперник заявляет, что никто не может выиграть.
web-back-asked = Соперник просит вернуть ход.
web-accept = Согласиться
web-decline = Отказаться
web-claim-draw = Потребовать ничьей
web-claim-no-win = Заявить: выигрыш невозможен
web-no-win-waits = Ваше заявление, что никто не может выиграть, ждёт ответа.
web-gone = Соперник ушёл.
web-gone-wait = Потребовать победы или ничьей можно будет через { $time }.
web-gone-due = Теперь можно потребовать победы или ничьей.
web-claim-gone = Потребовать победы
web-claim-gone-draw = Потребовать ничьей
web-put-aside = Отложить партию
web-put-aside-how = Партия без часов: она ждёт в списке ваших партий, пока вы оба не вернётесь.
web-resign = Сдаться
web-resign-ask = Сдать эту партию?
web-resign-really = Да, сдаюсь
web-no = Нет
web-pass = Пропустить ход
web-type-move = Введите ход, например c3-d4 или 32-28
web-type-how = Введите хотя бы два поля, например c3-d4.
web-make-move = Ходить
web-listen = Прочитать вслух
web-say-position = Позиция
web-say-last = Последний ход
web-say-moves = Возможные ходы
web-say-clocks = Часы
web-not-shown = Возможные ходы сейчас не показываются.
web-blindfold = Вы играете вслепую. Вводите ходы с клавиатуры.
web-watchers = { $count ->
    [one] смотрит { $count } зритель
    [few] смотрят { $count } зрителя
   *[other] смотрят { $count } зрителей
}
web-connecting = Снова соединяемся с клубом…
web-connection-lost = Связь потеряна. Восстанавливаем.
web-connection-back = Связь восстановлена.
web-opponent-came = Соперник подключился. Партия начинается.
web-waiting = Ждём соперника
web-waiting-link = Отправьте эту ссылку другу или дайте отсканировать картинку. Партия начнётся, когда соперник подключится.
web-waiting-lobby = Ваша партия открыта в клубе. Сесть за доску может любой.
web-invitation-link = Ссылка для друга
web-invite-arbiter = Ссылка для судьи
web-candidate-asks = { $name } предлагает себя в судьи. Судья может присудить победу или поражение.
web-candidate-agree = Согласиться
web-candidate-decline = Отказаться
web-candidate-me = Вы предложили себя в судьи. Вы сможете судить, когда согласится соперник того, кто создал партию.
web-candidate-waits = { $name } предлагает себя в судьи. Ваш соперник ещё не ответил.
web-tool-notes = Заметки
web-tool-talk = Сказать
web-talk = Разговор
web-talk-list = Что было сказано
web-talk-phrases = Фразы
web-talk-heard = { $name }: { $text }
web-talk-proposes = Предлагаю { $squares }
web-talk-deleted = (удалено)
web-talk-own = Своими словами
web-talk-send = Сказать
web-talk-mute = Не слушать в этой партии
web-talk-silent = Вы отключили разговор в этой партии или в настройках.
web-talk-none = Игроки договорились не разговаривать.
web-talk-hears = Показывать, что говорят игроки
web-talk-terms = Разговор между игроками
web-talk-terms-phrases = Готовыми фразами
web-talk-terms-free = И своими словами
web-talk-terms-none = Без разговоров
web-talk-to-team = Своей команде
web-talk-to-all = Всем
web-talk-to-whom = Кому
# Команды.
web-play-team = Команды с совещанием
web-play-team-about = За сторону играют несколько человек и советуются между собой
web-team-terms = Команды, по приглашению
web-team-mine = Человек на моей стороне
web-team-theirs = На другой стороне
web-team-decides = Кто решает
web-team-decides-captain = Капитан: кто пришёл первым
web-team-decides-turns = Все по очереди
web-team-decides-anyone = Любой, кто успеет первым
web-team-gathering = Команды собираются
web-team-places = { $count } из { $places }
web-team-captain = капитан
web-team-join = Играть здесь
web-team-invite = Пригласить сюда
web-team-link = Ссылка в эту команду
web-team-begin = Начать сейчас
web-team-begin-about = Партия начнётся сама, когда все места будут заняты. Если начать раньше, команды останутся такими, как сейчас.
web-team-begin-needs = На каждой стороне нужен хотя бы один игрок.
web-team-waits = Партия начнётся, когда соберутся все или когда её начнёт тот, кто её создал.
web-team-decides-now = (решает)
web-team-propose = Предложить
web-team-proposes = Решает { $name }. Ваши ходы и стрелки — предложения.
web-team-stands-in = { $name } отсутствует: можете сделать ход за команду.
web-notes-live = Проверить варианты без компьютера. Ваших заметок больше никто не увидит.
web-copy = Копировать
web-copied = Скопировано
web-qr = Ссылка в виде QR-кода
web-withdraw = Отменить партию
web-seat-free = За этой доской есть место.
web-sit = Сесть и играть
web-result-won = Вы выиграли!
web-result-lost = Вы проиграли
web-result-draw = Ничья
web-result-wins = { $side ->
    [white] Победа белых
   *[black] Победа чёрных
}
web-result-none = Партия не засчитывается
web-why = Почему?
web-turning = Переломные моменты
web-turning-search = Поиск переломных моментов…
web-turning-none = Переломных моментов нет: серьёзных ошибок никто не сделал.
web-turning-found = { $count ->
    [one] Найден { $count } переломный момент.
    [few] Найдено { $count } переломных момента.
   *[other] Найдено { $count } переломных моментов.
}
web-turning-better = Лучше: { $move }
web-rematch = Ещё партию
web-rematch-asked = Вы предложили ещё партию.
web-rematch-wanted = Соперник хочет сыграть ещё.
web-rematch-open = К следующей партии
web-analyse = Анализ
web-new-game = Новая партия
web-at-board = За доской
web-at-board-how = Программа не вмешивается: нажмите на шашку, чтобы взять её, на поле — чтобы поставить, на чужую шашку — чтобы снять. Потом переключите часы.
web-press = Переключить часы
web-release = Отпустить шашку
web-crown = Превратить в дамку
web-adjust = Поправляю
web-demand = Потребовать исправить
web-insist = Соблюдайте правила
web-arbiter = Место судьи
web-rule-correct = Исправить
web-rule-stand = Оставить как есть
web-rule-pause = Остановить часы
web-rule-resume = Пустить часы
web-rule-draw = Ничья
web-rule-annul = Аннулировать партию
web-rule-side = Сторона
web-rule-penalty = Поражение за нарушение регламента
web-rule-refusal = Поражение: отказ соблюдать правила
web-rule-note = Запись в протокол
web-write = Записать
web-record = Весь протокол
web-download = Скачать
web-rules-title = Правила всех игр
web-all-rules = Все правила
web-print = Для печати
web-lobby-title = Клуб
web-lobby-open = Кто ищет соперника
web-lobby-make = Начать партию
web-lobby-live = { $count ->
    [0] Сейчас никто не играет
    [one] Сейчас идёт { $count } партия
    [few] Сейчас идут { $count } партии
   *[other] Сейчас идут { $count } партий
}
web-yours = Ваша партия
web-status-waiting = ждёт соперника
web-status-live = идёт
web-games-mine = Мои партии
web-games-none = Таких партий пока нет.
web-search = Найти
web-search-game = Игра
web-search-result = Результат
web-search-player = Игрок
web-search-versus = Второй игрок
web-search-event = Соревнование
web-search-from = С
web-search-to = По
web-search-more = Ещё условия
web-search-clear = Сбросить поиск
web-result-is-mine-won = Мои победы
web-result-is-mine-lost = Мои поражения
web-result-is-white = Победа белых
web-result-is-black = Победа чёрных
web-result-is-unknown = Неизвестен
web-games-total = { $count ->
    [one] { $count } партия
    [few] { $count } партии
   *[other] { $count } партий
}
web-select = Выбрать партии
web-select-all = { $count ->
    [one] Выбрать { $count } партию
   *[other] Выбрать все { $count }
}
web-selected = { $count ->
    [one] Выбрана { $count } партия
    [few] Выбраны { $count } партии
   *[other] Выбрано { $count } партий
}
web-remove = Удалить
web-remove-game = Удалить эту партию
web-remove-ask = { $count ->
    [one] Удалить { $count } партию?
    [few] Удалить { $count } партии?
   *[other] Удалить { $count } партий?
}
web-remove-how = Партии, сыгранные с другими людьми, исчезнут только из вашего списка. Импортированные партии и ваши заметки будут удалены. Отменить это нельзя.
web-removed = { $count ->
    [0] Ни одна партия не удалена.
    [one] Удалена { $count } партия.
    [few] Удалены { $count } партии.
   *[other] Удалено { $count } партий.
}
web-removing = Удаление…
web-any = Все
web-result-is-won = Победа
web-result-is-lost = Поражение
web-result-is-drawn = Ничья
web-more = Ещё
web-import = Импорт партий
web-import-how = Файл PDN с одной или многими партиями или протокол этой программы.
web-import-game = Игра
web-import-says = Как сказано в тексте
web-import-file = Выбрать файл
web-import-text = Или вставьте текст
web-import-do = Импортировать
web-importing = { $count ->
    [0] Читаем…
    [one] Читаем… Готова { $count } партия.
    [few] Читаем… Готово { $count } партии.
   *[other] Читаем… Готово { $count } партий.
}
web-import-waiting = Сначала читаются другие файлы…
web-import-cancel = Отменить импорт
web-import-cancelled = Импорт отменён.
web-imported = { $count ->
    [0] Ни одной партии не прочитано.
    [one] Прочитана { $count } партия.
    [few] Прочитано { $count } партии.
   *[other] Прочитано { $count } партий.
}
web-me = Кто вы
web-me-name = Ваше имя
web-me-kept = Готово.
web-save = Сохранить
web-account-why = С паролем ваши партии будут на всех устройствах. Играть можно и без него.
web-account-make = Создать учётную запись
web-account-made = Учётная запись создана.
web-password = Пароль
web-login = Войти
web-logout = Выйти
web-my-data = Мои данные
web-my-data-why = Всё, что клуб хранит о вас, одним файлом: имя, партии, заметки, ссылки.
web-my-data-save = Сохранить данные
web-delete-me = Удалить данные
web-delete-me-ask = Удалить ваши данные?
web-delete-me-how = Имя, рисунок, заметки, ссылки и учётная запись удаляются сразу, и вернуть их нельзя. Партии остаются у тех, с кем вы играли, под именем «Гость». Если данные вам нужны, сначала сохраните их.
web-delete-me-really = Удалить навсегда
web-deleted-me = Ваши данные удалены.
web-report-name = Пожаловаться на имя
web-report-ask = Сообщить администратору клуба об имени «{ $name }»?
web-report-really = Сообщить
web-reported = Спасибо. Администратор посмотрит.
web-reset = Новый пароль
web-reset-how = Эту ссылку дал вам администратор клуба. Она действует один раз: задайте новый пароль — и вы войдёте.
web-reset-set = Задать пароль
web-reset-none = В этом адресе нет кода. Попросите у администратора клуба новую ссылку.
web-keeper = Управление клубом
web-keeper-become = Стать администратором
web-keeper-become-how = Вы открыли ссылку администратора. По ней вы станете тем, кто ведёт этот клуб: назначает тренеров и арбитров, меняет имена, блокирует, помогает с паролями.
web-keeper-account-first = Сначала создайте учётную запись или войдите: администратору она нужна.
web-keeper-to-account = К учётной записи
web-keeper-only = Эта страница для администраторов клуба.
web-keeper-people = Люди
web-keeper-search = Поиск по имени
web-keeper-filter = Кто
web-keeper-all = Все
web-keeper-accounts = С учётной записью
web-keeper-blocked = Заблокированные
web-keeper-guest = гость
web-keeper-nobody = Никто не найден.
web-keeper-since = здесь с { $when }
web-keeper-counts = Партии: { $games } · заметки: { $notes } · жалобы: { $reports }
web-keeper-offices = Обязанности
web-keeper-office-keeper = Администратор
web-keeper-office-coach = Тренер
web-keeper-office-arbiter = Арбитр
web-keeper-block = Заблокировать
web-keeper-block-ask = Заблокировать { $name }? Вход будет закрыт на всех устройствах.
web-keeper-unblock = Разблокировать
web-keeper-limits = Сколько можно хранить
web-keeper-limits-times = { $count ->
    [1] как обычно
    [few] в { $count } раза больше обычного
   *[other] в { $count } раз больше обычного
}
web-keeper-name = Имя
web-keeper-rename = Переименовать
web-keeper-reset = Новый пароль
web-keeper-reset-link = Передайте эту ссылку: { $name }. Она действует один раз в течение суток.
web-keeper-export = Выгрузить данные
web-keeper-delete = Удалить данные
web-keeper-delete-ask = Удалить всё, что хранится о { $name }? Партии останутся с нейтральным именем. Вернуть данные нельзя.
web-keeper-reported = Жалобы на имена
web-keeper-reported-none = Жалоб нет.
web-keeper-reported-count = { $count ->
    [one] { $count } жалоба
    [few] { $count } жалобы
   *[other] { $count } жалоб
}
web-keeper-ignore = Всё в порядке
web-keeper-game = Посмотреть партию
web-keeper-hidden = Скрытые партии
web-keeper-hidden-none = Скрытых партий нет.
web-keeper-hide-id = Адрес или код партии
web-keeper-hide = Скрыть
web-keeper-show = Показать снова
web-keeper-backups = Копии
web-keeper-backups-none = Клуб не делает копий сам. Чтобы копия делалась каждый день, запустите его так:
web-keeper-backups-command = damka serve --backup-to ПАПКА
web-keeper-backups-last = Последняя копия: { $when }. Хранится: { $count }.
web-keeper-backups-failed = Последняя копия не удалась: { $reason }
web-keeper-log = Что сделано
web-keeper-log-none = Пока ничего.
web-keeper-work = Помощники и их работа
web-keeper-work-queue = Задания
web-keeper-work-kind = Вид
web-keeper-work-waiting = Ждут
web-keeper-work-taken = В работе
web-keeper-work-done = Готово за неделю
web-keeper-work-oldest = Ждёт дольше всех
web-keeper-work-nothing = Заданий в очереди нет, и в последнее время ничего не выполнялось.
web-keeper-work-people = для людей
web-keeper-work-given-up = не удалось: { $count }
web-keeper-work-background-off = Фоновая работа выключена. Включить её:
web-keeper-work-background-command = damka serve --background-jobs
web-keeper-work-puzzles = { $count ->
    [one] Задачи нашлись в { $count } партии.
   *[other] Задачи нашлись в { $count } партиях.
}
web-keeper-work-workers = Кто работает
web-keeper-work-engine = Номер программы клуба — { $signature }; помощников с другим номером просят обновиться.
web-keeper-work-none = Ещё никто не работал. Сам клуб начнёт, когда появится задание.
web-keeper-work-name = Имя
web-keeper-work-now = Сейчас
web-keeper-work-jobs = Выполнено
web-keeper-work-speed = Позиций в секунду
web-keeper-work-speed-value = { $value } млн
web-keeper-work-threads = заданий одновременно: { $count }
web-keeper-work-key-of = ключ: { $name }
web-keeper-work-has = { $count ->
    [one] { $count } задание
    [few] { $count } задания
   *[other] { $count } заданий
}
web-keeper-work-idle = ждёт заданий
web-keeper-work-gone = был на связи { $when }
web-keeper-work-keys = Ключи для помощников
web-keeper-work-keys-how = С ключом свободный компьютер, ваш или друга, работает на клуб: анализирует партии, чтобы люди меньше ждали. Он видит ходы этих партий, но не имена.
web-keeper-work-key-name = Кому ключ
web-keeper-work-key-make = Создать ключ
web-keeper-work-key-new = Эта команда запускает помощника. Ключ в ней показывается только один раз:
web-keeper-work-key-made = создан { $when }
web-keeper-work-key-withdrawn = отозван { $when }
web-keeper-work-key-withdraw = Отозвать
web-keeper-work-key-withdraw-ask = Отозвать ключ «{ $name }»? Помощники с этим ключом больше не будут допускаться.
web-keeper-work-levels = Как играют уровни компьютера
web-keeper-work-levels-rules = Игра
web-keeper-work-levels-pair = Уровень { $level } против { $against }
web-keeper-work-levels-games = Партий
web-keeper-work-levels-score = Очки
web-keeper-work-levels-elo = Разница в Эло
web-keeper-work-levels-more = Все { $count }
web-keeper-work-differences = Разные результаты
web-keeper-work-difference = Задание { $job }: { $kind }. { $first } и { $second } получили разные результаты.
web-keeper-invite = Ещё администратор
web-keeper-invite-link = Кто откроет эту ссылку, станет администратором. Она действует один раз в течение суток.
web-keeper-done = Готово.
web-logged-out = Вы вышли.
web-password-old = Нынешний пароль
web-password-new = Новый пароль
web-password-change = Сменить пароль
web-password-changed = Пароль изменён. Теперь вы вошли только на этом устройстве.
web-sessions = { $count ->
    [one] Вы вошли на { $count } устройстве
   *[other] Вы вошли на { $count } устройствах
}
web-sessions-why = Если есть незнакомое устройство, выйдите там и смените пароль.
web-sessions-end-others = Выйти на остальных
web-sessions-ended = Теперь вы вошли только на этом устройстве.
web-session-current = это устройство
web-session-unknown = Неизвестное устройство
web-session-now = использовано только что
web-session-seen = использовано { $when }
web-session-end-on = Выйти: { $device }, { $when }
web-session-ended = Там вы вышли.
web-handover = На другом устройстве
web-handover-how = Отсканируйте там картинку или введите код: { $code }
web-continue = Продолжить здесь
web-continue-how = Здесь откроется тот же профиль со всеми партиями.
web-continue-code = Код
web-continue-do = Продолжить
web-link-opens = По этой ссылке для вас откроется новая партия.
web-begin = Начать
web-analysis = Доска для анализа
web-analysis-how = Ходите за обе стороны. Другие ходы становятся вариантами.
web-analysis-done = Анализ готов.
web-analyse-game = Разобрать всю партию
web-analysing = Идёт разбор…
web-engine = Варианты компьютера
web-depth = глубина { $depth }
web-graph = Оценка: выше линии лучше белым, ниже — чёрным.
web-graph-position = Позиция партии
web-glyph = Знак хода
web-promote = Сделать главным
web-delete = Удалить отсюда
web-comment = Комментарий
web-editor = Расставить позицию
web-brush = Что поставить
web-eraser = Снять
web-to-move = Чей ход
web-clear = Очистить доску
web-start-position = Начальная позиция
web-use-position = Взять эту позицию
web-cancel = Отмена
web-export-pdn = Сохранить PDN
web-export-sheet = Бланк партии
web-export-diagram = Диаграмма
web-save-game = Сохранить в моих партиях
web-to-game = К партии
web-more-tools = Другие инструменты
web-copy-link = Скопировать ссылку
web-link-copied = Ссылка скопирована.
web-keys-how = Клавиши: ← и → — по ходам, ↑ и ↓ — между вариантами, Home и End, F поворачивает доску. Колесо мыши над доской тоже работает.
web-evaluation = Оценка
web-evaluation-none = неизвестна
web-engine-lines = Варианты
web-engine-depth = Предел
web-engine-minute = одна минута
web-result-unknown = результат неизвестен
web-analysis-open = Открыть анализ
web-editor-how = Перетаскивайте шашки на доску, по доске и с доски. Или выберите шашку и нажимайте на поля. Клавиши: стрелки, Enter — поставить, Delete — снять.
web-sight = Что я вижу
web-sight-board = Доску
web-sight-record = Только запись ходов (вслепую)
web-sight-blind = Ничего, ходы на слух (вслепую)
web-position-usual = Начальная позиция: обычная
web-position-own = Начальная позиция: своя
web-play-from = Играть отсюда
web-colour-pupil = Цвет ученика
web-sight-pupil = Что видит ученик
# The start page, who I am, coaches, the club.
web-books = { $count ->
    [one] { $count } свод правил
    [few] { $count } свода правил
   *[other] { $count } сводов правил
}
web-book = Свод правил
web-play-computer-about = Соперники на выбор: { $first } … { $last }
web-play-screen-about = Вдвоём на одном устройстве
web-play-link-about = Отправить ссылку или показать QR-код
web-play-lobby-about = Подождать, кто сядет за доску
web-bar-play = Играть
web-resume = Незаконченные партии
web-resume-all = Все мои партии
web-turns = { $count ->
    [one] Ваш ход в { $count } партии
   *[other] Ваш ход в { $count } партиях
}
web-turns-count = { $count ->
    [one] { $count } партия ждёт вашего хода
    [few] { $count } партии ждут вашего хода
   *[other] { $count } партий ждут вашего хода
}
web-time-left = Осталось { $time }
web-time-over = Время вышло
web-flag-waits = Если время вышло, победу должен потребовать соперник
web-vacation-allowed = Можно уходить в отпуск
web-flag-due = Время соперника вышло. Вы можете потребовать победу или подождать хода.
web-claim-flag = Потребовать победу
web-tool-pause = Перерыв
web-ask-pause = Попросить перерыв
web-pause-asked = Соперник просит перерыв: время не идёт ни у кого, пока один из вас его не прекратит.
web-pause-waits = Вы попросили перерыв.
web-paused = В партии перерыв.
web-end-pause = Прекратить перерыв
web-on-vacation = в отпуске до { $day }
web-vacation = Отпуск
web-vacation-why = Пока вы в отпуске, ваше время в партиях по переписке не идёт, если игроки не договорились иначе. Все видят, до какого дня вас нет.
web-vacation-last = Последний день
web-vacation-go = Уйти в отпуск
web-vacation-begun = Вы в отпуске до { $day }.
web-vacation-until = Вы в отпуске до { $day }.
web-vacation-how-it-ends = Ваш следующий ход в любой из этих партий закончит отпуск.
web-vacation-end = Вернуться
web-vacation-ended = Вы вернулись из отпуска.
web-vacation-left = В этом году { $count ->
    [one] остался { $count } день
    [few] осталось { $count } дня
   *[other] осталось { $count } дней
} из { $days }.
web-prepared = Если… то…
web-prepare = Заготовить ответы
web-prepare-how = Сделайте на доске ход соперника, а потом свой ответ. Клуб сделает его за вас, как только придёт этот ход.
web-prepare-line = Заготовить вариант
web-prepare-forced = Бить за меня, когда это единственный ход
web-prepared-added = Вариант заготовлен.
web-prepared-removed = Вариант убран.
web-prepared-lost = Партия пошла иначе: заготовленные ходы отменены.
web-prepared-change = Изменить
web-prepared-clear = Убрать всё
web-understood = Закрыть
web-ask-name = Другие видят вас как «{ $name }». Хотите выбрать себе имя и картинку?
web-ask-name-do = Выбрать имя
web-ask-name-no = Не сейчас
web-clock-default = По умолчанию: { $clock }
web-clock-default-people = По умолчанию: без часов, между людьми { $clock }
web-house-chosen = { $count ->
    [one] выбрано { $count } правило
    [few] выбрано { $count } правила
   *[other] выбрано { $count } правил
}
web-coach-game = Игра
web-coach-task = Задание ученику
web-coach-task-example = Например: белые начинают и выигрывают
web-my-links = Мои ссылки
web-my-links-none = Ссылок пока нет. Здесь будет видно, кто открыл ссылку и как сыграл.
web-my-link-side = { $side ->
    [black] ученик играет чёрными
   *[white] ученик играет белыми
}
web-my-link-opened = { $count ->
    [0] Её ещё никто не открыл.
    [one] Открыта { $count } раз:
    [few] Открыта { $count } раза:
   *[other] Открыта { $count } раз:
}
web-my-link-moves = { $count ->
    [one] { $count } ход
    [few] { $count } хода
   *[other] { $count } ходов
}
web-my-link-close = Закрыть ссылку
web-my-link-close-really = Закрыть навсегда
web-my-link-keep = Оставить
web-my-link-closed = Ссылка закрыта.
web-my-link-is-closed = Закрыта: новых партий не открывает.
web-link-turn = Первый ход: { $turn }.
web-link-side = { $side ->
    [black] Вы играете чёрными.
   *[white] Вы играете белыми.
}
web-link-name = Ваше имя, чтобы тренер знал, кто играл (не обязательно)
web-me-seen = Так вас видят другие.
web-me-name-and-picture = Имя и картинка
web-me-picture = Картинка
web-account = Учётная запись и другие устройства
web-lobby-people = { $count ->
    [one] сейчас здесь { $count } человек
    [few] сейчас здесь { $count } человека
   *[other] сейчас здесь { $count } человек
}
web-lobby-invite = Сядьте за доску первыми
web-lobby-invite-too = Или откройте свою партию
web-lobby-invite-how = { $game }. Пока вы ждёте, предложение видят все в клубе; партия начнётся, когда кто-нибудь подключится.
web-lobby-offer = Открыть партию
web-lobby-other = Другая игра
web-lobby-quiet = Сейчас никто не играет. Партии появятся здесь, как только кто-нибудь начнёт.
web-club-ways = Как вы хотите играть?
web-play-letters = По переписке
web-play-letters-about = Ссылка для друга, дни на каждый ход
web-play-match = Матч
web-play-match-about = Несколько партий, цвета чередуются
web-play-simul = Сеанс
web-play-simul-about = Один против нескольких
web-play-evening = Клубный вечер
web-play-evening-about = Каждый, кто придёт, найдёт соперника
web-contest-any-moment = с минуты на минуту
web-contest-run-by = организатор: { $name }
web-contest-private = видно только участникам
web-contest-terms = Условия
web-contest-no-takebacks = Возвращать ходы нельзя.
web-contest-blind = Сеансёр играет вслепую.
web-contest-record = Скачать запись
web-contest-games = Скачать партии
web-contest-link = Ссылка на эту страницу
web-contest-link-how = Отправьте её или покажите код: войти можно одним щелчком.
web-contest-link-private = Увидеть соревнование и участвовать могут только те, у кого есть эта ссылка.
web-contest-enter = Участвовать
web-contest-enter-too = Тоже участвовать
web-contest-enter-how = Хотите сыграть здесь?
web-contest-ask = Попросить принять
web-contest-ask-how = Участников принимает организатор.
web-contest-applied = Вы попросили принять вас. Решает организатор.
web-contest-leave = Выйти
web-contest-leave-ask = Выйти из соревнования?
web-contest-people = Участники: { $count }
web-contest-host = сеансёр
web-contest-is-ready = хочет играть
web-contest-accept = Принять
web-contest-send = Исключить
web-contest-send-name = Исключить: { $name }
web-contest-send-ask = Исключить из соревнования: { $name }?
web-contest-gone = Больше не участвуют: { $names }
web-contest-add = Игрок в зале
web-contest-strength = Сила
web-contest-add-do = Добавить
web-contest-table = Таблица
web-contest-settle = Решить исход
web-contest-correct = Исправить
web-contest-settle-ask = Закончить эту партию? { $result }
web-contest-correct-ask = Изменить результат? { $result }
web-contest-settle-yes = Подтвердить
web-contest-result-of = Результат: { $board }
web-contest-in-room = в зале
web-contest-match-games = Партии
web-contest-boards = Доски
web-contest-close = Закрыть соревнование
web-contest-close-ask = Закрыть соревнование насовсем?
web-contest-score = { $first } и { $second }: { $score }
web-contest-playing = Сейчас: { $game }
web-contest-next = Дальше: { $game }
web-contest-missing = Не хватает соперника. Отправьте ссылку или покажите код.
web-contest-to-board = Перейти к доске
web-contest-watch = Смотреть
web-contest-at-room-board = Вы играете за доской в зале.
web-contest-ready = Играем!
web-contest-ready-for = { $name } хочет играть
web-contest-other-ready = { $name } ждёт вас.
web-contest-you-ready = Вы готовы. Теперь очередь за соперником: { $name }.
web-contest-claim-in = Если соперник ({ $name }) не придёт, потребовать победы можно будет через { $time }.
web-contest-claim-now = { $name }: не пришёл ко времени. Можно потребовать победы.
web-contest-give-up = Сдать матч
web-contest-give-up-ask = Сдать весь матч? Победит соперник.
web-contest-want = Хочу играть
web-contest-rest = Сделать перерыв
web-contest-you-free = Вы свободны. Организатор назначит вам соперника.
web-contest-you-rest = У вас перерыв.
web-contest-room-pair = Ваша доска в зале: белые — { $white }, чёрные — { $black }.
web-contest-free = Сейчас свободны: { $count }
web-contest-free-none = Никто не ждёт партии.
web-contest-pair-free = Свести свободных
web-contest-pair = Свести этих двоих
web-contest-pair-how = Или выберите двоих: первому — белые.
web-contest-pair-chosen = Белые — { $white }, чёрные — { $black }
web-contest-pair-room = Они играют за доской в зале
web-contest-proposed = Кто с кем встретится и почему
web-contest-resting = Отдыхают
web-contest-next-game = Играть дальше
web-contest-yours = вы участвуете
web-contest-more = Другие условия
web-contest-name = Название
web-contest-new-match = Матч
web-contest-new-simul = Сеанс
web-contest-new-evening = Клубный вечер
web-contest-about-match = Двое играют несколько партий. Создайте матч и отправьте сопернику ссылку.
web-contest-about-simul = Вы играете со всеми, кто придёт, на всех досках сразу.
web-contest-about-evening = Люди приходят и уходят. Вы сводите свободных — в сети и за досками в зале.
web-contest-make-match = Создать матч
web-contest-make-simul = Создать сеанс
web-contest-make-evening = Открыть вечер
web-contest-clock-usual = Как обычно: { $clock }
web-contest-length = Продолжительность
web-contest-first-to = Очков для победы
web-contest-first-white = Кто начинает белыми
web-contest-white-me = Я
web-contest-white-opponent = Соперник
web-contest-white-first-player = Первый участник
web-contest-white-second-player = Второй участник
web-contest-draws = Ничьи
web-contest-draws-count = По пол-очка
web-contest-draws-faster = Переигрывать быстрее, до победы
web-contest-ladder-first = Время первой переигровки
web-contest-ladder-then = Время следующих переигровок
web-contest-timing-none = Без часов
web-contest-timing-same = Поровну
web-contest-timing-unequal = Разное у сеансёра и гостей
web-contest-timing-one = Одни мои часы на все доски
web-contest-host-time = Моё время на каждой доске
web-contest-guest-time = Время гостей
web-contest-board-time = Время на каждой доске
web-contest-one-clock = Моё время на все доски, в минутах
web-contest-alternate = Белые и чёрные через доску
web-contest-begins = Начало
web-contest-private-term = Видно только тем, у кого есть ссылка
web-contest-asked-term = Участников принимаю я
web-contest-only-runs = Я только провожу, но не играю
web-contest-takebacks = Ходы можно возвращать по согласию
web-contest-late = Гости могут прийти позже
web-contest-patience = Сколько ждать соперника, в минутах
web-contest-openings = Начальные позиции (FEN), по одной в строке: каждую играют обоими цветами
web-contest-length-games = { $count ->
    [one] { $count } партия
    [few] { $count } партии
   *[many] { $count } партий
}
web-contest-length-best-of = Не больше { $count } партий
web-contest-length-first-to = До нужного числа очков
web-club-on-now = Идёт сейчас
web-club-begins = Ждут участников
web-club-over = Мои законченные соревнования
web-club-pace = Темп
web-club-pace-none = Без часов
web-club-pace-sitting = За один раз
web-club-pace-days = По несколько дней
web-club-manner = Манера
web-club-manner-strict = Программа проверяет ходы
web-club-manner-at-board = Как за настоящей доской
web-club-none-fit = Подходящих предложений нет.
web-club-show-all = Показать все
web-local-only = Этот адрес открывается только на этом компьютере.
web-local-how = Чтобы пустить других из вашей сети, закройте клуб и запустите его так:
web-local-then = Тогда его адрес будет:
web-picture-sun = Солнце
web-picture-moon = Луна
web-picture-star = Звезда
web-picture-acorn = Жёлудь
web-picture-mushroom = Гриб
web-picture-apple = Яблоко
web-picture-flower = Цветок
web-picture-pine = Ёлка
web-picture-mountain = Гора
web-picture-boat = Лодка
web-picture-rocket = Ракета
web-picture-balloon = Воздушный шар
web-picture-umbrella = Зонт
web-picture-teapot = Чайник
web-picture-kite = Воздушный змей
web-picture-drum = Барабан

web-coach-offer = Тренеру: ссылка с заданием
web-coach-title = Ссылка для учеников
web-link-title = Задание тренера
web-coach-text = Выберите игру, позицию, сторону и соперника. Каждый, кто откроет ссылку, получит свою партию.
web-coach-against = Соперник: уровень компьютера
web-coach-make = Создать ссылку
web-coach-made = Ссылка готова. Покажите её или отправьте.
web-coach-link = Ссылка для учеников
web-coach-look = Попробовать
web-found-wrong = С самого начала что-то было не так
web-claim-board = Доска повёрнута неправильно
web-claim-setup = Расстановка неверна
web-rule-board = Доска
web-rule-disturbance = Шашки сбиты: вернуть
web-rule-wrong-board = Доска: заново
web-rule-wrong-setup = Расстановка: заново
web-rule-clocks = Часы
web-rule-time = Оставшееся время, например 5:00
web-rule-time-set = Поставить часы
web-rule-time-how = Введите минуты и секунды, например 5:00.
web-rule-result = Результат
web-print-do = Печать
web-clock-of-monkeys = { $side ->
    [white] Часы рыжих
   *[black] Часы коричневых
}
web-clock-says-monkeys = { $side ->
    [white] У рыжих { $time }.
   *[black] У коричневых { $time }.
}
web-result-wins-monkeys = { $side ->
    [white] Победа рыжих
   *[black] Победа коричневых
}
web-graph-monkeys = Оценка: выше линии лучше рыжим, ниже — коричневым.
web-result-is-white-monkeys = Победа рыжих
web-result-is-black-monkeys = Победа коричневых
web-piece-white-man-monkeys = рыжая обезьянка
web-piece-white-king-monkeys = белая обезьянка, дамка рыжих
web-piece-black-man-monkeys = коричневая обезьянка
web-piece-black-king-monkeys = чёрная обезьянка, дамка коричневых
web-tables = Таблицы окончаний
web-nav-trainer = Окончания
web-trainer = Выиграйте окончание
web-trainer-about = Позиции из таблиц окончаний, которые можно выиграть. Защита сопротивляется как можно дольше, а правила ничьей считают ваши ходы.
web-trainer-game = Игра
web-trainer-kinds = Виды окончаний
web-trainer-solved = { $count ->
    [0] ещё не решено
   *[other] решено: { $count }
}
web-trainer-again = Ещё раз
web-trainer-next = Другая позиция
web-trainer-back = Вернуть ход
web-trainer-analyse = На доску для анализа
web-trainer-shortest = { $moves ->
    [one] При лучшей игре ещё { $moves } ход.
    [few] При лучшей игре ещё { $moves } хода.
   *[other] При лучшей игре ещё { $moves } ходов.
}
web-trainer-your-moves = Ваших ходов: { $moves }
web-trainer-thinks = Защита думает.

# Таблицы окончаний на странице и упражнения

tables-there = Окончания, где не больше { $pieces } шашек, известны точно.
tables-building = Таблицы окончаний строятся. Попробуйте чуть позже.
tables-unknown = { $pieces ->
    [0] Таблицы окончаний не знают этой позиции.
   *[other] Таблицы окончаний знают позиции, где не больше { $pieces } шашек и которые бывают в партиях.
}
tables-none = Таблиц окончаний для этой игры здесь нет.
tables-damaged = Файл таблиц окончаний повреждён, поэтому здесь известно не всё.
tables-by-rule = { $value }, но раньше наступит ничья по правилам
exercise-three-kings = Три дамки против одной
exercise-three-kings-about = Большая дорога ваша. Три дамки ловят дамку, которая на неё не встала.
exercise-petrov = Треугольник Петрова
exercise-petrov-about = Самые долгие выигрыши трёх дамок против одной. Постройте треугольник, прижмите к нему дамку и жертвуйте.
exercise-road-shot = Удар на большой дороге
exercise-road-shot-about = Дамка стоит на большой дороге, где трём дамкам её не поймать. Но здесь сразу решает жертва.
exercise-king-two-men = Дамка и две простые против дамки
exercise-king-two-men-about = Большая дорога ваша. Проведите простые и выиграйте.
exercise-king-against-men = Дамка против двух простых
exercise-king-against-men-about = Остановите обе простые, пока ни одна не стала дамкой.
exercise-king-against-three = Дамка против трёх простых
exercise-king-against-three-about = Одна дамка останавливает три простые, если вовремя займёт нужные поля.
exercise-kings-shot = Дамки против одной дамки
exercise-kings-shot-about = На большой доске одна дамка обычно делает ничью. Найдите удар, который здесь выигрывает.
exercise-two-short-kings = Две короткие дамки против одной
exercise-two-short-kings-about = Выгоните дамку из двойного угла с помощью оппозиции.
exercise-short-king-man = Дамка и простая против дамки
exercise-short-king-man-about = Проведите простую, а потом выиграйте двумя дамками против одной.
exercise-three-pieces = Три шашки
exercise-three-pieces-about = Любое выигранное окончание с тремя шашками.
exercise-four-pieces = Четыре шашки
exercise-four-pieces-about = Любое выигранное окончание с четырьмя шашками.
exercise-unknown = В этой игре нет такого окончания, которое можно выиграть.
exercise-begin = { $moves ->
    [one] Ход белых, при лучшей игре выигрыш за { $moves } ход.
    [few] Ход белых, при лучшей игре выигрыш за { $moves } хода.
   *[other] Ход белых, при лучшей игре выигрыш за { $moves } ходов.
}
exercise-going = { $moves ->
    [one] После { $moves } хода выигрыш ещё есть.
   *[other] После { $moves } ходов выигрыш ещё есть.
}
exercise-budget = { $moves ->
    [one] По правилам ничьей остался { $moves } ход.
    [few] По правилам ничьей осталось { $moves } хода.
   *[other] По правилам ничьей осталось { $moves } ходов.
}
exercise-no-budget = Здесь ни одно правило ничьей не считает ходы.
exercise-won = { $moves ->
    [one] Выиграно за { $moves } ход.
    [few] Выиграно за { $moves } хода.
   *[other] Выиграно за { $moves } ходов.
}
exercise-over = Партия окончена и не выиграна.
exercise-now-drawn = теперь ничья.
exercise-now-lost = теперь проигрыш.
exercise-thrown = { $number }-й ход { $move } упускает выигрыш: { $now }
exercise-better = Его сохраняет { $move }: { $value }.

# Что сообщается тем, кого нет за доской. О позиции в уведомлении не говорится.
notice-nobody = ваш соперник
notice-turn = Ваш ход в партии. Соперник: { $who }.
notice-time = Большая часть времени на ваш ход израсходована. Соперник: { $who }.
notice-draw = Вам предлагают ничью. Соперник: { $who }.
notice-take-back = Вас просят вернуть ходы. Соперник: { $who }.
notice-pause = Вас просят о перерыве. Соперник: { $who }.
notice-came = К вам пришёл соперник: { $who }.
notice-begins = «{ $contest }»: начало.
notice-paired = «{ $contest }»: ваша доска готова. Соперник: { $who }.
web-notices = Уведомления
web-notices-unread = { $count ->
    [one] Уведомления: { $count } новое
    [few] Уведомления: { $count } новых
   *[many] Уведомления: { $count } новых
  }
web-notices-new = Новое

### Письма: уведомления по электронной почте

help-arg-smtp = Почтовый сервер для уведомлений, например smtp://user:password@mail.example:587. То же делает переменная среды DAMKA_SMTP, и она не видна в списке процессов
help-arg-mail_from = Адрес, от которого пишет клуб; по умолчанию damka при имени самого клуба
serve-bad-smtp = Адрес почтового сервера неверен. Он выглядит как smtp://user:password@mail.example:587 или smtps://mail.example.
serve-bad-sender = «{ $address }» — неверный адрес отправителя. Укажите другой: --mail-from.
server-no-mail = Этот клуб не посылает вам писем.
server-push-device = На это устройство уведомления послать нельзя.
server-mail-address = Это не адрес электронной почты.
mail-confirm-subject = Подтвердите ваш адрес
mail-confirm = Кто-то, вероятно вы, хочет получать на этот адрес уведомления шашечного клуба. Если это так, откройте в течение суток ссылку:

    { $link }

    Если это были не вы, ничего не делайте: других писем не будет.
mail-digest-subject = { $count ->
    [one] { $count } уведомление шашечного клуба
    [few] { $count } уведомления шашечного клуба
   *[many] { $count } уведомлений шашечного клуба
  }
mail-digest-urgent = Время на ваш ход истекает
mail-digest-more = И ещё { $count }.
mail-digest-end = Вы сами выбрали эти письма: { $settings }
    Больше не присылать: { $off }
web-mail = Уведомления по почте
web-mail-confirming = Минуту…
web-mail-confirmed = Адрес подтверждён. Теперь вы будете получать выбранные уведомления.
web-mail-off-ask = Больше не получать писем этого клуба?
web-mail-off = Не присылать
web-mail-is-off = Готово: писем больше не будет, ваш адрес удалён.
web-mail-nothing = Ссылка неполная. Скопируйте адрес из письма целиком.
web-notices-why = О том, что случилось без вас, сообщает колокольчик вверху.
web-mail-address = Адрес электронной почты
web-mail-about = Писать мне, когда
web-mail-topic-turn = мой ход
web-mail-topic-time = истекает время на мой ход
web-mail-topic-asked = соперник о чём-то просит
web-mail-topic-came = пришёл соперник
web-mail-topic-contest = начинается соревнование
web-mail-start = Присылать письма
web-mail-save = Сохранить
web-mail-stop = Не присылать писем
web-mail-rate = Не больше одного письма за шесть часов, а если истекает ваше время — одного за час.
web-mail-waits = Мы написали на адрес { $address }. Откройте ссылку из письма в течение суток. Письма нет? Посмотрите в спаме.
web-mail-on = Письма приходят на адрес { $address }.
web-mail-refused = Письма на адрес { $address } вернулись, поэтому больше не посылаются. Введите адрес снова.
web-mail-account-first = Для писем нужна учётная запись: выберите пароль выше.
web-push-on = Уведомлять здесь
web-push-off = Не уведомлять здесь
web-push-why = Это устройство может показывать уведомления, даже когда страница закрыта. Они идут в зашифрованном виде через службу изготовителя браузера.
web-push-is-on = Это устройство показывает уведомления, даже когда страница закрыта.
web-push-blocked = Браузер не разрешает этой странице уведомления. Это можно изменить в его настройках.
web-push-failed = Браузер не смог включить уведомления.

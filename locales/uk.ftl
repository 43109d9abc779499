# Дамка українською. В усіх трьох каталогах ті самі повідомлення з тими самими змінними.
#
# Сторони надходять як "white" і "black", види шашок як "man" і "king". Поля й ходи надходять готовими, у нотації гри.
# Числа надходять числами: форми слів обирає мова.

### Слова, спільні для багатьох речень

language-name = українська
side = { $side ->
    [white] Білі
   *[black] Чорні
}
turn = { $side ->
    [white] Хід білих.
   *[black] Хід чорних.
}
list-and = { $list } і { $last }
list-or = { $list } або { $last }
pieces-count = { $count ->
    [one] { $count } шашка
    [few] { $count } шашки
   *[other] { $count } шашок
}
moves-count = { $count ->
    [one] { $count } хід
    [few] { $count } ходи
   *[other] { $count } ходів
}
half-moves-count = { $count ->
    [one] { $count } півхід
    [few] { $count } півходи
   *[other] { $count } півходів
}
decimal = { $whole },{ $part }
percent = { $number } %

### Ігри

ruleset-russian = Російські шашки (шашки-64)
ruleset-russian-about = Дамка ходить через усю дошку, прості б’ють уперед і назад, взяття вибирає гравець. За повним кодексом.
ruleset-russian-basic = Російські шашки, основні правила
ruleset-russian-basic-about = Ті самі ходи, свої правила нічиєї; для гри з годинником.
ruleset-russian-gambler = Російські шашки, gambler.ru
ruleset-russian-gambler-about = Російські шашки, як їх пояснює ігровий сайт gambler.ru.
ruleset-russian-fmjd = Російські шашки, FMJD-64
ruleset-russian-fmjd-about = Російські шашки з правилами нічиєї міжнародних турнірів.
ruleset-international = Шашки-100
ruleset-international-about = Велика дошка на 100 клітинок, по 20 шашок, бити треба якнайбільше.
ruleset-international-fmjd = Міжнародні шашки, FMJD
ruleset-international-fmjd-about = Шашки на 100 клітинках із правилами нічиєї всесвітньої федерації.
ruleset-simple = Прості шашки
ruleset-simple-about = Перша гра з дитячого набору «Пустотливі шашки», на світлих клітинках.
ruleset-checkers = Чекерс, gambler.ru
ruleset-checkers-about = Дамка ходить на одне поле, прості б’ють лише вперед, взяття вибирає гравець.
ruleset-checkers-ozornye = Чекерс, «Пустотливі шашки»
ruleset-checkers-ozornye-about = Для дітей: дамка ходить на одну клітинку, прості б’ють лише вперед.
ruleset-english-ozornye = Англійські шашки, «Пустотливі шашки»
ruleset-english-ozornye-about = Для дітей: прості ходять і б’ють лише вперед, дамка — через усю дошку.
ruleset-italian-ozornye = Італійські шашки, «Пустотливі шашки»
ruleset-italian-ozornye-about = Для дітей: дошку повернуто, прості не б’ють дамок і не б’ють назад.
ruleset-spanish-ozornye = Іспанські шашки, «Пустотливі шашки»
ruleset-spanish-ozornye-about = Для дітей: дошку повернуто, прості б’ють лише вперед, дамка — через усю дошку.
ruleset-corners = Куточки
ruleset-corners-about = Перегони: хто першим приведе всі шашки в дім суперника. Нікого не б’ють.
ruleset-stavropol = Ставропольські шашки
ruleset-stavropol-about = Можна ходити й шашками суперника, але тільки у свій бік.
ruleset-diagonal = Діагональні шашки
ruleset-diagonal-about = Російські шашки з іншим розставленням: обабіч великої дороги.
ruleset-poddavki = Піддавки
ruleset-poddavki-about = Усе навпаки: виграє той, хто віддав усі шашки або не може ходити.
ruleset-samoyed = Шашки-самоїди
ruleset-samoyed-about = Бити треба і чужі шашки, і свої, якщо це можливо.
ruleset-english = Англійські шашки
ruleset-english-about = Чекерс за правилами всесвітньої федерації: починають чорні, дамка ходить на одне поле, прості б’ють лише вперед.
ruleset-italian = Італійські шашки
ruleset-italian-about = Дамка ходить на одне поле, проста не б’є дамку, і суворо визначено, яке взяття обов’язкове.
ruleset-spanish = Іспанські шашки
ruleset-spanish-about = Дамка ходить через усю дошку; бити треба більше шашок, а коли порівну — більше дамок.
ruleset-brazilian = Бразильські шашки
ruleset-brazilian-about = Правила стоклітинкових шашок на дошці з 64 клітинок.
ruleset-house = Власні правила
ruleset-house-about = Власна гра: будь-яке правило можна вибрати. Без змін це російські шашки без правил нічиєї.
known-czech = Чеські шашки
known-pool-american = Американський пул
known-pool = Пул
known-pool-jamaican = Ямайський пул
known-portuguese = Португальські шашки
known-international-giveaway = Піддавки на 100 полях
ruleset-changed = { $name }, зі змінами
ruleset-changed-about = { $about } Змінено: { $changes }.
ruleset-house-changed-about = Власна гра: російські шашки без правил нічиєї. Змінено: { $changes }.
ruleset-change = { $fact } — { $value }

### Окремі правила: назви й значення

fact-board = дошка
fact-board-8 = 8 × 8
fact-board-10 = 10 × 10
fact-man-capture = як б’є проста
fact-man-capture-all = уперед і назад
fact-man-capture-forward = лише вперед
fact-king = як далеко ходить дамка
fact-king-flying = на будь-яку відстань
fact-king-short = на одне поле
fact-men-take-kings = чи може проста бити дамку
fact-men-take-kings-yes = так
fact-men-take-kings-no = ні
fact-crowning = проста дійшла до останнього ряду під час взяття
fact-crowning-continue = одразу стає дамкою і б’є далі як дамка
fact-crowning-pass = б’є далі як проста; дамкою стане, лише якщо там зупиниться
fact-crowning-stop = стає дамкою і зупиняється
fact-priority = яке взяття обов’язкове
fact-priority-free = будь-яке
fact-priority-most = те, де шашок більше
fact-priority-most-kings = де більше шашок, а коли порівну, то більше дамок
fact-priority-italian = де більше шашок; дамкою; де більше дамок; де дамка раніше
fact-priority-king-first = дамкою, якщо дамка може бити
fact-victims = чиї шашки б’ють
fact-victims-enemy = шашки суперника
fact-victims-any = шашки суперника і свої
fact-movers = чиїми шашками ходять
fact-movers-own = своїми
fact-movers-either = своїми або шашками суперника
fact-enemy-quiet = куди можна ходити шашкою суперника
fact-enemy-quiet-toward = лише у свій бік
fact-enemy-quiet-any = куди вона ходить сама
fact-enemy-capture = куди можна бити шашкою суперника
fact-enemy-capture-toward = лише у свій бік
fact-enemy-capture-any = куди вона б’є сама
fact-enemy-duty = що заборонено, коли можна бити
fact-enemy-duty-global = будь-який тихий хід
fact-enemy-duty-colour = тихий хід шашками того кольору, який може бити
fact-layout = доми
fact-layout-3x3 = 3 × 3, дев’ять шашок
fact-layout-3x4 = 3 ряди по 4, дванадцять шашок
fact-layout-4x4 = 4 × 4, шістнадцять шашок
fact-directions = кроки й стрибки
fact-directions-4 = прямо (вперед, назад і вбік)
fact-directions-8 = прямо і по діагоналі
fact-equaliser = хід другого гравця у відповідь
fact-equaliser-yes = є (якщо обидва дійдуть одночасно, буде нічия)
fact-equaliser-no = немає (виграє той, хто дійшов першим)
fact-home-limit = коли треба вийти з дому
fact-home-limit-number = { $count ->
    [0] без обмеження
    [one] за { $count } хід
    [few] за { $count } ходи
   *[other] за { $count } ходів
}
fact-start = початкове розставлення
fact-start-rows = { $count ->
    [one] { $count } ряд простих з кожного боку
    [few] { $count } ряди простих з кожного боку
   *[other] { $count } рядів простих з кожного боку
}
fact-start-camps = два доми
fact-start-squares = білі { $white }; чорні { $black }
fact-first = хто починає
fact-first-white = білі
fact-first-black = чорні
fact-result = сторона, у якої немає шашок або ходу
fact-result-normal = програє
fact-result-reversed = виграє
fact-draws = правила нічиєї
fact-draws-none = немає
fact-agreement-after = коли можна погодитися на нічию
fact-agreement-after-number = { $count ->
    [0] будь-коли
    [one] після { $count } ходу кожної сторони
   *[other] після { $count } ходів кожної сторони
}
fact-corner = ігрове кутове поле — від гравця
fact-corner-left = ліворуч
fact-corner-right = праворуч
fact-squares = поля гри
fact-squares-dark = темні
fact-squares-light = світлі
fact-naming = назви полів
fact-naming-algebraic = літера й цифра, наприклад c3
fact-naming-far-left = номери, 1 — дальнє ліворуч, якщо дивитися з боку білих
fact-naming-near-right = номери, 1 — ближнє праворуч, якщо дивитися з боку білих
fact-capture-sign = знак взяття
fact-capture-sign-colon = двокрапка, :
fact-capture-sign-cross = хрестик, x

fact-expected-number = кількість ходів
fact-expected-start = rows:3 або поля, наприклад w:a1,c1;b:h8
fact-expected-draws = none або імена правил нічиєї через «+»

### Звідки взято правило

cited = { $sentence } ({ $citation })
cite-text = { $text } [{ $id }]
cite-place = { $text }, { $place } [{ $id }]
cite-numbered = { $section }, п. { $number }
cite-article = ст. { $number }
cite-clause = п. { $number }
cite-added = у тексті цього немає: додано «Дамкою»
cite-added-after = у тексті цієї гри цього немає: «Дамка» додала за джерелом: { $citation }
cite-house = власне правило

cite-text-A = Кодекс російських шашок
cite-text-B = Основні правила гри в шашки
cite-text-C = Правила гри в шашки-100
cite-text-D = «Пустотливі шашки»
cite-text-E = gambler.ru
cite-text-FMJD = Правила міжнародних шашок FMJD
cite-text-FMJD64 = Правила FMJD-64
cite-text-WCDF = Правила WCDF
cite-text-FID = Правила італійської федерації FID
cite-text-Spain = Правила іспанської федерації

cite-A-board = «Шашкова дошка»
cite-A-diagonal = «Назви діагоналей»
cite-A-setup = «Шашки»
cite-A-goal = «Мета гри»
cite-A-move = «Ходи шашок»
cite-A-capture = «Взяття»
cite-A-first = «Перший хід»
cite-A-violation = «Порушення»
cite-A-draw = «Нічийне закінчення партії»
cite-A-result = «Результат»
cite-A-notation = «Запис партії»
cite-A-glyph = «Умовні позначення»
cite-A-mode = «Різні способи гри»
cite-B-board = «Шашкова дошка»
cite-B-man = «Шашки»
cite-B-move = «Ходи»
cite-B-capture = «Правила взяття»
cite-B-missed = «Правила взяття»
cite-B-win = «Виграш партії»
cite-B-draw = «Нічийні закінчення партій»
cite-B-clock = «Контроль часу»
cite-C-notation = приклади
cite-D-board = «Ігрове поле»
cite-D-pieces = «Фішки мавп»
cite-D-setup = «Підготовка до гри»
cite-D-colour = «Підготовка до гри»
cite-D-age = обкладинка
cite-D-learn = «Склад гри»
cite-D-first = «Підготовка до гри»
cite-D-turn = «Пересування фішок»
cite-D-move = «Пересування фішок»
cite-D-capture = «Пересування фішок»
cite-D-king = «Дамки»
cite-D-win = «Перемога»
cite-D-checkers = гра 1, «Чекерс»
cite-D-english = гра 2, «Англійські шашки»
cite-D-italian = гра 3, «Італійські шашки»
cite-D-spanish = гра 4, «Іспанські шашки»
cite-D-corners = гра 5, «Куточки»
cite-D-stavropol = гра 6, «Ставропольські шашки»
cite-D-diagonal = гра 7, «Діагональні шашки»
cite-D-poddavki = гра 8, «Піддавки»
cite-D-samoyed = гра 9, «Шашки-самоїди»
cite-E-board = «Ігрове поле»
cite-E-theme = «Ігрове поле»
cite-E-setup = «Розставлення шашок»
cite-E-turn = «Розставлення шашок»
cite-E-win = «Розставлення шашок»
cite-E-notation = «Прості шашки»
cite-E-man = «Прості шашки»
cite-E-king = «Дамки»
cite-E-checkers = «Чекерс»

source-000 = кодекс російських шашок за книгою О. Павловича «60 шашкових ігор» (текст 000)
source-001 = «Основні правила гри в шашки» (текст 001)
source-002 = правила гри в шашки-100 з українського кодексу (текст 002)
source-003 = «Пустотливі шашки» («Озорные шашки»), правила для дітей від семи років (текст 003)
source-004 = ігровий сайт gambler.ru (текст 004)
source-FMJD-64 = правила секції-64 міжнародної федерації (FMJD-64)
source-FMJD = правила всесвітньої федерації шашок (FMJD)
source-WCDF = правила всесвітньої федерації чекерса (WCDF)
source-FID = правила італійської федерації (FID)
source-Spain = правила іспанської федерації
source-house = вибір самих гравців
source-extra-game = { $source }, додаткова гра { $number }

### Чому так ходити не можна

refusal-empty = На полі { $square } немає шашки.
refusal-not-yours = На полі { $square } чужа шашка.
refusal-occupied = Поле { $square } зайняте.
refusal-must-capture = Треба бити шашкою { $squares }.
refusal-must-take-more = { $offered ->
    [one] Так буде взято { $offered } шашку
    [few] Так буде взято { $offered } шашки
   *[other] Так буде взято { $offered } шашок
}, а можна взяти { $best }: брати треба якнайбільше.
refusal-must-use-king = Треба бити дамкою { $squares }.
refusal-must-take-kings = { $offered ->
    [0] Так не буде взято жодної дамки
    [one] Так буде взято { $offered } дамку
    [few] Так буде взято { $offered } дамки
   *[other] Так буде взято { $offered } дамок
}, а можна взяти { $best }: дамок треба брати якнайбільше.
refusal-must-take-kings-first = Можна взяти стільки ж, але дамку побити раніше: дамок треба бити якомога раніше.
refusal-must-go-on = Взяття не закінчено: треба бити далі з поля { $squares }.
refusal-man-takes-king = У цій грі проста не б’є дамку.
refusal-man-captures-backward = У цій грі проста не б’є назад.
refusal-own-piece = Шашок свого кольору не б’ють.
refusal-king-too-far = У цій грі дамка ходить на одне поле і б’є лише сусідню шашку.
refusal-crowned-in-passing = { $crowning ->
    [stop] Проста, що під час взяття дійшла до останнього ряду, стає дамкою і зупиняється.
    [pass] Проста, що під час взяття дійшла до останнього ряду, б’є далі лише як проста.
   *[continue] Проста, що під час взяття дійшла до останнього ряду, б’є далі як дамка.
}
refusal-only-toward = Шашками суперника можна ходити лише у свій бік.
refusal-twice = Через шашку на { $square } довелося б стрибати двічі, а через кожну можна стрибнути лише раз.
refusal-blocked = Заважає шашка на { $square }.
refusal-not-diagonal = Шашки ходять лише по діагоналі.
refusal-man-goes-backward = Проста ходить лише вперед.
refusal-man-too-far = Задалеко: проста ходить на одне поле і б’є лише сусідню шашку.
refusal-unreachable = Туди не дістатися ні кроком, ні стрибками.
refusal-no-such-move = Ця шашка не може туди піти.

### Чому можливі ходи саме такі

situation-no-moves = Ходів немає.
situation-quiet = Бити нема чого. Можуть ходити: { $squares }.
situation-race = Можуть ходити: { $squares }.
situation-capture = Є що бити, отже, бити треба. Можуть бити: { $squares }.
situation-pass = Жодна шашка не може піти, тому хід переходить до суперника.
situation-narrowed = { $possible ->
    [one] З { $possible } взяття
   *[other] З { $possible } взять
} дозволено { $legal }: { $why }.
situation-why-more = { $best ->
    [one] брати треба якнайбільше, тут { $best } шашку
    [few] брати треба якнайбільше, тут { $best } шашки
   *[other] брати треба якнайбільше, тут { $best } шашок
}
situation-why-king = бити треба дамкою
situation-why-kings = { $best ->
    [one] дамок треба брати якнайбільше, тут { $best } дамку
    [few] дамок треба брати якнайбільше, тут { $best } дамки
   *[other] дамок треба брати якнайбільше, тут { $best } дамок
}
situation-why-kings-first = дамок треба бити якомога раніше

### Чим скінчилася партія

outcome-win = { $winner ->
    [white] Білі виграли
   *[black] Чорні виграли
}: { $reason }.
outcome-draw = Нічия: { $reason }.
end-no-pieces = { $side ->
    [white] у білих не лишилося шашок
   *[black] у чорних не лишилося шашок
}
end-no-moves = { $side ->
    [white] білим нікуди ходити
   *[black] чорним нікуди ходити
}
end-no-pieces-reversed = { $side ->
    [white] білі віддали всі свої шашки
   *[black] чорні віддали всі свої шашки
}
end-no-moves-reversed = { $side ->
    [white] білим нікуди ходити, а цього вони й прагнули
   *[black] чорним нікуди ходити, а цього вони й прагнули
}
end-arrived = { $side ->
    [white] усі білі шашки в домі суперника
   *[black] усі чорні шашки в домі суперника
}
end-both-arrived = обидві сторони дійшли одночасно
end-at-home = { $side ->
    [white] у білих лишилися шашки у своєму домі
   *[black] у чорних лишилися шашки у своєму домі
} { $moves ->
    [one] після { $moves } ходу
   *[other] після { $moves } ходів
}
end-agreement = гравці погодилися
end-nobody-can-win = жодна сторона не може виграти
end-resignation = { $side ->
    [white] білі здалися
   *[black] чорні здалися
}

end-error-over = Партію вже закінчено. { $outcome }
end-error-too-early = { $moves ->
    [one] Погодитися на нічию можна лише тоді, коли кожна сторона зробить { $moves } хід.
    [few] Погодитися на нічию можна лише тоді, коли кожна сторона зробить { $moves } ходи.
   *[other] Погодитися на нічию можна лише тоді, коли кожна сторона зробить { $moves } ходів.
}
end-error-nothing-to-claim = Нічиєї за правилами зараз немає.
end-error-not-proved = Не доведено, що жодна сторона не може виграти.

play-error-over = Партію закінчено. { $outcome }
play-error-illegal = Хід { $move } тут неможливий.
play-error-wrong-path = Хід { $move } не можна зробити таким шляхом.

### Правила нічиєї

draw-repetition = Нічия, якщо { $times ->
    [2] вдруге
    [3] втретє
    [4] вчетверте
   *[other] { $times }-й раз
} виникає та сама позиція і ходити має та сама сторона.
draw-repeated-move = Нічия, якщо та сама сторона робить той самий хід у тій самій позиції { $times ->
    [2] вдруге
    [3] втретє
    [4] вчетверте
   *[other] { $times }-й раз
}.
draw-blockade = Нічия, якщо жодна сторона не може ходити.
draw-kings-only = Нічия, якщо протягом { $limit } ходили лише дамки: жодна проста не рушила з місця і нічого не взято.
draw-no-change = Нічия, якщо протягом { $limit } нічого не взято і жодна проста не стала дамкою.
draw-length = Нічия після { $limit }.
draw-against-king = Якщо { $forces } проти однієї дамки, нічия настає після { $limit }.
draw-against-king-on-road = Якщо { $forces } проти однієї дамки, що стоїть на великій дорозі, нічия настає після { $limit }.
draw-against-king-off-road = Якщо { $forces } проти однієї дамки, що не володіє великою дорогою, нічия настає після { $limit }.
draw-both-kings = Нічия, якщо обидві сторони мають дамки і протягом { $limit } співвідношення сил не змінилося: нічого не взято і жодна проста не стала дамкою.
draw-both-kings-pieces = Нічия, якщо обидві сторони мають дамки, на дошці від { $least } до { $most } шашок і протягом { $limit } співвідношення сил не змінилося: нічого не взято і жодна проста не стала дамкою.
draw-limit-each = { $count ->
    [one] { $count } ходу кожної сторони
   *[other] { $count } ходів кожної сторони
}
draw-limit-half = { $count ->
    [one] { $count } півходу
   *[other] { $count } півходів
}
draw-limit-stronger = { $count ->
    [one] { $count } ходу сильнішої сторони
   *[other] { $count } ходів сильнішої сторони
}
draw-on-claim = Такої нічиєї гравець має вимагати сам.

forces-kings = { $kings ->
    [1] одна дамка
    [2] дві дамки
    [3] три дамки
    [one] { $kings } дамка
    [few] { $kings } дамки
   *[other] { $kings } дамок
}
forces-men = { $men ->
    [1] одна проста
    [2] дві прості
    [3] три прості
    [one] { $men } проста
    [few] { $men } прості
   *[other] { $men } простих
}
forces-both = { $kings ->
    [1] дамка
    [2] дві дамки
    [3] три дамки
    [one] { $kings } дамка
    [few] { $kings } дамки
   *[other] { $kings } дамок
} і { $men ->
    [1] проста
    [2] дві прості
    [3] три прості
    [one] { $men } проста
    [few] { $men } прості
   *[other] { $men } простих
}
forces-or-more = { $kings ->
    [1] одна дамка або більше
    [2] дві дамки або більше
    [3] три дамки або більше
    [one] { $kings } дамка або більше
    [few] { $kings } дамки або більше
   *[other] { $kings } дамок або більше
}

draw-label-repetition = та сама позиція { $times ->
    [2] вдруге
    [3] втретє
    [4] вчетверте
   *[other] { $times }-й раз
}
draw-label-repeated-move = той самий хід у тій самій позиції { $times ->
    [2] вдруге
    [3] втретє
    [4] вчетверте
   *[other] { $times }-й раз
}
draw-label-blockade = жодна сторона не може ходити
draw-label-kings-only = ходять лише дамки
draw-label-no-change = без взять і без нових дамок
draw-label-length = тривалість партії
draw-label-against-king = { $forces } проти однієї дамки
draw-label-against-king-on-road = { $forces } проти дамки на великій дорозі
draw-label-against-king-off-road = { $forces } проти дамки поза великою дорогою
draw-label-both-kings = співвідношення сил не змінюється
draw-label-both-kings-pieces = співвідношення сил не змінюється, шашок від { $least } до { $most }
draw-reason = { $label } протягом { $limit }

progress-repetition = Ця позиція: { $count }-й раз із { $full }
progress-repeated-move = Цей хід у цій позиції: { $count ->
    [0] жодного разу
   *[other] { $count }-й раз
} із { $full }
progress-counted = { $left ->
    [0] Нічия, щойно дамка покине велику дорогу
    [one] Нічия через { $left } півхід
    [few] Нічия через { $left } півходи
   *[other] Нічия через { $left } півходів
} ({ $label }: { $count } із { $full })
progress-counted-claim = { $left ->
    [0] Можна вимагати нічиєї
    [one] Можна буде вимагати нічиєї через { $left } півхід
    [few] Можна буде вимагати нічиєї через { $left } півходи
   *[other] Можна буде вимагати нічиєї через { $left } півходів
} ({ $label }: { $count } із { $full })

### Розставлені позиції

flaw-no-pieces = На дошці немає жодної шашки.
flaw-too-many-pieces = { $side ->
    [white] У білих
   *[black] У чорних
} { $count ->
    [one] { $count } шашка
    [few] { $count } шашки
   *[other] { $count } шашок
}, а може бути не більше ніж { $most }.
flaw-men-on-crowning-row = { $side ->
    [white] Білі прості
   *[black] Чорні прості
} стоять на останньому ряду й не стали дамками: { $squares }.
flaw-squares-shared = На одному полі дві шашки: { $squares }.
flaw-off-the-board = Шашки стоять поза дошкою.
flaw-kings-in-race = У цій грі немає дамок: { $squares }.
odds-no-piece = На початку партії на полі { $square } немає шашки.
odds-twice = Поле { $square } названо двічі.
odds-both-sides = Фору дає лише одна сторона, а шашка на { $square } належить іншій.
odds-everything = Чимось грати все-таки треба: не можна віддати у фору все.
odds-none = Рівним суперникам фора не потрібна.
odds-impossible = У цій грі такої фори немає. Виберіть іншу.
odds-men = { $name }: без { $count ->
    [one] { $count } шашки
   *[other] { $count } шашок
} ({ $squares }).
odds-moves = { $name }: уже { $count ->
    [one] зроблено { $count } хід
    [few] зроблено { $count } ходи
   *[other] зроблено { $count } ходів
}.
odds-clock = { $name }: { $clock }.

### Домашні правила, з яких гри не виходить

problem-unknown-ruleset = Немає такої гри: «{ $text }».
problem-unknown-fact = Немає такого правила: «{ $text }».
problem-not-a-fact = «{ $text }»: треба писати ім’я=значення.
problem-fact-twice = «{ $fact }» ({ $name }) указано двічі.
problem-fixed-fact = «{ $fact }» ({ $name }) у цій грі змінювати не можна: лише у власних правилах.
problem-bad-value = «{ $value }» не підходить для «{ $fact }» ({ $name }). Можна: { $expected }.
problem-not-here = «{ $fact }» ({ $name }) у цій грі не має сенсу.
contradiction-pass-needs-backward-capture = «{ $fact }»: проста, яка б’є лише вперед, не може бити далі з останнього ряду. Виберіть «stop».
contradiction-switches-without-enemy-movers = Указано, як ходити шашками суперника, але ходять лише своїми. Виберіть «movers=either» або приберіть ці правила.
contradiction-no-rows = Кожна сторона повинна мати хоча б один ряд простих.
contradiction-rows-meet = { $rows ->
    [one] { $rows } ряд простих з кожного боку не вміщується
    [few] { $rows } ряди простих з кожного боку не вміщуються
   *[other] { $rows } рядів простих з кожного боку не вміщуються
}: на цій дошці не більше ніж { $most }.
contradiction-no-pieces = { $side ->
    [white] Білі
   *[black] Чорні
} починають без шашок.
contradiction-man-on-crowning-row = { $side ->
    [white] Біла проста
   *[black] Чорна проста
} починає на ряду, де стають дамкою.
contradiction-squares-shared = Обидві сторони починають на тому самому полі.
contradiction-start-of-another-game = Це розставлення для іншої гри: доми бувають у куточках, ряди й поля — у шашках.
contradiction-draw-of-another-game = Правило нічиєї «{ $rule }» з іншої гри.
contradiction-draws-alike = Правила нічиєї «{ $first }» і «{ $second }» рахують те саме. Виберіть одне з них.

### Позиції та ходи, записані текстом

fen-too-long = Запис позиції задовгий: понад { $most } байтів.
fen-no-turn = У записі позиції не сказано, чий хід.
fen-turn-unknown = Чий хід, у записі позиції невідомо.
fen-bad-turn = «{ $text }»: чергу ходу позначають літерою W або B.
fen-no-pieces = У записі «{ $text }» немає шашок.
fen-side-twice = «{ $text }»: цю сторону вже перелічено.
fen-unknown-square = На цій дошці немає поля «{ $text }».
fen-not-played = Поле «{ $text }» не бере участі в грі.
fen-square-twice = «{ $text }»: на цьому полі вже стоїть шашка.
fen-bad-range = «{ $text }»: так низку полів не записують.
fen-jumped = «{ $text }»: цю шашку вже побили, але не зняли. Половина ходу — ще не позиція.
fen-junk = «{ $text }» у записі позиції нічого не означає.
fen-hub-length = { $expected ->
    [one] У записі позиції має бути { $expected } знак
    [few] У записі позиції має бути { $expected } знаки
   *[other] У записі позиції має бути { $expected } знаків
}, а в ньому { $actual }.
text-place = { $sentence } (знак { $place })
move-empty = Хід не вказано.
move-too-long = Запис ходу задовгий: понад { $most } байтів.
move-no-destination = «{ $text }» — лише одне поле. Укажіть, куди йде шашка.
move-no-square = Поруч із «{ $text }» бракує поля.
move-half-square = «{ $text }» — лише половина назви поля.
move-junk = «{ $text }» у записі ходу зайве.
move-unknown-square = На цій дошці немає поля «{ $text }».
move-not-played = Поле { $square } не бере участі в цій грі.
move-no-such-piece = Жодна шашка з вертикалі { $column } не може піти на { $square }.
move-no-such-piece-occupied = Жодна шашка з вертикалі { $column } не може піти на { $square }: це поле зайняте.
move-no-pass = Пропустити хід не можна: ходити є куди.
move-ambiguous = Це можуть бути різні ходи: { $candidates }. Назвіть більше полів.
move-illegal = Такий хід неможливий.

### Позиції та ходи вголос

spoken-men = прості { $squares }
spoken-kings = дамки { $squares }
spoken-man = проста { $squares }
spoken-king = дамка { $squares }
spoken-pieces = { $squares }
spoken-none = шашок немає
spoken-side = { $side ->
    [white] Білі
   *[black] Чорні
}: { $pieces }.
spoken-move = { $from } на { $to }
spoken-capture = { $from } б’є { $victims }, стає на { $to }
spoken-crowned = { $move }, дамка
spoken-null = ходу немає, черга переходить
spoken-jumps = { $from } стрибає на { $path }, далі на { $to }
spoken-enemy = шашкою суперника: { $move }

diagonal-great-road = велика дорога
diagonal-double = { $part ->
    [lower] нижній двійник
    [upper] верхній двійник
    [lower-small] нижній двійничок
   *[upper-small] верхній двійничок
}
diagonal-triple = { $part ->
    [lower] нижній трійник
    [upper] верхній трійник
    [lower-small] нижній трійничок
   *[upper-small] верхній трійничок
}
diagonal-kosyak = { $part ->
    [lower] нижній косяк
    [upper] верхній косяк
    [lower-small] нижній косячок
   *[upper-small] верхній косячок
}

### Гра в терміналі

play-welcome = { $game }. Наберіть хід, наприклад { $example }, і натисніть Enter. Усі команди: «{ $help }».
play-prompt = { $number }. { $side ->
    [white] Білі:
   *[black] Чорні:
}
play-choose-game = У що граємо? Наберіть номер або назву; Enter — { $game }.
play-games-header = Ігри:
play-games-line = { $number }. { $name } ({ $id }): { $about }
play-last-move = { $side ->
    [white] Білі: { $move }.
   *[black] Чорні: { $move }.
}
play-turn = { $side ->
    [white] Хід білих.
   *[black] Хід чорних.
}
play-help-header = Хід записують полями, через які він іде: { $quiet }, а взяття — { $capture }. Якщо цього замало, назвіть поля між ними. Або наберіть команду:
play-help-line = { $words } — { $about }
play-help-help = цей список
play-help-board = намалювати дошку
play-help-list = сказати, де стоять шашки
play-help-moves = усі можливі ходи
play-help-why = чому ходи саме такі
play-help-undo = повернути останній хід
play-help-draw = запропонувати нічию
play-help-accept = погодитися на нічию
play-help-decline = відмовитися від нічиєї
play-help-resign = здатися
play-help-claim = вимагати нічиєї за правилами
play-help-rules = правила цієї гри
play-help-language = змінити мову: ru, uk або en
play-help-quit = закінчити гру
play-word-help = допомога, д, ?
play-word-board = дошка
play-word-list = список, поля
play-word-moves = ходи, х
play-word-why = чому
play-word-undo = назад, повернути
play-word-draw = нічия
play-word-accept = згода, так
play-word-decline = відмова, ні
play-word-resign = здаюся, здатися
play-word-claim = вимагаю, вимагати
play-word-rules = правила
play-word-language = мова
play-word-quit = вихід, кінець
play-moves-header = { $count ->
    [0] Ходів немає.
    [one] Є { $count } хід:
    [few] Є { $count } ходи:
   *[other] Є { $count } ходів:
}
play-draw-offered = { $side ->
    [white] Білі пропонують нічию.
   *[black] Чорні пропонують нічию.
} Суперник може набрати «{ $accept }» або «{ $decline }», а може просто зробити хід.
play-draw-accepted = Нічию прийнято.
play-draw-declined = Нічию відхилено. Партія триває.
play-draw-too-early = { $moves ->
    [one] Погоджуватися на нічию ще зарано: спершу кожна сторона має зробити { $moves } хід.
    [few] Погоджуватися на нічию ще зарано: спершу кожна сторона має зробити { $moves } ходи.
   *[other] Погоджуватися на нічию ще зарано: спершу кожна сторона має зробити { $moves } ходів.
}
play-draw-not-offered = Нічиєї ніхто не пропонував.
play-draw-own-offer = Це ваша пропозиція: відповідає на неї суперник.
play-draw-already-offered = Нічию вже запропоновано.
play-claim-accepted = Вимога слушна.
play-claim-none = Нічиєї за правилами зараз немає.
play-resigned = { $side ->
    [white] Білі здаються.
   *[black] Чорні здаються.
}
play-game-over = Партію закінчено. { $outcome }
play-refused = Хід «{ $move }» зробити не можна.
play-ambiguous = «{ $move }» може означати різні ходи: { $candidates }. Назвіть більше полів.
play-cannot-undo = Повертати нема чого.
play-undone = { $side ->
    [white] Хід білих { $move } повернуто.
   *[black] Хід чорних { $move } повернуто.
}
play-passed = { $side ->
    [white] Білим нікуди ходити, тому знову ходять чорні.
   *[black] Чорним нікуди ходити, тому знову ходять білі.
}
play-unknown-command = «{ $text }» — не хід і не команда. Усі команди: «{ $help }».
play-unknown-game = Немає такої гри: «{ $text }».
play-language-changed = Тепер українською.
play-unknown-language = Немає такої мови: «{ $text }». Є ru, uk і en.
play-goodbye = До побачення!
play-end-of-input = Введення закінчилося. До побачення!

### Командний рядок

cli-legal = Хід { $move } можливий.
cli-bad-file = Файл «{ $file }» не підходить: { $reason }
cli-bad-value = «{ $name }»: потрібне слово, число, так або ні (true, false) чи список слів.
cli-cannot-write = Не вдалося записати файл «{ $file }»: { $reason }
cli-odds-with-fen = Фору ({ $odds }) дають у початковій позиції, тому разом зі своєю позицією її вказати не можна.
cli-unknown-square = На цій дошці немає поля «{ $text }».

### The help of the command line: commands, their options (of one command: `-in-` its name), choices and value names

help-usage = Використання
help-heading-commands = Команди
help-heading-arguments = Аргументи
help-heading-nodes = Клуб із кількох машин
help-heading-options = Параметри
help-options-token = ПАРАМЕТРИ
help-command-token = КОМАНДА
help-possible = варіанти: { $values }
help-default = типово: { $value }
usage-unknown-argument = Тут немає параметра «{ $argument }».
usage-unknown-command = Немає такої команди: «{ $command }».
usage-bad-value = «{ $value }» не підходить для { $argument }.
usage-value-missing = Для { $argument } потрібне значення.
usage-too-many-values = «{ $value }» — зайве значення для { $argument }.
usage-number-of-values = Для { $argument } потрібно значень: { $expected }, а вказано: { $actual }.
usage-conflict = { $argument } не можна вказати разом із { $other }.
usage-missing = Бракує: { $arguments }.
usage-no-command = Не вказано команди.
usage-not-utf8 = Командний рядок записано не в UTF-8.
usage-suggestion = Можливо, «{ $suggestion }»?
usage-hint = Довідка: { $command }
bench-speed = швидкість
bench-unit = мільйона позицій за секунду
help-program = Шашковий клуб в одній програмі: 21 гра, точні правила й пояснення кожної відмови
help-play = Грати в цьому терміналі: проти комп’ютера або вдвох по черзі
help-rules = Показати правила гри на одній сторінці
help-rulesets = Перелічити всі ігри
help-moves = Перелічити можливі ходи позиції
help-explain = Сказати, чи можливий хід і чому ні; без ходу — пояснити можливі ходи
help-diagram = Намалювати позицію
help-fen = Перевести позицію з будь-якого запису в стандартний FEN
help-pdn = Файли партій: перевірити, перетворити, надрукувати
help-pdn-check = Програти кожну партію, повідомити, що й де неправильно, і підрахувати. Код виходу 1, якщо в партії помилка
help-pdn-convert = Записати партії чистим PDN 3.0, в іншій нотації або для інших програм. Партії з помилками називаються й пропускаються
help-pdn-sheet = Надрукувати бланк партії: текстом або сторінкою; або перевести такий текст назад у PDN
help-pdn-diagram = Намалювати позицію після півходу партії
help-analyse = Розібрати партії файлу: оцінки, знаки, кращі варіанти і як грала кожна сторона
help-arbiter = Програти протокол партії та розповісти її хід: порушення зі статтями й правами, годинники, результат
help-contest = Матчі, сеанси й клубні вечори: створити запис, розповісти його, показати таблицю
help-contest-new = Надрукувати запис нового змагання
help-contest-show = Розповісти змагання словами: про що домовилися, хто бере участь, що було
help-contest-standings = Надрукувати таблицю змагання
help-contest-pdn = Записати всі партії змагання в PDN: подія, тур, дошка
help-contest-check = Знайти пошкодження запису та звірити його з партіями. Код 1, якщо вони є
help-endgame = Таблиці закінчень: побудувати, запитати, довести, показати
help-endgame-build = Побудувати таблиці гри; продовжує з місця, де побудову перервано
help-endgame-probe = Хто виграє в позиції, за скільки півходів і що дає кожен хід
help-endgame-verify = Довести, що оцінка кожної позиції випливає з її ходів
help-endgame-stats = Показати, що в таблицях: частки виграшів, нічиїх і програшів та найдовші виграші
help-serve = Відчинити клуб для браузерів: на цьому комп’ютері, у локальній мережі або за проксі
help-backup = Скопіювати всі партії клубу в новий файл, навіть поки він відчинений
help-restore = Поставити копію на місце даних клубу; попередні дані зберігаються поруч
help-doctor = Перевірити налаштування клубу: тека або база даних, вузли, проксі, копії; повідомити, що не так і що робити. Код виходу 1, якщо щось не так
help-person = Люди клубу: обов’язки, імена, блокування, їхні дані; також поки клуб відкрито
help-person-list = Хто тут є
help-person-show = Одна людина
help-person-rename = Дати людині інше ім’я
help-person-role = Призначити людину або звільнити її від обов’язків
help-person-block = Заблокувати: вийти на всіх пристроях і не пускати
help-person-unblock = Зняти блокування
help-person-allow = Дозволити людині зберігати більше за звичайне
help-person-reset = Створити одноразове посилання, за яким людина задасть новий пароль
help-person-export = Усе, що зберігається про людину, у вигляді JSON
help-person-delete = Видалити дані людини; її партії лишаються з нейтральним іменем
help-person-log = Що зробили адміністратори
help-person-keeper = Створити одноразове посилання для адміністратора
help-worker = Надати цей комп’ютер клубу: аналізувати партії, шукати задачі, проводити партії між рівнями. Ключ видає адміністратор клубу
help-worker-key = Керувати ключами помічників; також поки клуб відкрито
help-worker-key-add = Створити ключ. Він показується лише один раз
help-worker-key-list = Показати список ключів
help-worker-key-withdraw = Відкликати ключ: помічників із цим ключем більше не допускають
help-salvage = Зберегти в нову теку все, що ще читається в пошкодженій теці даних
help-store = Перенести весь клуб із теки даних до бази PostgreSQL чи назад, порівняти два клуби
help-store-copy = Скопіювати закритий клуб до порожньої теки чи бази з перевіркою кожного рядка
help-store-compare = Порівняти два закриті клуби рядок за рядком; код виходу 1, якщо вони різняться
help-bench = Прорахувати задані позиції всіх ігор: останнє число визначає пошук і оцінку
help-train = Навчити оцінку гри: зіграти партії із собою й підібрати за ними ваги
help-match = Матч гравців: наскільки перший сильніший за другого
help-hub = Рушій для дощок та інших програм за протоколом Hub, через стандартне введення й виведення
help-dxp = Грати в міжнародні шашки з іншими програмами мережею (DamExchange)
help-dxp-listen = Чекати на інші програми й грати партії, які вони запропонують
help-dxp-play = З’єднатися з програмою, яка чекає, і запропонувати їй партії
help-perft = Порахувати партії заданої довжини
help-help = Показати цю довідку або довідку команди
help-arg-lang = Мова: ru, uk або en; типово мова системи
help-arg-help = Показати довідку
help-arg-version = Показати версію
help-arg-subcommand = Команда
help-arg-ruleset = Гра, наприклад russian, або її рядок, наприклад "house king=short"
help-arg-ruleset-in-play = Гра, наприклад russian; якщо не вказано, програма запитає
help-arg-ruleset-in-endgame = Гра, наприклад russian. Ігри з однаковими ходами мають спільні таблиці
help-arg-corner = Який ближній кут ігровий
help-arg-squares = Колір ігрових полів
help-arg-first = Хто ходить першим
help-arg-odds = Поля, з яких на початку знято шашки, наприклад a1,c1
help-arg-no_added_draws = Без правил нічиєї, яких немає в тексті гри
help-arg-layout = Доми в куточках: 3x3, 3x4 або 4x4
help-arg-rules = Власні правила: файл TOML із правилами, для гри house
help-arg-fen = Позиція, наприклад "W:Wc3,Kd4:Bf6"; типово початкова
help-arg-waive = Припустити ваду позиції за її назвою, наприклад men-on-crowning-row
help-arg-spoken = Для програм читання з екрана: без малюнка дошки, лише речення та списки полів
help-arg-clock = Час кожної сторони, наприклад 8m, 5m+3s або 40/2h:1h, або none
help-arg-level = Грати проти комп’ютера: від 1 для новачків до 10 на повну силу; без цього грають двоє
help-arg-level-in-dxp = Сила, від 1 до 10
help-arg-side = Ваша сторона проти комп’ютера; типово та, що ходить першою
help-arg-seed = Число, з якого починається випадок: те саме число дає той самий вибір
help-arg-html = Записати сторінку для друку в цей файл
help-arg-json = Для інших програм
help-arg-json-in-analyse = Розбір для інших програм, рядок на партію; самі партії тоді записуються лише з -o
help-arg-text-in-explain = Хід, наприклад c3-d4
help-arg-text-in-fen = Позиція: FEN у будь-якому записі, наприклад "W:Wc3,Kd4:Bf6", або рядок літер Hub
help-arg-rules-in-fen = Гра, наприклад international або "house king=short"
help-arg-to-in-fen = Як її записати
help-arg-hub = Надрукувати й рядок Hub
help-arg-svg = Записати малюнок у цей файл
help-arg-svg-in-endgame = Намалювати діаграму в цей файл
help-arg-ascii = Лише знаки, які є в будь-якому терміналі
help-arg-black = Дошка з боку чорних
help-arg-mm = Сторона дошки в міліметрах, щоб надрукувати її в справжню величину; офіційна — 400
help-arg-files = Файли; - або нічого — стандартне введення
help-arg-file = Файл; - або нічого — стандартне введення
help-arg-file-in-analyse = Файл партій; - — стандартне введення
help-arg-file-in-backup = Новий файл
help-arg-from-in-salvage = Пошкоджена тека; у ній нічого не змінюється
help-arg-to-in-salvage = Нова тека
help-arg-from-in-store-copy = Де клуб: тека даних або postgresql://користувач:пароль@сервер/база; «postgres» означає адресу з DAMKA_POSTGRES
help-arg-to-in-store-copy = Куди його скопіювати, у тому самому вигляді; місце має бути порожнім
help-arg-left = Один клуб: тека даних або адреса бази; «postgres» означає адресу з DAMKA_POSTGRES
help-arg-right = Інший клуб
help-arg-record = Протокол (як його пишуть, сказано в docs/arbiter.md) або - для стандартного введення
help-arg-rules-in-pdn = Гра для файлів, де її не вказано, наприклад russian або "house king=short"
help-arg-record-in-contest = Запис змагання (як він побудований, сказано в docs/contest.md) або - для стандартного вводу
help-arg-kind-in-contest = Вид змагання
help-choice-kind-match = двоє грають кілька партій
help-choice-kind-simul = один грає проти кількох одразу
help-choice-kind-evening = люди приходять і грають одне з одним
help-arg-name-in-contest = Назва змагання
help-arg-rules-in-contest = Гра, наприклад russian або "house king=short"
help-arg-length-in-contest = Тривалість матчу: games 4, first-to 3 або best-of 5
help-arg-clock-in-contest = Час кожного, наприклад 8m, 5m+3s або 40/2h:1h
help-arg-term-in-contest = Будь-який інший рядок заголовка, наприклад draws=faster або host-clock=3600s; можна повторювати
help-arg-entrant-in-contest = Учасник, за порядком; перший — сеансер. Можна повторювати
help-arg-room-in-contest = Усі грають за дошками в залі
help-arg-games-in-contest = Папка з партіями, файли названо за їхніми номерами: запис (docs/arbiter.md) або PDN
help-arg-rules-in-analyse = Гра для файлів, де її не вказано, наприклад russian або "house king=short"
help-arg-encoding = Кодування файлів; типово визначається саме
help-arg-no_variations = Лише зігране: варіанти пропускаються
help-arg-output = Записати в цей файл; типово у стандартне виведення
help-arg-force = Записати поверх файлу, якщо він уже є
help-arg-to = Що записати
help-arg-notation = Як записувати ходи
help-arg-captures = Знак взяття
help-arg-marks = Що означають у файлах знаки на зразок ?!
help-arg-marks-in-pdn-sheet = Що означають на бланку знаки на зразок ?!; типово як заведено в мові
help-arg-game = Номер партії у файлі
help-arg-read = Файл — бланк партії; надрукувати його як PDN. Без --rules це російські шашки
help-arg-ply = Півхід, після якого показати позицію; 0 — початок. Типово кінець партії
help-arg-time = Секунд на хід; 0.1, якщо жодної межі немає
help-arg-time-in-analyse = Секунд на хід; 0.5, якщо межі не вказано
help-arg-time-in-dxp = Секунд на хід, про який би час не домовилися
help-arg-nodes = Позицій на хід
help-arg-nodes-in-analyse = Позицій на хід. З одним потоком результат завжди однаковий
help-arg-depth = Півходів уперед
help-arg-depth-in-perft = Кількість півходів
help-arg-lines = Скільки найкращих варіантів шукати; для похвали потрібно два
help-arg-threads = Потоків; типово всі ядра
help-arg-threads-in-analyse = Потоків, що думають разом
help-arg-data = Тека всіх таблиць; типово в теці даних користувача або в DAMKA_DATA
help-arg-data-in-serve = Тека партій; типово в теці даних користувача
help-arg-data-in-backup = Тека партій; типово в теці даних користувача
help-arg-data-in-restore = Папка партій; типово та, що в папці даних користувача
help-arg-data-in-person = Папка партій; типово та, що в папці даних користувача
help-arg-file-in-restore = Копія
help-arg-backup_to = Раз на добу, поки клуб відкрито, зберігати в цій папці копію з датою
help-arg-chat = Гравці, які про це домовилися, можуть листуватися своїми словами, а не лише готовими фразами
help-arg-keep = Скільки копій лишається
help-arg-vacation_days = Скільки днів відпустки на рік має кожен у партіях листуванням; якщо 0, відпусток немає
help-arg-club = Адреса клубу, наприклад https://club.example
help-arg-key = Ключ від адміністратора клубу; змінної DAMKA_KEY у списках процесів не видно
help-arg-threads-in-worker = Скільки завдань виконувати водночас; типово по одному на два процесори
help-arg-name-in-worker = Ім’я цього помічника в клубі; типово — ім’я комп’ютера
help-arg-data-in-worker-key = Тека партій; типово — у теці даних користувача
help-arg-key_name = Назва ключа, наприклад ім’я того, кому його видано
help-arg-number = Номер ключа
help-arg-background_jobs = Виконувати фонову роботу: шукати задачі в розібраних партіях, проводити партії між рівнями комп’ютера
help-arg-no_own_jobs = Залишити всі завдання помічникам (damka worker): сам клуб цілих партій не аналізує. Поки помічників немає, завдання чекають
help-arg-compare = Скільки зі ста результатів помічників порівнювати з результатом іншого помічника
help-arg-who = Номер або ім’я
help-arg-new_name = Нове ім’я
help-arg-name = Лише ті, в чиєму імені це є
help-arg-office = Обов’язок
help-arg-office-in-person-list = Лише з цим обов’язком
help-arg-blocked = Лише заблоковані
help-arg-factor = У скільки разів більше за звичайне, від 1 до 100
help-arg-remove = Звільнити, а не призначити
help-arg-yes = Справді видалити
help-arg-json-in-person = Для інших програм
help-arg-pieces = Усі закінчення, де шашок не більше за це число
help-arg-only = Лише один зріз і те, що йому потрібно, наприклад 1m2k-1m2k: прості й дамки сторони, за якою хід, та іншої
help-arg-memory = Пам’яті під позиції, у мебібайтах
help-arg-moves = Ходи звідти, наприклад "a1-b2 f8-e7": лічильники правил нічиєї тоді вже йдуть
help-arg-moves-in-dxp = Ходів у кожної сторони, після яких партія закінчується без результату; 0 — грати до кінця
help-arg-port = Порт
help-arg-port-in-dxp = Порт очікування; 0 — будь-який вільний
help-arg-lan = Відчинити для всієї локальної мережі, а не лише для цього комп’ютера
help-arg-no_open = Не відкривати браузер
help-arg-public_url = Адреса для браузерів, якщо перед клубом стоїть проксі, наприклад https://club.example
help-arg-postgres = Працювати як вузол клубу з кількох машин; клуб зберігає все в цій базі даних PostgreSQL. Змінної DAMKA_POSTGRES у списках процесів не видно
help-arg-nats = Сервер NATS, через який спілкуються вузли; без нього вони спілкуються через базу даних, повільніше. Те саме робить змінна середовища DAMKA_NATS
help-arg-drain = Скільки секунд ще працювати перед закриттям: /api/health уже відповідає 503, і балансувальник не надсилає нових відвідувачів; другий сигнал закриває одразу
help-arg-data-in-doctor = Тека партій; типово в теці даних користувача
help-arg-postgres-in-doctor = База даних PostgreSQL клубу з кількох машин; те саме робить змінна DAMKA_POSTGRES
help-arg-nats-in-doctor = Сервер NATS, через який спілкуються його вузли; те саме робить змінна DAMKA_NATS
help-arg-port-in-doctor = Порт клубу на цій машині
help-arg-public_url-in-doctor = Адреса, за якою клуб відкривають браузери
help-arg-backup_to-in-doctor = Тека резервних копій
help-arg-smtp-in-doctor = Поштовий сервер для сповіщень; те саме робить змінна DAMKA_SMTP
help-arg-node_name = Ім’я цього вузла у списках вузлів; типово — ім’я машини та порт
help-arg-behind_proxy = Перед клубом стоїть проксі й називає адреси відвідувачів у X-Forwarded-For; більше ніхто не повинен мати доступу до порту
help-arg-log_json = Журнал у форматі JSON, по об’єкту в рядку
help-arg-unlimited = Без обмежень, для вимірювань
help-arg-address = Адреса очікування. Типово з’єднатися може лише цей комп’ютер; 0.0.0.0 — будь-який
help-arg-once = Закінчити, коли піде перший гість
help-arg-rules-in-dxp = Гра, чиї правила нічиєї діють: international або international-fmjd
help-arg-host = Де вона чекає, наприклад 192.168.1.7 або localhost:27531
help-arg-colour = Чим «Дамка» грає першу партію; потім сторони міняються
help-arg-games = Кількість партій
help-arg-games-in-match = Скільки партій зіграти, по дві на дебют
help-arg-games-in-train = Грати, доки в теці не буде стільки партій
help-arg-minutes = Хвилин у кожної сторони
help-arg-divide = Показати число для кожного першого ходу
help-arg-paths = Рахувати кожен шлях взяття
help-arg-a = Гравець, силу якого вимірюють: engine, engine:eval=general,nodes=5000, engine:weights=ФАЙЛ, engine:tables=ТЕКА, engine:level=7, random, "hub:КОМАНДА", "hub[book=false]:КОМАНДА" або dxp:АДРЕСА:ПОРТ
help-arg-b = Гравець, із яким його порівнюють
help-arg-concurrency = Партій одночасно; типово за кількістю ядер
help-arg-opening_plies = Випадкових півходів на початку; типово 6, на дошці 10x10 і в samoyed 8, у corners 4
help-arg-opening_bound = Найбільше очікування сторони після дебюту, у відсотках очок: від 50 до 100
help-arg-opening_nodes = Позицій для оцінки дебюту
help-arg-openings = Дебюти з цього файлу: позиція або список ходів у кожному рядку
help-arg-max_plies = Партії, де півходів більше, — нічия
help-arg-known_draws = Закінчувати партії нічиєю, де так кажуть таблиці закінчень цієї теки
help-arg-slack = На скільки секунд хід може запізнитися понад п’яту частину часу, перш ніж це рахується
help-arg-sprt = Зупинитися, щойно ясно, наскільки A сильніший: на перше чи на друге число Ело
help-arg-pdn = Додавати кожну партію в цей файл
help-arg-state = Зберігати результати в цьому файлі й продовжувати перерваний матч
help-arg-dir = Тека для партій, ваг і кривої
help-arg-seconds = Грати не довше за стільки секунд
help-arg-weights = Грати з цими вагами; типово з тими, що є у програмі
help-arg-afresh = Грати із загальною оцінкою, ніби навчання ще не було
help-arg-tables = Грати з таблицями закінчень цієї теки; партія закінчується, де результат відомий
help-arg-also = Учитися й за цими файлами партій
help-arg-rounds = Проходів підбору; 0 — лише грати
help-arg-rate = Наскільки ваги змінюються за раз
help-arg-steps = Змін ваг за прохід
help-arg-pull = Наскільки сильно ваги тягне до початку
help-arg-result_share = Скільки важить результат партії на повній дошці; решта — оцінка пошуку
help-arg-late_result_share = Скільки важить результат партії на майже порожній дошці
help-arg-match_games = Партій матчу з попередніми вагами; 0 — без матчу
help-arg-match_nodes = Позицій на хід матчу
help-choice-side-lots = за жеребом
help-choice-to-fen = стандартний FEN, як у PDN
help-choice-to-hub = літери протоколу Hub, по одній на поле
help-choice-to-pdn = PDN 3.0, UTF-8
help-choice-to-json = список партій для інших програм
help-choice-notation-own = як поля називають правила кожної гри
help-choice-notation-algebraic = літери й цифри: c3-d4
help-choice-notation-numeric = номери: 22-18
help-choice-notation-short = короткий запис російських книжок: cd4
help-choice-captures-own = як записують правила кожної гри
help-choice-captures-x = хрестик: c3xe5, так читають усі програми
help-choice-captures-colon = двокрапка: c3:e5, як у російських книжках
help-choice-marks-chess = як у шахах і в PDN: ?! — сумнівний хід
help-choice-marks-russian = як у російському кодексі: ?! — хід, який здається слабким, а виявився сильним
help-value-LANGUAGE = МОВА
help-value-RULESET = ГРА
help-value-GAME = ГРА
help-value-KEY = КЛЮЧ
help-value-CORNER = КУТ
help-value-CAPTURES = ЗНАК
help-value-SQUARES = ПОЛЯ
help-value-FIRST = СТОРОНА
help-value-LAYOUT = ДОМИ
help-value-FILE = ФАЙЛ
help-value-FILES = ФАЙЛИ
help-value-FLAW = ВАДА
help-value-TIME = ЧАС
help-value-LEVEL = РІВЕНЬ
help-value-SIDE = СТОРОНА
help-value-NUMBER = ЧИСЛО
help-value-MOVE = ХІД
help-value-MOVES = ХОДИ
help-value-MILLIMETRES = МІЛІМЕТРИ
help-value-TO = ФОРМАТ
help-value-RECORD = ПРОТОКОЛ
help-value-KIND = ВИД
help-value-LENGTH = ДОВЖИНА
help-value-TERM = ІМ’Я=ЗНАЧЕННЯ
help-value-ENTRANT = ІМ’Я
help-value-ENCODING = КОДУВАННЯ
help-value-SECONDS = СЕКУНДИ
help-value-NOTATION = НОТАЦІЯ
help-value-MARKS = ЗНАКИ
help-value-FOLDER = ТЕКА
help-value-PLACE = МІСЦЕ
help-value-PLACE2 = МІСЦЕ
help-value-WHO = ХТО
help-value-NAME = ІМ’Я
help-value-ROLE = ОБОВ’ЯЗОК
help-value-DIR = ТЕКА
help-value-MATERIAL = МАТЕРІАЛ
help-value-MIB = МІБ
help-value-THREADS = ПОТОКИ
help-value-PORT = ПОРТ
help-value-ADDRESS = АДРЕСА
help-value-COLOUR = КОЛІР
help-value-GAMES = ПАРТІЇ
help-value-MINUTES = ХВИЛИНИ
help-value-DEPTH = ГЛИБИНА
help-value-PERCENT = ВІДСОТОК
help-value-NODES = ПОЗИЦІЇ
help-value-ROUNDS = ПРОХОДИ
help-value-RATE = КРОК
help-value-STEPS = КРОКИ
help-value-PULL = СИЛА
help-value-RESULT_SHARE = ЧАСТКА
help-value-LATE_RESULT_SHARE = ЧАСТКА
help-value-SEED = ЧИСЛО
help-value-COMMAND = КОМАНДА
help-value-HOST--PORT- = АДРЕСА[:ПОРТ]

### Сторінка правил

page-title = { $game }: правила гри
page-source = Джерело правил: { $source }.
page-sources = Джерела
page-source-of = { $section } — { $source }
page-added = * У тексті цієї гри цього немає: додано «Дамкою».
page-line = Гра одним рядком: { $line }
page-legend-race = На дошках: o — біла шашка, x — чорна шашка.
page-legend = На дошках: o — біла проста, O — біла дамка, x — чорна проста, X — чорна дамка.
page-board = Дошка і шашки
page-moves = Ходи
page-captures = Взяття
page-choice = Що бити
page-enemy = Ходи шашками суперника
page-win = Як виграти
page-draws = Нічия
page-options = Що можна вибрати
page-notation = Запис ходів
page-start-caption = Початкова позиція
page-names-caption = Номери полів

rule-board = Дошку поділено на { $width } × { $width } клітинок. Грають лише на { $count } { $squares ->
    [light] світлих
   *[dark] темних
} полях. Дошку кладуть так, щоб { $corner ->
    [right] праворуч
   *[left] ліворуч
} від кожного гравця було кутове { $squares ->
    [light] світле
   *[dark] темне
} поле.
rule-board-full = Дошку поділено на { $width } × { $width } клітинок. Грають на всіх { $count } полях, світлих і темних.
rule-road = Найдовша діагональ { $from }–{ $to } називається великою дорогою.
rule-setup-rows = На початку кожна сторона має { $count ->
    [one] { $count } просту шашку
    [few] { $count } прості шашки
   *[other] { $count } простих шашок
}. Вони стоять на { $squares ->
    [light] світлих
   *[dark] темних
} полях { $rows ->
    [1] ряду, найближчого до гравця
    [2] двох рядів, найближчих до гравця
    [3] трьох рядів, найближчих до гравця
    [4] чотирьох рядів, найближчих до гравця
   *[other] { $rows } рядів, найближчих до гравця
}.
rule-setup-men = На початку прості стоять так. Білі: { $white }. Чорні: { $black }.
rule-setup-camps = На початку кожна сторона має { $count ->
    [one] { $count } шашку
    [few] { $count } шашки
   *[other] { $count } шашок
} у своєму домі: у білих це { $white }, у чорних { $black }.
rule-first = { $side ->
    [white] Починають білі.
   *[black] Починають чорні.
}
rule-first-agreed = Хто починає, вирішують гравці. { $side ->
    [white] Якщо не вирішили, починають білі.
   *[black] Якщо не вирішили, починають чорні.
}
rule-turn = Гравці ходять по черзі, кожен своїми шашками. Пропускати хід не можна.
rule-turn-either = Гравці ходять по черзі. Пропускати хід не можна. Ходити можна своєю шашкою або шашкою суперника.
rule-turn-race = Гравці ходять по черзі.
rule-man-step = Проста ходить по діагоналі вперед на одне вільне поле.
rule-king-step-flying = Дамка ходить по діагоналі вперед і назад на будь-яку кількість вільних полів.
rule-king-step-short = Дамка ходить по діагоналі вперед і назад на одне вільне поле.
rule-crown = Проста, що дійшла до останнього ряду, стає дамкою. Дамок може бути кілька.
rule-crown-quiet = Якщо вона дійшла туди тихим ходом, то ходить як дамка з наступного ходу.
rule-duty = Бити обов’язково: хто може бити, той мусить бити.
rule-man-jump = Проста б’є шашку на сусідньому по діагоналі полі: перестрибує через неї на вільне поле одразу за нею.
rule-man-direction-all = Проста б’є і вперед, і назад.
rule-man-direction-forward = Проста б’є лише вперед.
rule-man-takes-king-no = Проста не може бити дамку.
rule-king-jump-flying = Дамка б’є по діагоналі на будь-якій відстані, якщо до шашки всі поля вільні й за нею є хоча б одне вільне поле. Вона стає на будь-яке вільне поле за побитою шашкою.
rule-king-jump-short = Дамка б’є сусідню шашку вперед і назад: перестрибує через неї на вільне поле одразу за нею.
rule-go-on = Якщо після цього тією самою шашкою можна бити ще, треба бити далі. Усе це один хід.
rule-go-on-flying = Якщо дамка може стати на різні поля, вона мусить вибрати те, з якого можна бити далі, якщо таке є.
rule-once = Побиті шашки знімають із дошки лише тоді, коли хід закінчено. Через вільне поле можна пройти кілька разів, але стрибати через ту саму шашку двічі не можна (турецький удар).
rule-victims-enemy = Шашок свого кольору не б’ють.
rule-victims-any = Шашки свого кольору теж б’ють, і це так само обов’язково. За один хід можна побити шашки обох кольорів.
rule-choice-free = Якщо бити можна по-різному, гравець вибирає сам, незалежно від кількості шашок. Але розпочате взяття треба довести до кінця.
rule-choice-most = Якщо бити можна по-різному, треба взяти якнайбільше шашок. Прості й дамки рахуються однаково. Якщо кількість та сама, гравець вибирає сам.
rule-choice-most-kings = Якщо бити можна по-різному, треба взяти якнайбільше шашок, а коли порівну — якнайбільше дамок. Якщо й це однаково, гравець вибирає сам.
rule-choice-italian = Якщо бити можна по-різному, треба взяти якнайбільше шашок. Коли порівну, б’є дамка, а не проста; далі треба взяти якнайбільше дамок; далі побити дамку якомога раніше. Якщо все однаково, гравець вибирає сам.
rule-choice-king-first = Якщо може бити дамка, бити треба дамкою. У решті вибір вільний.
rule-passing-continue = Проста, що під час взяття дійшла до останнього ряду, одразу стає дамкою, і якщо дамкою можна бити ще, вона мусить бити далі тим самим ходом.
rule-passing-pass = Якщо проста під час взяття дійшла до останнього ряду і може бити далі як проста, вона б’є далі й лишається простою. Дамкою вона стане, лише якщо закінчить хід на останньому ряду.
rule-passing-stop = Проста, що під час взяття дійшла до останнього ряду, стає дамкою, і на цьому її хід закінчується.
rule-movers = Замість своєї шашки можна піти шашкою суперника. Шашка ходить і б’є як шашка свого кольору, хоч би хто нею ходив, і стає дамкою на своєму останньому ряду.
rule-enemy-takes-yours = Тому шашка суперника б’є лише шашки того, хто нею ходить.
rule-enemy-quiet-toward = Тихий хід шашкою суперника можна робити лише у свій бік.
rule-enemy-quiet-any = Тихий хід шашкою суперника роблять туди, куди вона ходить сама.
rule-enemy-capture-toward = Бити шашкою суперника можна лише у свій бік, з кожним стрибком.
rule-enemy-capture-any = Бити шашкою суперника можна туди, куди вона б’є сама.
rule-enemy-duty-global = Якщо хоч одна шашка будь-якого кольору, якою можна ходити, може бити, бити обов’язково.
rule-enemy-duty-colour = Якщо можуть бити шашки одного кольору, тихо ходити цим кольором не можна, а іншим можна.
rule-win-no-move = Програє той, кому у свій хід нікуди піти.
rule-win-no-pieces = Програє той, у кого не лишилося шашок.
rule-win-no-move-reversed = Виграє той, кому у свій хід нікуди піти.
rule-win-no-pieces-reversed = Виграє той, у кого не лишилося шашок.
rule-win-resign = Хто здався, той програв.
rule-draw-agreement = Гравці можуть погодитися на нічию.
rule-draw-agreement-after = { $count ->
    [one] Погодитися на нічию можна лише тоді, коли кожен зробив { $count } хід.
    [few] Погодитися на нічию можна лише тоді, коли кожен зробив { $count } ходи.
   *[other] Погодитися на нічию можна лише тоді, коли кожен зробив { $count } ходів.
}
rule-draw-nobody = Нічия, якщо жодна сторона не може виграти.
rule-added = { $rule }*
rule-draws-none = Інших правил нічиєї немає.
rule-naming-algebraic = Поле називають літерою й цифрою: літери йдуть зліва направо, цифри — знизу вгору, якщо дивитися з боку білих.
rule-naming-far-left = Поля мають номери від 1 до { $count }. Якщо дивитися з боку білих, поле 1 — дальнє ліворуч; номери йдуть зліва направо, ряд за рядом до білих.
rule-naming-near-right = Поля мають номери від 1 до { $count }. Якщо дивитися з боку білих, поле 1 — ближнє праворуч; номери йдуть справа наліво, ряд за рядом від білих.
rule-writing = Хід записують полями, звідки й куди: { $quiet }. Для взяття знак інший: { $capture }.
rule-writing-race = Хід записують полями, звідки й куди: { $quiet }.
rule-diagonals = Діагоналі мають імена: { $diagonals }.
rule-race-aim = Виграє той, хто першим займе всіма своїми шашками поля, де на початку стояли шашки суперника.
rule-race-equaliser = Якщо першим дійшов той, хто починав, другий робить ще один хід. Якщо він цим ходом теж дійшов, нічия.
rule-race-home-limit = { $count ->
    [one] Хто після { $count } свого ходу ще тримає шашку у своєму домі, той програв.
   *[other] Хто після { $count } своїх ходів ще тримає шашку у своєму домі, той програв.
}
rule-race-step-4 = Шашка робить крок на сусіднє вільне поле: вперед, назад або вбік, але не по діагоналі.
rule-race-step-8 = Шашка робить крок на будь-яке сусіднє вільне поле, по діагоналі теж.
rule-race-jump-4 = Або вона стрибає по прямій через сусідню шашку, свою чи чужу, на вільне поле одразу за нею. Стрибати можна багато разів поспіль, а після будь-якого стрибка можна зупинитися.
rule-race-jump-8 = Або вона стрибає, по прямій чи по діагоналі, через сусідню шашку, свою чи чужу, на вільне поле одразу за нею. Стрибати можна багато разів поспіль, а після будь-якого стрибка можна зупинитися.
rule-race-nothing-taken = Стрибати не обов’язково, і з дошки нічого не знімають.
rule-option = { $fact }: { $value }. Можна й так: { $others }.
rule-race-must = Хто може ходити, той мусить ходити.
rule-race-pass = Хто не може, пропускає хід.

example-man-step = Проста ходить уперед на одне поле: { $moves }.
example-king-flying = Дамка ходить на будь-яку відстань.
example-king-short = Дамка ходить на одне поле: { $moves }.
example-man-backward-yes = Проста б’є назад: { $moves }.
example-man-backward-no = Назад проста не б’є. Вона може лише ходити: { $moves }.
example-man-takes-king-no = Проста не може бити дамку. Вона може лише ходити: { $moves }.
example-man-chain = Дві шашки за один хід: { $moves }.
example-king-jump-flying = Дамка б’є здалеку і стає на будь-яке вільне поле за шашкою: { $moves }.
example-king-jump-short = Дамка б’є лише сусідню шашку: { $moves }.
example-king-goes-on = Дамка мусить стати туди, звідки можна бити далі: { $moves }.
example-choice-free = Одна шашка чи дві: гравець вибирає сам. Можна і так, і так: { $moves }.
example-choice-most = Одна шашка чи дві: треба бити дві. Дозволено лише: { $moves }.
example-choice-king = Проста й дамка можуть узяти по одній шашці: бити мусить дамка. Дозволено лише: { $moves }.
example-choice-kings = Можна побити просту або дамку: треба бити дамку. Дозволено: { $moves }.
example-passing-continue = На останньому ряду проста стає дамкою і б’є далі як дамка: { $moves }.
example-passing-pass = Проста проходить через останній ряд, б’є далі як проста й лишається простою: { $moves }.
example-passing-pass-end = Далі звідси могла б бити лише дамка, тому проста зупиняється на останньому ряду і стає дамкою: { $moves }.
example-passing-stop = На останньому ряду проста стає дамкою і зупиняється, хоча поруч є ще шашка: { $moves }.
example-turkish = Далі бити не можна: наступну шашку на шляху вже побито. Хід { $moves }, узято { $count }.
example-own = Білі мусять бити свою шашку: { $moves }.
example-enemy-quiet = Хід білих. Можна піти й чорною шашкою, але тільки до білих. Дозволено: { $moves }.
example-enemy-capture = Хід білих. Біла проста мусить бити: { $moves }. Чорній бити в бік чорних не можна.
example-enemy-capture-own = Хід білих. Чорною шашкою білі можуть побити свою шашку, а бити обов’язково: { $moves }.
example-race-step = Один крок: { $moves }.
example-race-jump = Кілька стрибків за один хід: { $moves }.

## PDN

pdn-too-large = { $limit ->
    [one] Партія завелика: понад { $limit } байт.
    [few] Партія завелика: понад { $limit } байти.
   *[other] Партія завелика: понад { $limit } байтів.
}
pdn-too-deep = { $limit ->
    [one] Варіанти вкладено надто глибоко: понад { $limit } рівень.
    [few] Варіанти вкладено надто глибоко: понад { $limit } рівні.
   *[other] Варіанти вкладено надто глибоко: понад { $limit } рівнів.
}
pdn-unclosed-comment = У примітки немає закривної фігурної дужки.
pdn-unclosed-variation = У варіанта немає закривної круглої дужки.
pdn-unclosed-setup = У позиції між ходами немає закривної скісної риски.
pdn-bad-tag = Це не тег: потрібні ім’я та закривна квадратна дужка.
pdn-rules = Тег не називає відомих тут правил. { $reason }
pdn-game-type = У гру типу «{ $type }» тут не грають.
pdn-game-type-named = { $game } (тип «{ $type }»): у цю гру тут не грають.
pdn-unplayed-canadian = Канадські шашки
pdn-unplayed-turkish = Турецькі шашки
pdn-unplayed-thai = Тайські шашки
pdn-unplayed-frisian = Фризькі шашки
pdn-unplayed-spantsiretti = Спанціретті
pdn-unplayed-breakthrough = Шашки «Брейктру»
pdn-unplayed-frysk = Фриск
pdn-no-game-type = У партії не сказано, за якими правилами її зіграно.
pdn-variation-first = Варіант стоїть раніше за всі ходи, тому заміняти йому нічого.
pdn-ambiguous = { $count ->
    [one] Це може бути { $count } хід. Назвіть більше полів.
    [few] Це можуть бути { $count } різні ходи. Назвіть більше полів.
   *[other] Це можуть бути { $count } різних ходів. Назвіть більше полів.
}
pdn-no-such-piece = Жодна шашка з вертикалі { $column } не може туди піти.
pdn-doubt-captures = Прочитано як взяття однієї шашки. Між тими самими полями є й інші взяття: { $candidates }.
pdn-doubt-rules = У партії не сказано, за якими правилами її зіграно. Усі її ходи можливі в грі: { $game }.
pdn-doubt-settled = Так можна прочитати кілька ходів. Прочитано як { $move }: лише після цього ходу решта партії можлива, а після { $others } — ні.
pdn-doubt-variation = Варіант пропущено. { $reason }
pdn-doubt-result = У тегу результат { $tag }, а після ходів стоїть { $played }: його й зараховано.
pdn-doubt-stray = Тут це нічого не означає, тому пропущено.
pdn-doubt-text = Цей текст стоїть поза коментарем. Його збережено як коментар.
pdn-doubt-line-ends = Кінці рядків записано двома знаками. Їх прочитано як кінці рядків.
pdn-quoted = «{ $text }»: { $reason }
pdn-error-line = { $place }: партія { $number }: { $reason }
pdn-note-line = { $place }: зауваження до партії { $number }: { $reason }
games-count = { $count ->
    [one] { $count } партія
    [few] { $count } партії
   *[other] { $count } партій
}
pdn-file-total = { $file }: { $games }, { $plies }, { $broken ->
    [0] помилок немає
    [one] з помилкою { $broken } партія
    [few] з помилками { $broken } партії
   *[other] з помилками { $broken } партій
}.
pdn-hint-rules = У партіях не сказано, за якими правилами їх зіграно; найкраще підходять: { $game }. Якщо це інша гра, назвіть її: { $option }. Усі ігри покаже { $command }.
pdn-exists = Файл «{ $file }» уже є. Щоб записати поверх нього, додайте { $option }.
pdn-no-such-game = { $count ->
    [0] У файлі «{ $file }» немає партій.
    [one] У файлі «{ $file }» немає партії { $number }: у ньому { $count } партія.
    [few] У файлі «{ $file }» немає партії { $number }: у ньому { $count } партії.
   *[other] У файлі «{ $file }» немає партії { $number }: у ньому { $count } партій.
}
pdn-no-such-ply = { $count ->
    [one] Півходу { $ply } немає: у партії { $count } півхід.
    [few] Півходу { $ply } немає: у партії { $count } півходи.
   *[other] Півходу { $ply } немає: у партії { $count } півходів.
}
pdn-unknown-encoding = Немає такого кодування: «{ $text }». Є { $known }.
pdn-sheet-too-large = { $limit ->
    [one] У бланку запису не може бути понад { $limit } байт.
    [few] У бланку запису не може бути понад { $limit } байти.
   *[other] У бланку запису не може бути понад { $limit } байтів.
}

sheet-title = Бланк запису партії
sheet-event = Змагання
sheet-site = Місце
sheet-date = Дата
sheet-round = Тур
sheet-result = Результат
sheet-start = Початкова позиція
sheet-signature = Підпис

## Voice: the letters of squares, as a voice should say them

voice-letter = { $letter ->
   *[a] а
    [b] бе
    [c] це
    [d] де
    [e] е
    [f] еф
    [g] же
    [h] аш
    [i] і
    [j] йот
}

## Conduct

violation-two-moves = зроблено два ходи поспіль
violation-incorrect-move = неправильний хід
violation-other-piece-moved = торкнулися однієї своєї шашки, а пішли іншою
violation-taken-back = хід узято назад
violation-enemy-piece-moved = зроблено хід шашкою суперника
violation-missed-capture = тихий хід, хоча можна було бити
violation-removed-without-reason = шашку знято без причини
violation-wrong-number-captured = узято менше або більше шашок, ніж можливо
violation-series-stopped = послідовне взяття зупинено на півдорозі
violation-removed-during-series = шашку знято, коли взяття ще не закінчено
violation-too-few-removed = знято менше шашок, ніж побито
violation-not-captured-removed = знято шашки, яких не було побито
violation-removal-broken-off = знімання побитих шашок перервано
violation-own-removed = після взяття знято власні шашки
violation-not-crowned = просту на останньому ряду не перетворено на дамку
violation-on-unplayed-cell = шашка стоїть на неігровому полі: вона не діє
violation-wrong-setup = шашки розставлено неправильно

conduct-violated = { $side ->
    [white] Порушення білих:
   *[black] Порушення чорних:
}
conduct-violated-setup = Порушення, допущене до партії:
conduct-decides = { $side ->
    [white] Білі
   *[black] Чорні
} можуть вимагати виправити все цілком або погодитися, зробивши хід.
conduct-decides-crown = { $side ->
    [white] Білі
   *[black] Чорні
} можуть самі перетворити просту на дамку, вимагати цього або погодитися, що вона лишилася простою, зробивши хід.
conduct-decides-setup = { $side ->
    [white] Білі
   *[black] Чорні
} можуть вимагати почати партію заново з правильної позиції, поки самі не зробили ходу.
conduct-why = Чому? { $reason }
conduct-bound = Ходити треба шашкою { $square }, якої торкнулися.
conduct-why-move = За правилами це хід: { $move }.
conduct-moved = { $side ->
    [white] Білі
   *[black] Чорні
}: { $move }.
conduct-does = { $side ->
    [white] Білі
   *[black] Чорні
} { $what }.
conduct-corrected = { $side ->
    [white] Порушення білих виправлено цілком.
   *[black] Порушення чорних виправлено цілком.
}
conduct-corrected-what = { $side ->
    [white] Порушення білих виправлено цілком: { $violations }.
   *[black] Порушення чорних виправлено цілком: { $violations }.
}
conduct-corrected-setup = Шашки розставлено, як домовилися, партія починається заново.
conduct-stands = { $side ->
    [white] Порушення білих залишено: вимагати виправлення вже не можна.
   *[black] Порушення чорних залишено: вимагати виправлення вже не можна.
}
conduct-crowned = { $side ->
    [white] Білі перетворюють просту на дамку.
   *[black] Чорні перетворюють просту на дамку.
}
conduct-clock-given = { $side ->
    [white] Годинник переведено на білих: вони виправляють хід.
   *[black] Годинник переведено на чорних: вони виправляють хід.
}
conduct-declined = Пропозицію відхилено.
conduct-took-back = { $count ->
    [one] Повернуто { $count } півхід.
    [few] Повернуто { $count } півходи.
   *[other] Повернуто { $count } півходів.
}
conduct-restored = Позицію відновлено: те, що сталося не з вини гравців, — не порушення.
conduct-paused = Годинники зупинено.
conduct-resumed = Годинники знову йдуть.
conduct-pause-agreed = Суперники домовилися про перерву: годинники стоять.
conduct-pause-ended = Перерву закінчено: годинники знову йдуть.
conduct-vacation-over = { $side ->
    [white] Відпустку білих закінчено.
   *[black] Відпустку чорних закінчено.
}
conduct-time-set = { $side ->
    [white] На годиннику білих тепер { $time }.
   *[black] На годиннику чорних тепер { $time }.
}
conduct-claimed-no-win = { $side ->
    [white] Білі заявляють, що жодна сторона не може виграти. Чорні можуть погодитися або відмовитися; вирішити може й суддя.
   *[black] Чорні заявляють, що жодна сторона не може виграти. Білі можуть погодитися або відмовитися; вирішити може й суддя.
}
conduct-flag-fell = { $side ->
    [white] У білих вийшов час. Триває перевірка, чи можуть чорні виграти.
   *[black] У чорних вийшов час. Триває перевірка, чи можуть білі виграти.
}
conduct-credited = Сервер не працював ({ $time }). Цей час нікому не зараховується.
conduct-rematch-made = Наступну партію створено.
conduct-result = Результат. { $ending }
conduct-strays = Поза грою, на неігрових полях: { $squares }.
conduct-note = Примітка: { $text }

incorrect-touched = { $side ->
    [white] Білі торкаються шашок під час ходу чорних.
   *[black] Чорні торкаються шашок під час ходу білих.
} Це некоректно; записано, наслідків немає.
incorrect-not-shown = { $side ->
    [white] Білі не показали взяття шашка за шашкою.
   *[black] Чорні не показали взяття шашка за шашкою.
} Це некоректно; записано, наслідків немає.

conduct-hand-adjust = кажуть: «Поправляю!»
conduct-hand-touch = торкаються { $squares }
conduct-hand-lift = беруть шашку { $squares }
conduct-hand-back = беруть шашку { $squares } і ставлять назад
conduct-hand-carry = переставляють шашку { $square } на { $squares }
conduct-hand-hold = переставляють шашку { $square } на { $squares }, не відпускаючи
conduct-hand-place = ставлять її на { $squares }
conduct-hand-release = відпускають шашку
conduct-hand-remove = знімають із дошки { $squares }
conduct-hand-crown = перетворюють { $squares } на дамку
conduct-act-move = ходять { $move }
conduct-act-pass = пропускають хід
conduct-act-press = перемикають годинник
conduct-act-offer = пропонують нічию
conduct-act-accept = погоджуються
conduct-act-decline = відмовляються
conduct-act-resign = здаються
conduct-act-claim-draw = вимагають нічиєї за правилами
conduct-act-claim-nobody-can-win = заявляють, що жодна сторона не може виграти
conduct-act-claim-gone = вимагають перемоги: суперник пішов
conduct-act-claim-gone-draw = вимагають нічиєї: суперник пішов
conduct-act-claim-flag = вимагають перемоги: час суперника вийшов
conduct-act-claim-wrong-board = вказують, що дошку повернуто неправильно
conduct-act-claim-wrong-setup = вказують, що шашки розставлено неправильно
conduct-act-insist = наполягають на дотриманні правил
conduct-act-demand = вимагають виправлення
conduct-act-vain-demand = вимагають виправлення, хоча виправляти нічого
conduct-act-ask-back = просять повернути хід
conduct-act-agree-back = дозволяють повернути хід
conduct-act-ask-pause = просять про перерву
conduct-act-agree-pause = погоджуються на перерву
conduct-act-end-pause = припиняють перерву
conduct-act-vacation = ідуть у відпустку: { $time }
conduct-act-back = повертаються з відпустки
conduct-act-leave = залишають партію
conduct-act-return = повертаються
conduct-act-drop = відмовляються від партії
conduct-act-rematch = хочуть зіграти ще
conduct-act-disturbance = Шашки на дошці збив хтось сторонній.
conduct-act-cannot-win = { $side ->
    [white] Доведено: з цієї позиції білі виграти не можуть.
   *[black] Доведено: з цієї позиції чорні виграти не можуть.
}
conduct-act-flag = { $side ->
    [white] Прапорець білих упав.
   *[black] Прапорець чорних упав.
}
conduct-act-unproved = Не доведено, що суперник не може виграти.
conduct-act-other = «{ $text }»
ruling = Рішення судді: { $what }.
ruling-correct = порушення виправити
ruling-stand = залишити як є
ruling-refusal = { $side ->
    [white] білим зарахувати поразку за відмову дотримуватися правил
   *[black] чорним зарахувати поразку за відмову дотримуватися правил
}
ruling-penalty = { $side ->
    [white] білим зарахувати поразку за порушення регламенту турніру
   *[black] чорним зарахувати поразку за порушення регламенту турніру
}
ruling-draw = нічия
ruling-award = { $side ->
    [white] білим присудити перемогу
   *[black] чорним присудити перемогу
}
ruling-annul = партію анулювати й переграти
ruling-pause = зупинити годинники
ruling-resume = знову пустити годинники
ruling-time = { $side ->
    [white] поставити на годиннику білих { $time }
   *[black] поставити на годиннику чорних { $time }
}

conduct-end-flag = { $side ->
    [white] у білих вийшов час
   *[black] у чорних вийшов час
}
conduct-end-mercy = { $side ->
    [white] у білих вийшов час, але чорні не можуть виграти
   *[black] у чорних вийшов час, але білі не можуть виграти
}
conduct-end-refusal = { $side ->
    [white] білі відмовляються дотримуватися правил
   *[black] чорні відмовляються дотримуватися правил
}
conduct-end-penalty = { $side ->
    [white] білі порушили регламент турніру: годинник, відкладання або дисципліна
   *[black] чорні порушили регламент турніру: годинник, відкладання або дисципліна
}
conduct-end-gone = { $side ->
    [white] білі залишили партію
   *[black] чорні залишили партію
}
conduct-end-gone-draw = { $side ->
    [white] білі пішли, і чорні згодні на нічию
   *[black] чорні пішли, і білі згодні на нічию
}
conduct-end-arbiter-draw = за рішенням судді жодна сторона не може виграти
conduct-end-awarded = суддя присудив перемогу в незакінченій партії
conduct-end-annulled = Партію анулюють і переграють.
conduct-end-dropped = Партію припинено до другого ходу, і вона не рахується.
cite-agreed = за домовленістю до партії

right-move = зробити хід
right-demand = вимагати виправити порушення цілком
right-let-stand = погодитися з ним, зробивши хід
right-crown = перетворити просту суперника на дамку
right-press = перемкнути годинник
right-offer = запропонувати нічию
right-answer = погодитися або відмовитися
right-claim-draw = вимагати нічиєї за правилами
right-claim-gone = вимагати перемоги або нічиєї, бо суперник пішов
right-claim-flag = вимагати перемоги: час суперника вийшов
right-ask-pause = попросити про перерву
right-end-pause = припинити перерву
right-ask-back = попросити повернути хід
right-drop = відмовитися від партії
right-resign = здатися
right-rule = ухвалити суддівське рішення
rights-of = { $side ->
    [white] Білі можуть
   *[black] Чорні можуть
}: { $rights }.
rights-none = { $side ->
    [white] Білі зараз нічого не можуть зробити.
   *[black] Чорні зараз нічого не можуть зробити.
}

refused-time-backward = Час раніший, ніж у попереднього запису.
refused-not-yours = Ви не маєте на це права.
refused-not-your-turn = Зараз хід суперника.
refused-nothing-moved = Хід ще не зроблено.
refused-other-piece-bound = Торкнулися іншої шашки: ходити треба нею.
refused-other-manner = Це сувора партія: хід роблять цілком, рухів рук не записують.
refused-nothing-to-correct = Немає порушення суперника, про яке ще можна вирішувати.
refused-no-more-demands = Ви тричі вимагали виправлення, коли виправляти було нічого. Тепер про порушення вирішує лише суддя.
refused-nothing-to-answer = Відповідати нема на що.
refused-not-gone-long = Суперник відсутній ще недостатньо довго.
refused-too-late-to-drop = Другий хід уже зроблено: просто припинити партію не можна.
refused-clock = Годинники цього не дозволяють.
refused-clock-runs = Час ще не вийшов.
refused-other-pace = Це партія на кілька днів: постійно бути за дошкою не потрібно.
refused-only-over-days = Це можливо лише в партіях на кілька днів.
refused-paused = У партії перерва. Спершу припиніть її.
refused-no-vacation = У цій партії домовилися обійтися без відпусток.
refused-not-over = Партію ще не закінчено.
refused-already-done = Це вже зроблено.
refused-no-takebacks = За умовами партії ходи не повертаються.
refused-stale = Відтоді становище в партії змінилося.
impossible-hand-full = У руці вже є шашка.
impossible-hand-empty = У руці нічого немає.
impossible-not-set-down = Шашка ще в повітрі: спершу її треба поставити.
impossible-off-the-board = Поля { $square } немає на дошці.
impossible-no-man = На полі { $square } немає простої, яку можна перетворити на дамку.

record-line = Рядок { $line }: { $problem }
record-empty = Запис порожній. Першим рядком має бути «damka-record 2».
record-head = Запис починається словами «damka-record 2», а не «{ $text }».
record-later = «{ $text }»: цей запис зробила новіша версія програми.
record-no-colon = «{ $text }»: треба писати ім’я: значення. Заголовок закінчується порожнім рядком.
record-too-many = У записі може бути не більше ніж { $most } подій.
event-too-long = Рядок задовгий: понад { $most } байтів.
event-missing = «{ $text }»: чогось бракує.
event-version = Версія «{ $text }»: цей рядок записала новіша версія програми.
event-version-unknown = «{ $text }»: такої версії рядків немає.
event-time = «{ $text }» — не час. Час пишуть так: 1:02 або 1:02.5.
event-actor = «{ $text }»: такого учасника немає. Є white, black, arbiter і nobody.
event-act = «{ $text }»: такого за дошкою не роблять.
event-extra = «{ $text }» тут зайве.
spec-unknown-line = «{ $text }»: такого рядка в заголовку немає. Можна: { $known }.
spec-bad-value = «{ $text }» не підходить для «{ $name }». Можна: { $expected }.
spec-start-and-odds = Позицію і фору не можна вказати разом.

span-days = { $count ->
    [one] { $count } день
    [few] { $count } дні
   *[other] { $count } днів
}
span-hours = { $count ->
    [one] { $count } година
    [few] { $count } години
   *[other] { $count } годин
}
span-minutes = { $count ->
    [one] { $count } хвилина
    [few] { $count } хвилини
   *[other] { $count } хвилин
}
span-seconds = { $count ->
    [one] { $number } секунда
    [few] { $number } секунди
    [many] { $number } секунд
   *[other] { $number } секунди
}
clock-none = { $side ->
    [white] Білі грають без годинника
   *[black] Чорні грають без годинника
}
clock-left = { $side ->
    [white] У білих лишилося { $time }
   *[black] У чорних лишилося { $time }
}
clock-periods = { $all ->
    [one] { $left } із { $all } періоду
   *[other] { $left } із { $all } періодів
}
clock-moves = { $count ->
    [one] до контролю { $count } хід
    [few] до контролю { $count } ходи
   *[other] до контролю { $count } ходів
}
clock-delay = затримка { $time }
control-none = без годинника
control-each-move = { $time } на кожен хід
control-hourglass = пісочний годинник, { $time }
control-game = { $time } на партію
control-rest = { $time } до кінця партії
control-moves = { $count ->
    [one] { $time } на { $count } хід
    [few] { $time } на { $count } ходи
   *[other] { $time } на { $count } ходів
}
control-again = { $count ->
    [one] { $time } на кожен { $count } хід
    [few] { $time } на кожні { $count } ходи
   *[other] { $time } на кожні { $count } ходів
}
control-byoyomi = { $count ->
    [one] бьойомі, { $count } період, { $time }
    [few] бьойомі, { $count } періоди, кожен — { $time }
   *[other] бьойомі, { $count } періодів, кожен — { $time }
}
control-fischer = { $stage }, додаток за кожен хід — { $time }
control-bronstein = { $stage }, після ходу повертається витрачений час, але не більше ніж { $time }
control-delay = { $stage }, затримка перед кожним ходом — { $time }
control-then = { $before }; далі { $after }
control-error-empty = Контроль часу не вказано.
control-error-not-a-time = «{ $text }» — не час.
control-error-no-unit = «{ $text }»: немає одиниці (d, h, m, s або ms).
control-error-too-long = «{ $text }»: задовго.
control-error-not-a-count = «{ $text }»: потрібне число від 1 до 65535.
control-error-moves-missing = «{ $text }»: це не останній етап, треба вказати кількість ходів.
control-error-no-time = «{ $text }» не дає часу.
control-error-too-many-stages = «{ $text }»: етапів забагато.
control-error-byoyomi-not-last = «{ $text }» стоїть після бьойомі, а бьойомі має бути останнім.
control-error-hourglass-not-alone = «{ $text }»: пісочний годинник не можна поєднувати з іншим контролем.

arbiter-players = Білі: { $white }. Чорні: { $black }.
arbiter-nobody = ім’я не вказано
arbiter-at-board = Як за справжньою дошкою: програма не втручається, а чи виправляти порушення, вирішує лише суперник.
arbiter-strict = Сувора партія: неможливий хід не приймається, і пояснюється чому.
arbiter-added-code = У тексті цієї гри такого кодексу немає: «Дамка» додала кодекс російських шашок.
arbiter-clock = Контроль часу: { $control }.
arbiter-clocks = Контроль часу білих: { $white }. Контроль часу чорних: { $black }.
arbiter-mercy = За домовленістю той, у кого вийшов час, не програє суперникові, який не може виграти.
arbiter-found = Шашки розставлено не так, як домовилися. Хто ще не зробив ходу, може вимагати виправлення. [A.violation.2]
arbiter-refused = Не прийнято. { $reason }
arbiter-too-late = Запізно. { $act }
arbiter-now = Партія триває. { $turn }
arbiter-cannot-read = Не вдалося прочитати «{ $file }»: { $reason }

### Змагання

contest-kind-match = Матч
contest-kind-simul = Сеанс одночасної гри
contest-kind-evening = Клубний вечір
contest-stage-gathering = Збір учасників
contest-stage-playing = Триває гра
contest-stage-over = Завершено
contest-standing-applied = просить прийняти
contest-standing-in = бере участь
contest-standing-out = більше не бере участі
contest-in-room = грає за дошкою в залі
contest-entrant-unnamed = Учасник { $number }
contest-entrant-line = { $number }. { $name }: { $standing }
contest-length-games = { $count ->
    [one] { $count } партія
    [few] { $count } партії
   *[other] { $count } партій
}
contest-length-first-to = { $count ->
    [one] до { $count } очка
   *[other] до { $count } очок
}
contest-length-best-of = { $count ->
    [one] щонайбільше { $count } партія, доки не відомий переможець
    [few] щонайбільше { $count } партії, доки не відомий переможець
   *[other] щонайбільше { $count } партій, доки не відомий переможець
}
contest-term-length = Тривалість: { $length }.
contest-term-colours-lots = { $kind ->
    [match] Перший колір — за жеребом, потім кольори чергуються.
    [simul] Колір на кожній дошці — за жеребом.
   *[evening] Кольори розподіляються порівну, за рівності — жереб.
}
contest-term-colours-white = { $kind ->
    [simul] Сеансер на всіх дошках грає білими.
   *[other] У першій партії перший учасник грає білими, потім кольори чергуються.
}
contest-term-colours-black = { $kind ->
    [simul] Сеансер на всіх дошках грає чорними.
   *[other] У першій партії перший учасник грає чорними, потім кольори чергуються.
}
contest-term-colours-alternate = Сеансер грає білими й чорними через дошку.
contest-term-draws-count = Нічия — по пів очка кожному.
contest-term-draws-faster = Нічия переграється з меншим часом до першої перемоги: { $ladder }.
contest-term-openings = { $count ->
    [one] Партії починаються з { $count } домовленої позиції.
   *[other] Кожні дві партії починаються з однієї з { $count } домовлених позицій.
}
contest-term-joining-free = Брати участь може будь-хто.
contest-term-joining-asked = Учасників на їхнє прохання приймає організатор.
contest-term-late = Після початку долучитися не можна.
contest-term-host-clock = У сеансера один годинник на всі дошки: { $time }.
contest-term-clocks = Час сеансера: { $host }. Час гостей: { $guests }.
contest-term-clocks-each = Час першого учасника: { $host }. Час суперника: { $guests }.
contest-term-patience = Хто чекає на суперника { $time }, може вимагати очка.
contest-entrant-term-rules = правила
contest-entrant-term-odds = фора
contest-entrant-term-colour = колір
contest-outcome-white-won = перемога білих
contest-outcome-black-won = перемога чорних
contest-outcome-draw = нічия
contest-outcome-both-lost = поразка обох
contest-outcome-void = не зараховано
contest-source-game = за підсумком партії
contest-source-typed = уведено вручну
contest-source-settled = вирішено під час закриття
contest-source-walkover = суперник не прийшов
contest-board = Дошка { $table }
contest-game = Партія { $round }
contest-game-again = Партія { $round }, перегравання { $again }
contest-actor-owner = Організатор
contest-actor-arbiter = Арбітр
contest-told-by = { $who }: { $text }
contest-did-apply = { $name } просить прийняти до змагання.
contest-did-enter = { $name } бере участь.
contest-did-enter-room = { $name } бере участь за дошкою в залі.
contest-did-strength = { $text } Сила: { $strength }.
contest-did-out = { $name } більше не бере участі.
contest-did-term = Умова для учасника { $name }: { $term } — { $value }.
contest-did-begin = Гра починається.
contest-did-lot = Жереб кинуто, його число — { $seed }.
contest-did-pair = { $board }: білі — { $white }, чорні — { $black }.
contest-did-pair-room = { $board } в залі: білі — { $white }, чорні — { $black }.
contest-did-result = { $board }: { $outcome } ({ $source }).
contest-did-ready = { $name } чекає на партію.
contest-did-rest = { $name } відпочиває.
contest-did-clock-runs = Годинник сеансера йде.
contest-did-clock-stands = Годинник сеансера зупинено.
contest-did-clock-fell = Час сеансера вичерпано.
contest-did-close = Змагання закрито.
contest-ended-finished = Усе зіграно.
contest-ended-abandoned = { $name } припиняє матч.
contest-ended-closed = Змагання закрито.
contest-match-won = Матч виграє { $name }, рахунок { $score }.
contest-match-drawn = Матч закінчився внічию, { $score }.
contest-match-score = Рахунок { $score }.
contest-open = { $count ->
    [one] Грається { $count } партія.
    [few] Граються { $count } партії.
   *[other] Грається { $count } партій.
}
contest-why-waited = очікування { $time }
contest-why-met = { $count ->
    [0] ще не зустрічалися
   *[other] партій між собою: { $count }
}
contest-why-difference = різниця в силі { $difference }
contest-refused-over = Змагання завершено.
contest-refused-other-kind = У такому змаганні так не роблять.
contest-refused-no-entrant = Такого учасника немає.
contest-refused-full = Місць більше немає.
contest-refused-too-late = Сеанс почався, після початку не долучають.
contest-refused-not-in = { $name } не бере участі.
contest-refused-has-game = { $name } вже грає.
contest-refused-too-few = Бракує суперника.
contest-refused-no-board = Такої дошки немає.
contest-refused-game-decides = Результат дає сама партія. Виправити його може лише арбітр.
contest-refused-own-game = Власну партію вирішувати не можна.
contest-refused-may-still-come = Суперник ще може прийти. Зачекайте ще { $time }.
contest-refused-boards-open = { $count ->
    [one] Ще грається { $count } партія. Спершу дограйте або вирішіть її.
    [few] Ще граються { $count } партії. Спершу дограйте або вирішіть їх.
   *[other] Ще грається { $count } партій. Спершу дограйте або вирішіть їх.
}
contest-refused-again = Змагання щойно змінилося. Спробуйте ще раз.
contest-spec-no-kind = Немає рядка «kind». Можна: { $expected }.
contest-spec-no-ladder = Для перегравань потрібні швидші годинники в рядку «ladder».
contest-spec-too-many = «{ $name }» може мати щонайбільше { $most } значень.
contest-spec-host-clock = Один годинник на всі дошки буває лише в сеансі, де сеансер не має іншого годинника.
contest-record-empty = Запис порожній. Першим рядком має бути «damka-contest 1».
contest-record-head = Запис змагання починається словами «damka-contest 1», а не «{ $text }».
contest-record-name = «{ $text }»: учасники нумеруються підряд, тут має бути «entrant-{ $number }».
contest-event-actor = «{ $text }»: такої особи немає. Є owner, arbiter, entrant.1 і nobody.
contest-event-deed = «{ $text }»: такого у змаганні не буває.
contest-event-entrant = «{ $text }» — не номер учасника.
contest-event-board = «{ $text }» — не дошка. Дошку пишуть так: тур.стіл.партія, наприклад 1.3.1.
contest-event-result = «{ $text }» — не результат. Можна: { $expected }.
contest-event-seed = «{ $text }» — не число жереба: потрібні 16 шістнадцяткових цифр.
contest-event-term = «{ $text }» — не умова учасника. Можна: { $expected }.
contest-damage-over = Змагання вже завершилося.
contest-damage-entrant = Учасника з таким номером немає, або номер не за порядком.
contest-damage-board = Такої дошки немає, або вона вже є.
contest-damage-clock = У цьому змаганні немає спільного годинника сеансера.
contest-damage-actor = Годинник сеансера веде лише програма: тут має бути «nobody».
contest-sheet-number = Дошка
contest-sheet-where = Де
contest-sheet-room = у залі
contest-sheet-online = у мережі
contest-table-place = Місце
contest-table-name = Учасник
contest-table-points = Очки
contest-table-games = Партії
contest-table-results = + = −
contest-table-nobody = Учасників поки немає.
contest-sound = { $count ->
    [one] Запис справний: { $count } подія, дощок: { $boards }.
    [few] Запис справний: { $count } події, дощок: { $boards }.
   *[other] Запис справний: { $count } подій, дощок: { $boards }.
}
contest-game-missing = { $board }: немає файлу партії { $game }.
contest-game-broken = { $board }, «{ $file }»: { $problem }
contest-game-differs = { $board }: підсумок партії — «{ $played }», а у змаганні — «{ $scored }».
contest-game-open = не закінчено

# Training

train-playing = Гра
train-fitting = Підбір ваг
train-played = { $played ->
    [one] Зіграно { $played } партію, у файлі { $games }.
    [few] Зіграно { $played } партії, у файлі { $games }.
   *[other] Зіграно { $played } партій, у файлі { $games }.
}
train-bad-weights = Файл { $file } не годиться як ваги: { $problem }.
train-bad-games = Файл { $file } не годиться як навчальні партії: { $problem }.

### Таблиці закінчень

endgame-plan = { $slices ->
    [one] Позицій: { $positions } в { $slices } парі зрізів; пам’яті під позиції не більше { $memory } МіБ.
   *[other] Позицій: { $positions } в { $slices } парах зрізів; пам’яті під позиції не більше { $memory } МіБ.
}
endgame-building = Побудова
endgame-verifying = Перевірка
endgame-built = Позицій: { $positions } за { $seconds } с; { $bytes } КіБ, { $density } позицій на байт оцінок.
endgame-complete = Усе вже побудовано.
endgame-verified = Позицій: { $positions }, зрізів: { $slices }; кожна оцінка випливає з ходів.
endgame-flaw-position = { $fen }: у таблиці «{ $stored }», а за ходами «{ $follows }». Видаліть таблиці й побудуйте їх знову.
endgame-flaw-summary = Числа для { $material } не збігаються з позиціями. Видаліть таблиці й побудуйте їх знову.
endgame-none = У теці { $folder } немає таблиць цієї гри. Їх будує команда «damka endgame build { $game } --pieces 4».
endgame-unknown = Таблиці в теці { $folder } не знають цієї позиції. Команда «damka endgame build» будує більші таблиці.
endgame-won = виграш за { $plies ->
    [one] { $plies } півхід
    [few] { $plies } півходи
   *[other] { $plies } півходів
}
endgame-lost = програш за { $plies ->
    [one] { $plies } півхід
    [few] { $plies } півходи
   *[other] { $plies } півходів
}
endgame-drawn = нічия
endgame-of-white = Хід білих: { $value }.
endgame-of-black = Хід чорних: { $value }.
endgame-verdict-wins = { $side ->
    [white] Білі виграють раніше, ніж настане нічия за правилами.
   *[black] Чорні виграють раніше, ніж настане нічия за правилами.
}
endgame-verdict-drawn-by-rule = { $side ->
    [white] Білі виграли б, але раніше настане нічия:
   *[black] Чорні виграли б, але раніше настане нічия:
} { $plies ->
    [0] вона вже настала.
    [one] за правилами не пізніше ніж через { $plies } півхід.
    [few] за правилами не пізніше ніж через { $plies } півходи.
   *[other] за правилами не пізніше ніж через { $plies } півходів.
}
endgame-verdict-drawn-by-repetition = { $side ->
    [white] Білі виграли б, але нічия за правилами настане раніше: за найкращої гри партія нічийна.
   *[black] Чорні виграли б, але нічия за правилами настане раніше: за найкращої гри партія нічийна.
}
endgame-verdict-unproved = Чи вистачить на виграш ходів до нічиєї за правилами, з’ясувати не вдалося.
endgame-material = Матеріал
endgame-positions = Позицій
endgame-won-share = Виграш, %
endgame-drawn-share = Нічия, %
endgame-lost-share = Програш, %
endgame-longest = Найдовше
endgame-longest-position = { $plies ->
    [one] Найдовший виграш: { $plies } півхід, { $fen }
    [few] Найдовший виграш: { $plies } півходи, { $fen }
   *[other] Найдовший виграш: { $plies } півходів, { $fen }
}
endgame-chart = { $game }: виграші, нічиї та програші сторони, за якою хід
endgame-size = Позицій: { $positions }, { $bytes } КіБ; { $density } позицій на байт оцінок, разом із довжинами { $all }.
endgame-no-race = У цій грі нічого не б’ють, тому таблиць закінчень у неї немає.
endgame-no-duty = Якщо взяття одним кольором залишає тихі ходи іншим (enemy-duty=colour), таблиць закінчень немає.
endgame-bad-material = «{ $text }» — не матеріал: прості й дамки обох сторін пишуть як 1m2k-0m1k, усього не більше восьми шашок.
endgame-memory = Потрібно { $needed } МіБ пам’яті, дозволено { $allowed }. Дозвольте більше: --memory.
endgame-busy = Ці таблиці вже будує інша програма.
endgame-stopped = Зупинено. Наступного разу побудова продовжиться звідси.
endgame-file-io = Файл { $file } використати не можна: { $reason }.
endgame-file-not-a-table = Файл { $file } — не таблиця закінчень.
endgame-file-version = Файл { $file } записала інша версія «Дамки» (формат { $version }).
endgame-file-other-game = Файл { $file } від гри з іншими правилами ({ $rules }).
endgame-file-other-material = У файлі { $file } не ті шашки, що в його назві.
endgame-file-damaged = Файл { $file } пошкоджено. Видаліть його й побудуйте знову.
endgame-no-data-folder = Немає теки для таблиць: укажіть її в --data.

### Матчі між гравцями

match-title = { $game }: { $a } проти { $b }
match-games = Партії
match-results = A: перемоги, нічиї, поразки
match-score = Результат A, 95 %
match-elo = Перевага A в Ело, 95 %
match-superiority = Імовірність, що A сильніший
match-pairs = Пари з 0, ½, 1, 1½, 2 очками
match-test = Послідовний тест
match-test-open = не вирішено
match-test-stronger = радше A сильніший на { $elo1 } Ело, ніж на { $elo0 }
match-test-not-stronger = радше A сильніший на { $elo0 } Ело, ніж на { $elo1 }
match-won-by-colour = Перемог білих / чорних
match-plies = Півходів у партії
match-too-long = Нічиї через довжину партії
match-unbalanced = З нерівних дебютів
match-repeated = З повторних дебютів
match-depth = Півходів уперед
match-seconds = Секунд на хід
match-oversteps = Ходів, довших за термін
match-overshoot = Найбільше прострочення, с
match-forfeits = Програно без можливого ходу
match-fault = { $count ->
    [one] { $player }: { $count } партію програно без можливого ходу: { $fault }
    [few] { $player }: { $count } партії програно без можливого ходу: { $fault }
   *[other] { $player }: { $count } партій програно без можливого ходу: { $fault }
}
match-unknown-player = Немає гравця «{ $text }». Є: engine, random, hub:КОМАНДА і dxp:АДРЕСА:ПОРТ.
match-unknown-option = Гравець «{ $player }» не має налаштування «{ $option }».
match-bad-value = Налаштування «{ $name }» не може бути «{ $value }».
match-bad-sprt = Перше число Ело має бути меншим за друге.
match-no-openings = у ньому немає дебютів.
match-opening-line = рядок { $line }: { $reason }
match-opening-over = Партія там уже закінчена.
match-player-fails = Гравець «{ $player }» не може грати: { $reason }
match-state-line = Рядок { $line } файлу «{ $file }» не схожий на запис матчу.
match-state-differs = Файл «{ $file }» належить до іншого матчу: { $setting } там «{ $there }», а тут «{ $here }».

### Ігри з іншими програмами мережею

dxp-listening = Чекаю на іншу програму за адресою { $address }.
dxp-cannot-listen = Чекати на інші програми за адресою { $address } не виходить: { $reason }
dxp-calling = З’єднуюся з { $address }.
dxp-connected = Є з’єднання з { $address }.
dxp-left = З’єднання з { $address } завершилося.
dxp-offer-refused = Програма { $name } пропонує партію, яку тут зіграти не можна. Відмова.
dxp-game = { $side ->
    [white] Починається партія з програмою { $name }. У «Дамки» білі.
   *[black] Починається партія з програмою { $name }. У «Дамки» чорні.
}
dxp-time-none = Про час не домовилися.
dxp-time-whole = Час кожної сторони на всю партію: { $minutes } хв.
dxp-time-moves = Час кожної сторони: { $minutes } хв. Ходів у кожної сторони: { $moves }.
dxp-move = { $name }: { $move }
dxp-chat = { $name } пише: { $text }
dxp-taken-back = Інша програма повернула ходи.
dxp-nonsense = Це незрозуміло й пропущено: { $text }
dxp-end-win = «Дамка» виграла.
dxp-end-loss = «Дамка» програла.
dxp-end-draw = Нічия.
dxp-end-unknown = Партія завершилася без результату.
dxp-wrong-game = DamExchange годиться лише для міжнародних шашок. У гру «{ $game }» грають інакше.
dxp-error-network = Не вдалося з’єднатися: { $reason }
dxp-error-closed = Інша програма закрила з’єднання.
dxp-error-silent = Інша програма не відповіла вчасно.
dxp-error-refused = Інша програма відмовилася від партії (код { $code }).
dxp-error-illegal = Інша програма зробила хід не за правилами: { $text }
dxp-error-player = «Дамка» не знайшла ходу: { $reason }

### Рівні комп’ютера, підказки, оцінки

level-beginner = Новачок
level-junior-3 = 3-й юнацький розряд
level-junior-2 = 2-й юнацький розряд
level-junior-1 = 1-й юнацький розряд
level-rank-3 = 3-й розряд
level-rank-2 = 2-й розряд
level-rank-1 = 1-й розряд
level-candidate = Кандидат у майстри
level-master = Майстер спорту
level-grandmaster = Гросмейстер
# The computer as somebody to play against: one animal for each level.
character-beginner = Курчатко
character-junior-3 = Мишеня
character-junior-2 = Зайчик
character-junior-1 = Їжачок
character-rank-3 = Білка
character-rank-2 = Кіт
character-rank-1 = Лисиця
character-candidate = Ведмідь
character-master = Сова
character-grandmaster = Лев
guest = Гість
guest-tagged = Гість { $tag }
hint = Найкращий хід: { $move }. { $reason }
hint-only-move = Іншого ходу немає.
hint-wins = Виграє партію.
hint-wins-in = { $count ->
    [one] Виграє партію за { $count } хід.
    [few] Виграє партію за { $count } ходи.
   *[other] Виграє партію за { $count } ходів.
}
hint-holds-out = Програють усі ходи, але цей — довше за інші.
hint-holds-out-for = { $count ->
    [one] Програють усі ходи, але з цим можна триматися найдовше: { $count } хід.
    [few] Програють усі ходи, але з цим можна триматися найдовше: { $count } ходи.
   *[other] Програють усі ходи, але з цим можна триматися найдовше: { $count } ходів.
}
hint-pieces = { $count ->
    [one] { $count } шашку
    [few] { $count } шашки
   *[other] { $count } шашок
}
hint-combination = Починає комбінацію: віддаєте { $gives } і берете { $takes }.
hint-wins-men = { $count ->
    [1] Виграє шашку.
    [one] Виграє { $count } шашку.
    [few] Виграє { $count } шашки.
   *[other] Виграє { $count } шашок.
}
hint-wins-king = Виграє дамку.
hint-leads-to-men = { $count ->
    [1] Веде до виграшу шашки.
    [one] Веде до виграшу { $count } шашки.
   *[other] Веде до виграшу { $count } шашок.
}
hint-takes-back = Відіграє те, що було взято.
hint-promotes = Шашка стає дамкою.
hint-breaks-through = { $count ->
    [one] Шашка проривається в дамки: { $count } хід.
    [few] Шашка проривається в дамки: { $count } ходи.
   *[other] Шашка проривається в дамки: { $count } ходів.
}
hint-stops-threat = { $count ->
    [1] Захищає від загрози: суперник хотів виграти шашку.
    [one] Захищає від загрози: суперник хотів виграти { $count } шашку.
    [few] Захищає від загрози: суперник хотів виграти { $count } шашки.
   *[other] Захищає від загрози: суперник хотів виграти { $count } шашок.
}
hint-stops-giving = { $count ->
    [1] Захищає від загрози: суперник хотів віддати шашку.
    [one] Захищає від загрози: суперник хотів віддати { $count } шашку.
    [few] Захищає від загрози: суперник хотів віддати { $count } шашки.
   *[other] Захищає від загрози: суперник хотів віддати { $count } шашок.
}
hint-draws = Утримує нічию; інші ходи програють.
hint-avoids-loss = Інші ходи програють.
hint-gives-away = { $count ->
    [1] Віддає шашку.
    [one] Віддає { $count } шашку.
    [few] Віддає { $count } шашки.
   *[other] Віддає { $count } шашок.
}
hint-leads-to-giving = { $count ->
    [1] Допомагає віддати шашку.
    [one] Допомагає віддати { $count } шашку.
    [few] Допомагає віддати { $count } шашки.
   *[other] Допомагає віддати { $count } шашок.
}
hint-brings-home = Шашка приходить у дім суперника.
hint-long-jump = Стрибків за один хід: { $count }.
hint-develops = Вводить у гру шашку із задніх рядів.
hint-best = Поліпшує вашу позицію.
score-win = { $winner ->
    [white] { $count ->
        [one] білі виграють за { $count } хід
        [few] білі виграють за { $count } ходи
       *[other] білі виграють за { $count } ходів
    }
   *[black] { $count ->
        [one] чорні виграють за { $count } хід
        [few] чорні виграють за { $count } ходи
       *[other] чорні виграють за { $count } ходів
    }
}

### Гра з комп’ютером у терміналі

play-word-hint = підказка, підкажи
play-help-hint = що зіграв би на вашому місці комп’ютер і чому
play-word-friend = друг, подруга, удвох
play-levels-header = Рівні комп’ютера:
play-levels-line = { $number }. { $name }
play-choose-opponent = З ким граєте? Наберіть рівень від 1 до 10 або «{ $friend }», якщо граєте вдвох; Enter — рівень { $number }, { $name }.
play-unknown-level = Немає такого рівня: «{ $text }». Є рівні від 1 до 10.
play-against = { $side ->
    [white] Ви граєте білими проти комп’ютера. Рівень { $number }: { $name }.
   *[black] Ви граєте чорними проти комп’ютера. Рівень { $number }: { $name }.
}
play-computer-declined = Комп’ютер не згоден на нічию. Партія триває.
play-computer-resigned = Комп’ютер здається.

### Розбір партій

analysis-game = { $file }: партія { $number }: { $white } – { $black }, { $result }
analysis-player = { $side }: { $moves }, у середньому втрачається { $loss } шашки за хід, точність { $accuracy }; { $inaccuracies }, { $mistakes }, { $blunders }.
analysis-player-forced = { $side }: { $moves }, вибору не було.
analysis-inaccuracies = { $count ->
    [one] { $count } неточність
    [few] { $count } неточності
   *[other] { $count } неточностей
}
analysis-mistakes = { $count ->
    [one] { $count } помилка
    [few] { $count } помилки
   *[other] { $count } помилок
}
analysis-blunders = { $count ->
    [one] { $count } груба помилка
    [few] { $count } грубі помилки
   *[other] { $count } грубих помилок
}
analysis-turning-point = Переломний момент: { $move } (за найкращої гри: { $before }; після цього ходу: { $after }).
analysis-stopped = Зупинено. Розібрано партій: { $count }.
analysis-stopped-file = Зупинено. Розібрано партій: { $count }. Їх записано у файл { $file }.

### The club's server: why something is not done

server-no-game = Такої партії немає.
server-no-contest = Такого змагання немає.
server-not-your-contest = Це можуть робити лише організатор і учасники змагання.
server-contest-pairs = Наступну партію призначає змагання: виберіть її на його сторінці.
contest-bad-name = Змаганню потрібна назва, не довша за 80 символів.
server-no-link = Такого посилання немає.
server-link-ended = Тренер закрив це посилання.
server-not-your-link = Закрити посилання може лише той, хто його створив.
server-offer-gone = Гравець, який запропонував цю партію, пішов.
server-no-path = За цією адресою нічого немає.
server-wrong-method = За цією адресою такий метод запиту не підтримується.
server-local-only = Це доступно лише самому комп’ютеру, на якому працює клуб, і не через проксі. Якщо задано --public-url, про проксі треба сказати ключем --behind-proxy.
server-not-json = Тіло запиту має бути у форматі JSON з типом application/json.
server-bad-request = Не вдалося зрозуміти запит: { $reason }
server-too-large = Запит завеликий.
server-not-your-seat = Це не ваше місце.
server-not-your-game = Це може зробити лише той, хто створив партію.
server-no-free-seat = У цій партії немає вільного місця.
server-used-number = Програма дала двом різним діям той самий номер. Оновіть сторінку.
# Teams and talk.
refused-captain-decides = У цій команді вирішує капітан. Запропонуйте хід йому.
refused-team-mates-turn = Зараз черга іншого гравця вашої команди.
refused-team-mate-moved = Хід за вашу команду вже зроблено.
refused-no-team = За цією стороною столу один гравець: команди немає.
refused-no-talk = Гравці домовилися не розмовляти.
refused-only-phrases = Гравці домовилися говорити лише готовими фразами.
conduct-said = { $side ->
    [white] Білі пишуть: «{ $text }»
   *[black] Чорні пишуть: «{ $text }»
}
conduct-proposed = { $side ->
    [white] Білі пропонують: { $squares }.
   *[black] Чорні пропонують: { $squares }.
}
conduct-said-deleted = Слова видалено.
conduct-begun = Партію розпочато неповними командами: білих { $white }, чорних { $black }.
phrase-hello = Вітаю!
phrase-good-luck = Успіхів!
phrase-thanks = Дякую!
phrase-well-played = Добре зіграно!
phrase-nice-move = Гарний хід!
phrase-one-moment = Хвилинку, будь ласка.
phrase-back = Знову на місці.
phrase-sorry = Перепрошую.
phrase-no-problem = Нічого страшного.
phrase-must-go = Мені час іти.
phrase-good-game = Гарна партія!
phrase-bye = До побачення!
phrase-agree = За.
phrase-disagree = Проти.
phrase-careful = Обережно!
phrase-think = Подумаймо ще.
phrase-your-view = Що скажете?
phrase-your-turn = Ваш хід.
server-flag-waits-over-days = Прапорець може чекати вимоги лише в суворій партії листуванням.
server-vacation-none = У цьому клубі відпусток немає.
server-vacation-past = Відпустка має закінчитися в майбутньому.
server-vacation-days = Цього року { $count ->
    [0] у вас не лишилося днів відпустки
    [one] у вас лишився { $count } день відпустки
    [few] у вас лишилося { $count } дні відпустки
   *[other] у вас лишилося { $count } днів відпустки
}.
server-no-conditions = Заготувати ходи можна лише у своїй партії листуванням, проти іншої людини й бачачи дошку.
server-moved-on = Тим часом зроблено хід. Погляньте на дошку й заготуйте ходи знову.
server-conditions-setup = До розставленої позиції ходи не заготувати.
server-conditions-lines = Заготувати можна щонайбільше { $count ->
    [one] { $count } варіант
    [few] { $count } варіанти
   *[other] { $count } варіантів
}.
server-conditions-long = У заготованому варіанті може бути щонайбільше { $count ->
    [one] { $count } півхід
    [few] { $count } півходи
   *[other] { $count } півходів
}.
server-conditions-choice = На кожен хід суперника можна заготувати лише одну відповідь.
server-no-vote-yet = Голосувати команди поки не вміють: нехай вирішує будь-хто, капітан або всі по черзі.
server-team-size = За один бік може грати від 1 до { $count } людей.
server-teams-by-link = Команди грають у строгі партії, на які запрошують за посиланням.
server-wrong-invitation = Це запрошення не дає місця в цій партії.
server-nobody-yet = Суперник ще не приєднався.
server-not-over = Партію ще не закінчено.
server-too-late = Для цього вже пізно.
server-no-hints = У цій партії немає підказок.
server-played-now = Ви саме зараз граєте цю позицію в партії проти людини. Запитайте після партії.
server-own-arbiter = Не можна бути суддею у власній партії.
server-private-lobby = Партія, яку пропонують усьому клубу, не може бути закритою. Запросіть суперника за посиланням.
server-no-chat = У цьому клубі гравці спілкуються лише готовими фразами.
server-nothing-said = У цьому тексті немає жодного видимого знака.
server-said-too-long = Задовго. За один раз можна сказати не більше { $count } { $count ->
    [one] знака
   *[other] знаків
}.
server-name-length = В імені має бути від 2 до 24 знаків.
server-name-letters = Ім’я складається з латинських або кириличних літер, цифр, пробілів, крапок і дефісів, і в ньому є хоча б одна літера.
server-name-mixed = Латинські й кириличні літери не можна змішувати в одному слові.
server-name-taken = Це або схоже на нього ім’я вже зайняте.
server-password = У паролі має бути від 8 до 200 знаків.
server-common-password = Такий пароль угадують одним із перших. Придумайте менш поширений.
server-wrong-password = Неправильне ім’я або пароль.
server-has-account = У вас уже є обліковий запис.
server-no-account = У вас немає облікового запису.
server-no-session = Там ви вже вийшли.
server-wrong-code = Код неправильний або застарів.
server-not-keeper = Це може робити лише адміністратор клубу.
server-worker-key = Клуб не знає такого ключа для помічників. Попросіть дійсний ключ в адміністратора клубу.
server-worker-update = Цей помічник рахує не так, як програма клубу. Установіть ту саму версію програми, що в клубу, і запустіть помічника знову.
server-job-gone = Це завдання більше не належить цьому помічникові.
server-no-worker-key = Такого ключа немає.
server-blocked = Цей обліковий запис заблоковано. Зверніться до адміністратора клубу.
server-no-person = Такої людини тут немає.
server-no-account-there = Ця людина не має облікового запису.
server-last-keeper = Це єдиний адміністратор клубу. Спершу призначте іншого.
server-own-name = Це ваше власне ім’я. Ви можете змінити його самі.
office-keeper = адміністратор
office-coach = тренер
office-arbiter = арбітр
keeper-log-machine = На самій машині
keeper-log-gone = № { $number } (дані видалено)
keeper-act-claim = { $keeper }: набуття прав адміністратора
keeper-act-invite = { $keeper }: посилання для ще одного адміністратора
keeper-act-appoint = { $keeper }: призначення — { $person }, { $detail }
keeper-act-dismiss = { $keeper }: звільнення від обов’язків — { $person }, { $detail }
keeper-act-rename = { $has-detail ->
    [yes] { $keeper }: нове ім’я — { $person } замість { $detail }
   *[no] { $keeper }: нове ім’я — { $person }
}
keeper-act-block = { $keeper }: блокування — { $person }
keeper-act-unblock = { $keeper }: зняття блокування — { $person }
keeper-act-reset = { $keeper }: посилання для нового пароля — { $person }
keeper-act-allow = { $keeper }: нові обмеження — { $person }, { $detail }
keeper-act-export = { $keeper }: вивантаження даних — { $person }
keeper-act-delete = { $keeper }: видалення даних — { $person }
keeper-act-hide = { $keeper }: партію приховано
keeper-act-show = { $keeper }: приховану партію знову показано
keeper-act-ignore = { $keeper }: скарги відхилено — { $person }
keeper-act-let-work = { $keeper }: створено ключ для помічників — { $detail }
keeper-act-end-work = { $keeper }: відкликано ключ для помічників — { $detail }
server-too-many = { $count ->
    [one] Забагато запитів. Спробуйте через { $count } секунду.
    [few] Забагато запитів. Спробуйте через { $count } секунди.
   *[other] Забагато запитів. Спробуйте через { $count } секунд.
}
server-cap-sockets = У вас відкрито забагато сторінок клубу ({ $count }). Спершу закрийте зайві.
server-cap-address = Із вашої мережі відкрито забагато сторінок ({ $count }).
server-cap-watching = Ви вже дивитеся цю партію в кількох вікнах ({ $count }).
server-cap-watchers = Із вашої мережі цю партію дивиться забагато людей ({ $count }).
server-cap-contests = { $count ->
    [one] Ви вже проводите { $count } незавершене змагання. Спершу закрийте його.
    [few] Ви вже проводите { $count } незавершені змагання. Спершу закрийте одне з них.
   *[other] Ви вже проводите { $count } незавершених змагань. Спершу закрийте одне з них.
}
server-cap-offers = { $count ->
    [one] У вас уже є { $count } відкрита пропозиція гри. Спершу зніміть її.
    [few] У вас уже є { $count } відкриті пропозиції гри. Спершу зніміть одну з них.
   *[other] У вас уже є { $count } відкритих пропозицій гри. Спершу зніміть одну з них.
}
server-cap-offers-address = Із вашої мережі вже є відкриті пропозиції гри: { $count }. Прийміть одну з них або спробуйте пізніше.
server-cap-import = Один ваш імпорт ще читається. Дочекайтеся кінця або скасуйте його.
server-foreign = Цей запит надійшов зі сторінки іншого сайту.
server-full = Клуб перевантажений. Спробуйте трохи згодом.
server-board-is-right = Дошку й шашки розставила програма, як домовилися. Вирішити інакше може лише суддя.
server-broken = Сталася помилка, її записано в журнал. Усе підтверджене збережено; спробуйте ще раз.
server-unclear = Зв’язок усередині клубу перервався саме цієї миті. Перш ніж повторити, перевірте, чи це вже не зроблено.
server-closing = Клуб зачиняється. Вашу партію збережено.
server-slow = З’єднання було надто повільним. Воно відкриється знову.
server-link-opponent = Таке посилання відкриває партії з комп’ютером або за одним екраном.
server-quota-games = Партій у вас уже { $most } — більше зберігати тут не можна. Спершу видаліть непотрібні.
server-quota-bytes = Ваші партії та нотатки займають { $most } МБ — більше місця немає. Спершу видаліть непотрібне.
server-quota-notes = Нотатки є вже до { $most } партій — більше зберігати тут не можна. Спершу видаліть непотрібні.
server-quota-links = Відкритих посилань у вас уже { $most } — більше не можна. Спершу закрийте непотрібні.
server-quota-address = Сьогодні з вашої мережі додано партій: { $most } — більше не можна. Спробуйте завтра.
server-quota-address-bytes = Сьогодні з вашої мережі додано { $most } МБ — більше не можна. Спробуйте завтра.
server-quota-account = З обліковим записом можна зберігати більше.
server-quota-near-games = Ваші партії: { $used } із { $most } можливих.
server-quota-near-bytes = Місце для партій і нотаток: зайнято { $used } МБ із { $most }.
server-quota-near-notes = Партії з вашими нотатками: { $used } із { $most } можливих.
server-quota-near-links = Ваші відкриті посилання: { $used } із { $most } можливих.
server-link-task = Завдання не може бути довшим за { $count } знаків.
server-import-most = Прочитано партій: { $count }, решту пропущено.
server-import-game = Партія { $number }: { $reason }
server-import-nothing = У цьому тексті немає партій.
server-no-import = Такого імпорту немає.
server-import-long = у партії більше ніж { $count } півходів.
server-import-notes = варіанти й коментарі задовгі, або у вас нотатки до надто багатьох партій. Прочитано лише ходи.
pdn-event = Партія в клубі «Дамка»
server-import-parts = { $count ->
    [one] між ходами розставлено позиції, тому вона збережена як { $count } партія, по одній від кожної позиції
    [few] між ходами розставлено позиції, тому вона збережена як { $count } партії, по одній від кожної позиції
   *[other] між ходами розставлено позиції, тому вона збережена як { $count } партій, по одній від кожної позиції
}
server-notes-other = Ці нотатки від іншої партії: правила або початкова позиція не ті.
# What other programs show beside an address of the club.
server-about = Шашковий клуб в одній програмі: партії з людьми й з комп’ютером за точними правилами всіх видів шашок, аналіз, таблиці закінчень. Реєстрація не потрібна.
server-no-page-title = Дамка
server-no-page = Сервер працює, але програму зібрано без сторінки. Зберіть спочатку web/, потім програму.
store-full = Диск заповнено. Усе підтверджене збережено; партія продовжиться, щойно з’явиться місце.
store-read-only = Дані не можна записати. Усе підтверджене збережено; партія продовжиться, щойно її можна буде зберегти.
store-busy = Дані зайняті іншою програмою.
store-conflict = Це суперечить тому, що вже є.
store-newer = Дані створено новішою версією «Дамки».
store-damaged = Дані пошкоджено: { $what }. Решта працює.
store-in-use = Цю теку даних уже використовує інший примірник «Дамки»: процес { $who }. Спершу зупиніть його або вкажіть іншу теку.
store-io = Дані не вдалося використати: { $reason }. Усе підтверджене збережено.
store-unreachable = База даних не відповідає: { $why }. Усе підтверджене збережено; партія продовжиться, щойно база відповість.
store-unsure = Ця машина втратила зв’язок із базою даних клубу. Годинники зупинено, усе підтверджене збережено; партія продовжиться, щойно зв’язок повернеться, — тут або на іншій машині клубу.
store-address = Ця адреса бази даних не підходить: { $why }.
server-unsure = { $count ->
    [one] Цей вузол уже { $count } секунду не може підтвердити свою оренду
    [few] Цей вузол уже { $count } секунди не може підтвердити свою оренду
   *[other] Цей вузол уже { $count } секунд не може підтвердити свою оренду
}: база даних не відповідає. Його партії призупинено, і їх можуть перейняти інші вузли.
server-no-nats = З’єднання з NATS немає, тому вузли спілкуються через базу даних, а це повільніше. Нічого не губиться.
server-alone = Один процес зі своїми даними; партій у пам’яті: { $games }, змагань: { $contests }, з’єднань: { $sockets }.
server-node = Вузол { $name }, запуск { $run }; оренду підтверджено { $age } с тому; своїх партій: { $games }, показано партій інших вузлів: { $followed }, своїх змагань: { $contests }, з’єднань: { $sockets }.
server-little-room = На диску лишилося тільки { $megabytes } МБ.
server-backup-failed = Остання резервна копія не вдалася. { $reason }

### Starting the server

serve-open = Клуб відчинено: { $url }
serve-lan = У вашій мережі: { $url }
serve-lan-none = Адресу цього комп’ютера в мережі не знайдено. На іншому пристрої відкрийте адресу цього комп’ютера з портом { $port }.
serve-data = Партії зберігаються в { $folder }
serve-node = Це вузол { $name } клубу з кількох машин
serve-stop = Щоб зачинити клуб, натисніть Ctrl+C.
serve-closed = Клуб зачинено. Усе збережено.
serve-port-taken = Порт { $port } зайнятий іншою програмою. Виберіть інший ключем --port, наприклад --port { $other }.
serve-cannot-listen = Клуб не вдалося відчинити за адресою { $address }: { $reason }
serve-no-home = Немає теки для даних. Укажіть її ключем --data.
serve-bad-folder = Теку «{ $folder }» не можна використати. { $reason }
serve-bad-database = База даних клубу не підходить. { $reason }
serve-bad-nats = Хибна адреса сервера NATS: { $reason }
serve-bad-url = «{ $url }» — не адреса на зразок https://club.example.
serve-keeper = Клуб ще не має адміністратора. Ним стане той, хто першим відкриє це посилання; воно діє один раз протягом доби:
serve-keeper-again = Нове посилання: damka person keeper
serve-backups = Копії раз на добу зберігаються в { $folder }; лишаються останні: { $count }
restore-done = Копію відновлено в «{ $folder }».
restore-aside = Те, що там було, збережено як «{ $file }».
restore-no-file = Файлу «{ $file }» немає.
restore-bad-file = Відновити «{ $file }» не можна. { $reason }
restore-not-club = Це не копія даних клубу.
person-number = №
person-name = Ім’я
person-account = Обліковий запис
person-offices = Обов’язки
person-blocked = Блокування
person-since = Тут з
person-games = Партії
person-notes = Нотатки
person-reports = Скарги
person-yes = є
person-none = Нікого не знайдено.
person-several = Ім’я «{ $name }» мають кілька людей: { $numbers }. Укажіть номер.
person-nobody = Нікого на ім’я «{ $name }» тут немає.
person-done = Готово: { $name }
person-deleted = Усе, що зберігалося про { $name }, видалено. Партії лишилися з нейтральним іменем.
person-really = Буде видалено все, що зберігається про { $name }, і повернути це не можна. Якщо ви впевнені, додайте --yes.
person-link = Посилання діє один раз протягом доби: { $url }
person-link-path = Діє один раз протягом доби. Відкрийте за адресою клубу: { $path }
person-unreachable = Клуб відкрито ({ $who }), але він не відповідає: { $reason }
person-log-none = Поки що нічого не зроблено.
worker-bad-url = «{ $url }» — не адреса клубу. Адреса виглядає так: https://club.example або http://192.168.1.5:8064.
worker-no-key = Помічникові потрібен ключ від адміністратора клубу: --key КЛЮЧ або змінна DAMKA_KEY.
worker-no-way = З’єднання з клубом неможливе: { $reason }
worker-here = { $count ->
    [one] Помічник «{ $name }» працює для { $url }: водночас { $count } завдання.
    [few] Помічник «{ $name }» працює для { $url }: водночас { $count } завдання.
   *[other] Помічник «{ $name }» працює для { $url }: водночас { $count } завдань.
}
worker-stop = Щоб зупинити, натисніть Ctrl+C; незакінчені завдання повернуться до клубу.
worker-away = { $count ->
    [one] Зв’язку з клубом немає ({ $reason }). Наступна спроба за { $count } секунду, потім дедалі рідше.
    [few] Зв’язку з клубом немає ({ $reason }). Наступна спроба за { $count } секунди, потім дедалі рідше.
   *[other] Зв’язку з клубом немає ({ $reason }). Наступна спроба за { $count } секунд, потім дедалі рідше.
}
worker-back = Клуб знову відповідає.
worker-done = { $what }: готово за { $seconds } с, { $speed } млн позицій/с. Виконано завдань: { $count }
worker-late = Це завдання вже в іншого помічника; результат не зараховано.
worker-gave-back = Завдання повернуто клубу.
worker-broken = Це завдання виконати не вдалося, його повернуто.
worker-stopped = Зупинено. Виконано завдань: { $count }
worker-own = Сам клуб
worker-nameless = Помічник без імені
worker-key-made = Ключ № { $number }. Він показується лише один раз; клуб зберігає тільки його відбиток:
worker-key-command = Щоб комп’ютер працював на клуб, запустіть на ньому: { $command }
worker-key-none = Ключів немає.
worker-key-until = відкликано { $when }
worker-key-withdrawn = Ключ № { $number } відкликано.
job-analysis = Аналіз партії
job-puzzles = Задачі з партії
job-level = Партії між рівнями
job-compare = Порівняння
backup-done = Усе скопійовано у «{ $file }».
backup-exists = «{ $file }» уже є; нічого не перезаписується.
backup-full = На диску для «{ $file }» немає місця. Недописаної копії там не лишилося.
backup-cannot-write = Не вдається записати «{ $file }». Чи є така тека і чи можна в неї писати?
salvage-done = Усе, що вдалося прочитати, збережено в «{ $folder }»:
salvage-games =
    { $count ->
        [one] { $count } партія
        [few] { $count } партії
       *[other] { $count } партій
    }
salvage-events =
    { $count ->
        [one] { $count } подія партій
        [few] { $count } події партій
       *[other] { $count } подій партій
    }
salvage-people =
    { $count ->
        [one] { $count } людина
        [few] { $count } людини
       *[other] { $count } людей
    }
salvage-whole = Нічого не втрачено.
salvage-tables = Ці таблиці прочитано не повністю: { $tables }.
salvage-lost-games =
    { $count ->
        [one] Втрачено { $count } партію.
        [few] Втрачено { $count } партії.
       *[other] Втрачено { $count } партій.
    }
salvage-lost-people =
    { $count ->
        [one] Втрачено { $count } людину, яка грає у збережених партіях.
        [few] Втрачено { $count } людини, які грають у збережених партіях.
       *[other] Втрачено { $count } людей, які грають у збережених партіях.
    }
salvage-cut =
    { $count ->
        [0] Партія { $game }: не збереглося жодної події.
       *[other] Партія { $game }: збережено до події { $count }; усе, що було після неї, якщо було, втрачено.
    }
salvage-cut-more =
    { $count ->
        [one] І ще { $count } партію збережено не повністю.
        [few] І ще { $count } партії збережено не повністю.
       *[other] І ще { $count } партій збережено не повністю.
    }
salvage-exists = У теці «{ $folder }» вже є партії; нічого не перезаписується. Виберіть нову теку.
salvage-nothing = У теці «{ $folder }» нічого не читається: { $reason }. Візьміть резервну копію.
salvage-full = На диску для «{ $folder }» немає місця. Там нічого не лишилося.
salvage-cannot-write = Не вдається записати в «{ $folder }»: { $reason }.

# Addresses from files, `damka doctor` and `damka store`
secret-no-file = Файл «{ $file }» з адресою не читається: { $reason }
doctor-ok = гаразд
doctor-attention = увага
doctor-wrong = ПОМИЛКА
doctor-end = Помилок: { $wrong }. Потребує уваги: { $attention }.
doctor-files-enough = Клуб може відкрити стільки файлів і з’єднань: { $count }.
doctor-files-few = Межа відкритих файлів і з’єднань замала: { $count }. Кожному відвідувачеві потрібно кілька.
doctor-files-few-do = Підвищте межу: LimitNOFILE=65536 у файлі служби або ulimit -n 65536.
doctor-memory-enough = Пам’ять: вільно { $megabytes } МБ; процесорів: { $threads }.
doctor-memory-little = Вільно тільки { $megabytes } МБ пам’яті (процесорів: { $threads }).
doctor-memory-little-do = Закрийте інші програми: клубу з аналізом потрібно близько 300 МБ.
doctor-folder-new = Теки «{ $folder }» ще немає, її можна створити.
doctor-folder-cannot-make = Теки «{ $folder }» немає, і створити її не можна.
doctor-folder-cannot-make-do = Створіть її та передайте користувачеві, під яким працює клуб.
doctor-folder-good = У теку «{ $folder }» можна писати.
doctor-folder-read-only = У теку «{ $folder }» не можна писати: { $reason }.
doctor-folder-read-only-do = Передайте її користувачеві, під яким працює клуб, або звільніть місце на диску.
doctor-data-none = Даних ще немає.
doctor-data-good = Дані цілі: версія { $version }, { $megabytes } МБ.
doctor-data-old = Дані версії { $version }; наступний запуск оновить їх до версії { $newest } і залишить поряд копію.
doctor-data-old-do = Спершу зробіть резервну копію, якщо вони ще знадобляться попередній версії програми.
doctor-data-newer = Дані записано новішою версією програми (версія даних { $version }).
doctor-data-newer-do = Установіть ту версію або відновіть копію, зроблену до оновлення.
doctor-data-bad = Дані не читаються. { $reason }
doctor-data-bad-do = Відновіть копію командою «damka restore» або врятуйте те, що читається, командою «damka salvage».
doctor-data-open = Клуб відкрито: процес { $who }.
doctor-room-enough = Вільно на диску: { $megabytes } МБ.
doctor-room-little = На диску з даними вільно тільки { $megabytes } МБ.
doctor-room-little-do = Звільніть місце: резервній копії та оновленню потрібно стільки ж місця, скільки займають дані.
doctor-room-none = Диск із даними повний: лишилося { $megabytes } МБ.
doctor-room-none-do = Звільніть місце: без запису партії зупиняються.
doctor-tables-some = Таблиці закінчень у «{ $folder }»: файлів { $count }.
doctor-tables-none = Таблиць закінчень ще немає; малі побудуються, коли знадобляться партії.
doctor-backups-unknown = Невідомо, чи є резервні копії.
doctor-backups-unknown-do = Відкривайте клуб з --backup-to ТЕКА і вкажіть цю теку й тут.
doctor-backups-unknown-database = Невідомо, чи є резервні копії бази даних.
doctor-backups-unknown-database-do = Робіть їх засобами PostgreSQL (docs/running.md) і вкажіть їхню теку: --backup-to.
doctor-backups-good = Найновішій копії в «{ $folder }» { $hours } год.
doctor-backups-old = Найновішій копії в «{ $folder }» вже { $hours } год.
doctor-backups-old-do = Перевірте журнал програми, яка їх робить.
doctor-backups-none = У «{ $folder }» немає резервних копій.
doctor-backups-none-do = Відкрийте клуб з --backup-to або запустіть таймер, який їх робить.
doctor-port-free = Порт { $port } вільний.
doctor-port-club = Клуб відповідає на порту { $port }.
doctor-port-other-club = На порту { $port } відповідає інший клуб «Дамка».
doctor-port-other-club-do = Виберіть інший порт (--port) або перевірте теку чи базу даних того клубу.
doctor-port-taken = Порт { $port } зайнято іншою програмою, або клуб на ньому не відповідає.
doctor-port-taken-do = Зупиніть її або виберіть інший порт: --port.
doctor-database-bad = Базою даних не можна користуватися. { $reason }
doctor-database-bad-do = Перевірте, чи працює PostgreSQL, чи впускає він цю машину (pg_hba.conf) і чи правильні ім’я та пароль.
doctor-database-good = PostgreSQL { $version } відповідає.
doctor-database-version = PostgreSQL { $version } старіший за версію 14, роботу з ним не перевірено.
doctor-database-version-do = Оновіть PostgreSQL.
doctor-database-encoding = База даних зберігає тексти в { $encoding }.
doctor-database-encoding-do = Створіть базу даних у кодуванні UTF8: createdb --encoding=UTF8 --template=template0.
doctor-database-is-standby = Адреса веде на резервний сервер, а він не приймає запис.
doctor-database-is-standby-do = Укажіть основний сервер або зробіть основним цей.
doctor-database-encrypted = З’єднання з базою даних зашифровано.
doctor-database-local = База даних на цій же машині.
doctor-database-plain = З’єднання з базою даних веде на іншу машину й не зашифроване.
doctor-database-plain-do = Додайте до адреси ?sslmode=require, якщо мережа не тільки ваша.
doctor-connections-enough = Вільних з’єднань із базою даних: { $free } з { $most }.
doctor-connections-few = Вільних з’єднань із базою даних мало: { $free } з { $most }; вузлові може знадобитися 20.
doctor-connections-few-do = Збільшіть max_connections.
doctor-clock-good = Годинники цієї машини й бази даних розходяться на { $milliseconds } мс.
doctor-clock-apart = Годинники цієї машини й бази даних розходяться на { $milliseconds } мс.
doctor-clock-apart-do = Синхронізуйте годинники за NTP: партії від цього не залежать, але люди бачать неправильний час.
doctor-durable = Підтверджене базою даних переживе вимкнення живлення (fsync, full_page_writes).
doctor-fsync-off = fsync вимкнено: у разі вимкнення живлення пропадуть підтверджені ходи або вся база.
doctor-fsync-off-do = Поставте fsync = on у postgresql.conf і перезапустіть PostgreSQL.
doctor-full-page-writes-off = full_page_writes вимкнено: вимкнення живлення може пошкодити базу.
doctor-full-page-writes-off-do = Поставте full_page_writes = on у postgresql.conf.
doctor-commit-setting = synchronous_commit для з’єднань клубу — { $setting }: підтверджений хід може зникнути.
doctor-commit-setting-do = Клуб просить on: перевірте, що стоїть між ним і PostgreSQL.
doctor-standby-none = Синхронного резервного сервера немає: підтверджені ходи переживуть вимкнення живлення, але не втрату диска бази.
doctor-standby-none-do = Якщо цього мало, задайте synchronous_standby_names (docs/running.md).
doctor-standby-some = Фіксація транзакції чекає на резервний сервер: { $standbys }.
doctor-commit-stuck = Фіксація транзакції не закінчується: вона чекає на резервний сервер, якого не під’єднано ({ $standbys }).
doctor-commit-stuck-do = Запустіть його або приберіть із synchronous_standby_names і перечитайте налаштування PostgreSQL.
doctor-commit-good = Фіксація транзакції триває { $milliseconds } мс.
doctor-commit-slow = Фіксація транзакції триває { $milliseconds } мс; швидше хід не підтвердити.
doctor-commit-slow-do = Перевірте диск бази даних і мережу до неї та до резервного сервера.
doctor-tables-new = Клубу в базі даних ще немає; таблиці створить перший вузол.
doctor-tables-no-right = Клубу в базі даних ще немає, а цей користувач не може створювати таблиці.
doctor-tables-no-right-do = Зробіть його власником бази даних або дайте право CREATE на схему «public».
doctor-tables-good = Таблиці версії { $version }, найновішої для цієї програми.
doctor-tables-old = Таблиці версії { $version }; перший вузол цієї програми оновить їх до версії { $newest }.
doctor-tables-old-do = Спершу зробіть копію: іншого шляху назад немає.
doctor-tables-newer = Таблиці версії { $version }, а програма знає тільки версію { $newest }.
doctor-tables-newer-do = Оновіть програму.
doctor-nodes-none = Жоден вузол не відкрито.
doctor-nodes-some = Відкриті вузли: { $nodes }.
doctor-nodes-mixed = Відкриті вузли: { $nodes }; ця програма — { $version }.
doctor-nodes-mixed-do = Оновіть усі вузли до однієї версії, один за одним.
doctor-nats-none = NATS не вказано: вузли спілкуватимуться через базу даних, а це повільно.
doctor-nats-none-do = Укажіть його параметром --nats, якщо вузлів більше одного.
doctor-nats-bad = NATS не працює: { $reason }.
doctor-nats-bad-do = Перевірте, чи працює nats-server і чи правильні ім’я, пароль та сертифікат. Без нього вузли повільніші, але нічого не губиться.
doctor-nats-good = NATS { $version } передає повідомлення за { $milliseconds } мс.
doctor-nats-small = NATS приймає повідомлення не більші за { $bytes } байт.
doctor-nats-small-do = Поставте max_payload 1MB: більші повідомлення йдуть через базу даних, а це повільно.
doctor-nats-open = NATS не вимагає пароля.
doctor-nats-open-do = Задайте ім’я й пароль або пускайте до нього тільки вузли. Підробити повідомлення не можна, але перевантажити його може хто завгодно.
doctor-nats-plain = З’єднання з NATS веде на іншу машину й не зашифроване.
doctor-nats-plain-do = Використовуйте в адресі tls://, якщо мережа не тільки ваша.
doctor-web-unreachable = { $url } не відповідає: { $reason }.
doctor-web-unreachable-do = Перевірте ім’я, мережевий екран, проксі та його сертифікат.
doctor-web-no-club = { $url } відповідає, але не як клуб цієї версії (код { $status }).
doctor-web-no-club-do = Перевірте, чи клуб відкрито, чи веде проксі на його порт і чи збігається з адресою --public-url.
doctor-web-other-club = { $url } веде в інший клуб.
doctor-web-other-club-do = Перевірте, куди веде проксі і яку теку чи базу даних вказано тут.
doctor-web-good = { $url } веде в цей клуб.
doctor-web-unhealthy = { $url } веде в цей клуб, але зараз він не може працювати (код { $status }).
doctor-web-unhealthy-do = Прочитайте /api/health: там сказано чому.
doctor-visitor-proxy = Клуб не знає, що перед ним проксі, і не розрізняє відвідувачів.
doctor-visitor-proxy-do = Відкрийте клуб з --behind-proxy.
doctor-visitor-direct = Відвідувачі приходять до клубу без проксі.
doctor-visitor-forged = Проксі передає те, що відвідувачі пишуть у X-Forwarded-For: вони можуть удати з себе кого завгодно.
doctor-visitor-forged-do = Нехай проксі пише цей заголовок сам (docs/running.md).
doctor-visitor-missing = Проксі не повідомляє, звідки приходять відвідувачі, і всі вони виглядають як один.
doctor-visitor-missing-do = Нехай проксі пише X-Forwarded-For (docs/running.md).
doctor-visitor-good = Проксі повідомляє, звідки приходять відвідувачі; ця машина — { $address }.
doctor-socket-good = Постійні з’єднання (WebSocket) працюють.
doctor-socket-bad = Постійні з’єднання (WebSocket) не працюють: { $reason }.
doctor-socket-bad-do = Нехай проксі передає Upgrade і Connection (docs/running.md): без них ніхто не зможе грати.
doctor-metrics-open = Сторонні можуть читати /metrics.
doctor-metrics-open-do = Закрийте його в проксі, і нехай проксі пише X-Forwarded-For сам.
doctor-metrics-closed = Сторонні не можуть читати /metrics.
doctor-mail-good = Поштовий сервер відповідає і приймає клуб.
doctor-mail-bad = Поштовий сервер не відповідає або не приймає ім’я та пароль клубу.
doctor-mail-bad-do = Перевірте адресу, пароль і мережевий екран.

store-copied = Клуб скопійовано з «{ $from }» до «{ $to }» і звірено рядок за рядком.
store-equal = Клуби однакові.
store-rows = { $count ->
    [one] { $count } рядок, SHA-256 { $digest }
    [few] { $count } рядки, SHA-256 { $digest }
   *[many] { $count } рядків, SHA-256 { $digest }
}
store-different = { $count ->
    [one] Відрізняється { $count } рядок.
    [few] Відрізняються { $count } рядки.
   *[many] Відрізняються { $count } рядків.
}
store-row-missing = Перший із них: таблиця { $table }, { $key }: його немає в «{ $place }».
store-row-more = Перший із них: таблиця { $table }, { $key }: він є лише в «{ $place }».
store-row-differs = Перший із них: таблиця { $table }, { $key }, стовпець { $column }.
store-bad-place = «{ $place }» не підходить. { $reason }
store-nothing = У «{ $place }» немає клубу.
store-old = У «{ $place }» немає даних цієї версії програми. Якщо клуб там є, один раз відкрийте його цією версією (damka serve) і закрийте.
store-open = Клуб у «{ $place }» відкритий. Спершу закрийте його: інакше не буде враховано те, що зіграють за цей час. Відкриті вузли: { $reason }.
store-filled = У «{ $place }» вже є клуб (таблиця { $reason } не порожня); нічого не перезаписується.
store-not-copied = До «{ $place }» записалося не те, що було прочитано, тому там нічого не залишено. { $reason }
backup-none = У теці «{ $folder }» немає партій.
backup-database = «{ $place }» — база даних PostgreSQL. Її резервну копію роблять засобами самої PostgreSQL: pg_dump --format=custom --file=club.dump; відновлює її pg_restore.

### Мавпочки: ті самі повідомлення там, де грають «Пустотливими шашками» (D.pieces.1)

side-monkeys = { $side ->
    [white] Руді
   *[black] Коричневі
}
turn-monkeys = { $side ->
    [white] Хід рудих.
   *[black] Хід коричневих.
}
outcome-win-monkeys = { $winner ->
    [white] Руді виграли
   *[black] Коричневі виграли
}: { $reason }.
end-no-pieces-monkeys = { $side ->
    [white] у рудих не лишилося шашок
   *[black] у коричневих не лишилося шашок
}
end-no-moves-monkeys = { $side ->
    [white] рудим нікуди ходити
   *[black] коричневим нікуди ходити
}
end-no-pieces-reversed-monkeys = { $side ->
    [white] руді віддали всі свої шашки
   *[black] коричневі віддали всі свої шашки
}
end-no-moves-reversed-monkeys = { $side ->
    [white] рудим нікуди ходити, а цього вони й прагнули
   *[black] коричневим нікуди ходити, а цього вони й прагнули
}
end-arrived-monkeys = { $side ->
    [white] усі руді мавпочки в домі суперника
   *[black] усі коричневі мавпочки в домі суперника
}
end-at-home-monkeys = { $side ->
    [white] у рудих лишилися шашки у своєму домі
   *[black] у коричневих лишилися шашки у своєму домі
} { $moves ->
    [one] після { $moves } ходу
   *[other] після { $moves } ходів
}
end-resignation-monkeys = { $side ->
    [white] руді здалися
   *[black] коричневі здалися
}
flaw-too-many-pieces-monkeys = { $side ->
    [white] У рудих
   *[black] У коричневих
} { $count ->
    [one] { $count } шашка
    [few] { $count } шашки
   *[other] { $count } шашок
}, а може бути не більше ніж { $most }.
flaw-men-on-crowning-row-monkeys = { $side ->
    [white] Руді прості
   *[black] Коричневі прості
} стоять на останньому ряду й не стали дамками: { $squares }.
spoken-side-monkeys = { $side ->
    [white] Руді
   *[black] Коричневі
}: { $pieces }.
conduct-violated-monkeys = { $side ->
    [white] Порушення рудих:
   *[black] Порушення коричневих:
}
conduct-decides-monkeys = { $side ->
    [white] Руді
   *[black] Коричневі
} можуть вимагати виправити все цілком або погодитися, зробивши хід.
conduct-decides-crown-monkeys = { $side ->
    [white] Руді
   *[black] Коричневі
} можуть самі перетворити просту на дамку, вимагати цього або погодитися, що вона лишилася простою, зробивши хід.
conduct-decides-setup-monkeys = { $side ->
    [white] Руді
   *[black] Коричневі
} можуть вимагати почати партію заново з правильної позиції, поки самі не зробили ходу.
conduct-moved-monkeys = { $side ->
    [white] Руді
   *[black] Коричневі
}: { $move }.
conduct-does-monkeys = { $side ->
    [white] Руді
   *[black] Коричневі
} { $what }.
conduct-corrected-monkeys = { $side ->
    [white] Порушення рудих виправлено цілком.
   *[black] Порушення коричневих виправлено цілком.
}
conduct-corrected-what-monkeys = { $side ->
    [white] Порушення рудих виправлено цілком: { $violations }.
   *[black] Порушення коричневих виправлено цілком: { $violations }.
}
conduct-stands-monkeys = { $side ->
    [white] Порушення рудих залишено: вимагати виправлення вже не можна.
   *[black] Порушення коричневих залишено: вимагати виправлення вже не можна.
}
conduct-crowned-monkeys = { $side ->
    [white] Руді перетворюють просту на дамку.
   *[black] Коричневі перетворюють просту на дамку.
}
conduct-clock-given-monkeys = { $side ->
    [white] Годинник переведено на рудих: вони виправляють хід.
   *[black] Годинник переведено на коричневих: вони виправляють хід.
}
conduct-time-set-monkeys = { $side ->
    [white] На годиннику рудих тепер { $time }.
   *[black] На годиннику коричневих тепер { $time }.
}
conduct-claimed-no-win-monkeys = { $side ->
    [white] Руді заявляють, що жодна сторона не може виграти. Коричневі можуть погодитися або відмовитися; вирішити може й суддя.
   *[black] Коричневі заявляють, що жодна сторона не може виграти. Руді можуть погодитися або відмовитися; вирішити може й суддя.
}
conduct-flag-fell-monkeys = { $side ->
    [white] У рудих вийшов час. Триває перевірка, чи можуть коричневі виграти.
   *[black] У коричневих вийшов час. Триває перевірка, чи можуть руді виграти.
}
incorrect-touched-monkeys = { $side ->
    [white] Руді торкаються шашок під час ходу коричневих.
   *[black] Коричневі торкаються шашок під час ходу рудих.
} Це некоректно; записано, наслідків немає.
incorrect-not-shown-monkeys = { $side ->
    [white] Руді не показали взяття шашка за шашкою.
   *[black] Коричневі не показали взяття шашка за шашкою.
} Це некоректно; записано, наслідків немає.
conduct-act-cannot-win-monkeys = { $side ->
    [white] Доведено: з цієї позиції руді виграти не можуть.
   *[black] Доведено: з цієї позиції коричневі виграти не можуть.
}
conduct-vacation-over-monkeys = { $side ->
    [white] Відпустку рудих закінчено.
   *[black] Відпустку коричневих закінчено.
}
conduct-act-flag-monkeys = { $side ->
    [white] Прапорець рудих упав.
   *[black] Прапорець коричневих упав.
}
ruling-refusal-monkeys = { $side ->
    [white] рудим зарахувати поразку за відмову дотримуватися правил
   *[black] коричневим зарахувати поразку за відмову дотримуватися правил
}
ruling-penalty-monkeys = { $side ->
    [white] рудим зарахувати поразку за порушення регламенту турніру
   *[black] коричневим зарахувати поразку за порушення регламенту турніру
}
ruling-award-monkeys = { $side ->
    [white] рудим присудити перемогу
   *[black] коричневим присудити перемогу
}
ruling-time-monkeys = { $side ->
    [white] поставити на годиннику рудих { $time }
   *[black] поставити на годиннику коричневих { $time }
}
conduct-end-flag-monkeys = { $side ->
    [white] у рудих вийшов час
   *[black] у коричневих вийшов час
}
conduct-end-mercy-monkeys = { $side ->
    [white] у рудих вийшов час, але коричневі не можуть виграти
   *[black] у коричневих вийшов час, але руді не можуть виграти
}
conduct-end-refusal-monkeys = { $side ->
    [white] руді відмовляються дотримуватися правил
   *[black] коричневі відмовляються дотримуватися правил
}
conduct-end-penalty-monkeys = { $side ->
    [white] руді порушили регламент турніру: годинник, відкладання або дисципліна
   *[black] коричневі порушили регламент турніру: годинник, відкладання або дисципліна
}
conduct-end-gone-monkeys = { $side ->
    [white] руді залишили партію
   *[black] коричневі залишили партію
}
conduct-end-gone-draw-monkeys = { $side ->
    [white] руді пішли, і коричневі згодні на нічию
   *[black] коричневі пішли, і руді згодні на нічию
}
rights-of-monkeys = { $side ->
    [white] Руді можуть
   *[black] Коричневі можуть
}: { $rights }.
rights-none-monkeys = { $side ->
    [white] Руді зараз нічого не можуть зробити.
   *[black] Коричневі зараз нічого не можуть зробити.
}
clock-none-monkeys = { $side ->
    [white] Руді грають без годинника
   *[black] Коричневі грають без годинника
}
clock-left-monkeys = { $side ->
    [white] У рудих лишилося { $time }
   *[black] У коричневих лишилося { $time }
}
score-win-monkeys = { $winner ->
    [white] { $count ->
        [one] руді виграють за { $count } хід
        [few] руді виграють за { $count } ходи
       *[other] руді виграють за { $count } ходів
    }
   *[black] { $count ->
        [one] коричневі виграють за { $count } хід
        [few] коричневі виграють за { $count } ходи
       *[other] коричневі виграють за { $count } ходів
    }
}

### Сторінка в браузері

web-title = Дамка
web-nav = Розділи
web-nav-play = Грати
web-nav-lobby = Клуб
web-nav-rules = Правила
web-nav-analysis = Аналіз
web-nav-games = Мої партії
web-settings = Налаштування
web-skip = Перейти до вмісту
web-look-board = Дошка
web-board-wood = Дерев’яна
web-board-green = Зелена
web-board-slate = Сіро-синя
web-board-contrast = Контрастна
web-board-stones = Кам’яні виступи
web-look-pieces = Шашки
web-pieces-classic = Точені
web-pieces-ivory = Білі й червоні
web-pieces-bold = Контрастні
web-pieces-monkeys = Мавпочки
web-light = Сторінка
web-light-system = Як у системі
web-light-light = Світла
web-light-dark = Темна
web-light-contrast = Контрастна
web-confirm = Підтверджувати кожен хід
web-confirm-days = У партіях на кілька днів
web-confirm-always = Завжди
web-confirm-never = Ніколи
web-volume = Звуки
web-turn-notices = Сповіщати, коли мій хід
web-language = Мова
web-coordinates = Позначення полів
web-loading = Завантаження…
web-sorry = Не вийшло
web-nowhere = Сторінку не знайдено.
web-offline = Клуб не відповідає. Чи програма ще працює?
web-broken = Щось пішло не так. Оновіть сторінку.
web-to-start = На головну
web-try-again = Спробувати ще раз
web-start-title = Зіграймо в шашки!
web-rules = Правила
web-other-game = Інша гра
web-play-computer = З комп’ютером
web-choose-level = Виберіть рівень
web-play-screen = Удвох за цим екраном
web-play-link = Із другом за посиланням
web-play-lobby = З кимось із клубу
web-games-title = Виберіть гру
web-beginner-title = Граєте вперше?
web-beginner-text = Почніть із простих шашок, із суперником, якого можна обіграти.
web-beginner-start = Зіграти в прості шашки
web-group-russian = Російські шашки
web-group-international = Стоклітинкові шашки
web-group-ozornye = «Пустотливі шашки», для дітей від семи років
web-group-world = Шашки різних країн
web-group-house = Власні правила
web-house = Власні правила
web-options = Годинник, колір та інше
web-clock = Час
web-clock-none = Без годинника
web-clock-own = Інший…
web-clock-type = Час, наприклад { $short } або { $stages }
web-clock-differs = Інший час для суперника
web-clock-other = Час суперника
web-clock-of = { $side ->
    [white] Годинник білих
   *[black] Годинник чорних
}
web-clock-says = { $side ->
    [white] У білих { $time }.
   *[black] У чорних { $time }.
}
web-no-clock = Годинника немає.
web-colour = Ваш колір
web-lots = За жеребом
web-first-move = Хто починає
web-first-usual = За правилами
web-aids = Підказки на дошці
web-aids-full = Чим треба бити, куди можна піти, поради
web-aids-targets = Лише куди можна піти
web-aids-none = Жодних
web-manner = Як граємо
web-manner-strict = Програма стежить за правилами
web-manner-at-board = Як за справжньою дошкою: програма не втручається
web-with-arbiter = З місцем для судді
web-private = Бачимо лише ми двоє
web-is-private = бачимо лише ми
web-watch-link = Покликати глядача
web-watch-about = Це закрита партія. Хто відкриє це посилання, зможе її дивитися.
web-unseen = наосліп
web-delay = Глядачі бачать ходи
web-delay-none = одразу
web-delay-minutes = { $count ->
    [one] через { $count } хвилину
    [few] через { $count } хвилини
   *[other] через { $count } хвилин
}
web-delayed = { $count ->
    [one] глядачі бачать її із затримкою на { $count } хвилину
    [few] глядачі бачать її із затримкою на { $count } хвилини
   *[other] глядачі бачать її із затримкою на { $count } хвилин
}
web-mercy = Якщо час вийшов, а суперник уже не може виграти, це нічия
web-display-boards = Усі дошки сеансу
web-display-host-clock = Годинник сеансера на всі дошки
web-display-next = Перейти до дошки { $board }
web-display-none = Жодна дошка вас не чекає. Коли на вас чекатимуть, ви про це дізнаєтеся.
web-display-only-this = Більше на вас не чекають за жодною дошкою.
web-display-now-waits = На вас чекають за дошкою { $board }.
web-display-stay = Залишитися тут
web-display-order = Яка дошка наступна
web-display-order-wait = Чекає довше
web-display-order-time = Обмаль часу
web-display-goes-on = Після ходу — далі
web-display-keys = За дошкою клавіша N веде до наступної дошки, де на вас чекають.
web-display-waits = чекає { $time }
web-display-left = лишилося { $time }
web-display-guest-thinks = думає гість
web-display-in-room = у залі
web-display-host-is-here = тут сеансер
web-display-host-at = { $count ->
    [one] Сеансер біля дошки { $boards }.
   *[other] Сеансер біля дощок { $boards }.
}
web-display-host-nowhere = Сеансер зараз не біля дошки.
web-display-host-here = Сеансер біля вашої дошки.
web-display-before = { $count ->
    [0] Ваша дошка — наступна.
    [one] Перед вашою — { $count } дошка.
    [few] Перед вашою — { $count } дошки.
   *[other] Перед вашою — { $count } дощок.
}
web-display-your-move = Ваш хід. Сеансер повернеться, коли ви походите.
web-display-waiting-boards = { $count ->
    [0] На сеансера не чекають за жодною дошкою.
    [one] На сеансера чекають за { $count } дошкою.
   *[other] На сеансера чекають за { $count } дошками.
}
web-display-to-my-board = Перейти до дошки
web-display-to-host = Стежити за сеансером
web-display-guests = { $count ->
    [one] Прийшов { $count } гість
    [few] Прийшли { $count } гості
   *[other] Прийшло { $count } гостей
}
web-display-no-guests = Поки ніхто не прийшов. Надішліть гостям посилання або додайте тих, хто грає в залі.
web-display-host-begins = Сеанс почне сеансер. Тоді тут з’явиться ваша дошка.
web-display-begin = Почати сеанс
web-display-agree = Задати умови
web-display-agree-with = Задати умови: { $name }
web-display-guest-colour = Колір гостя
web-display-colour-as-all = Як у всіх
web-display-odds-how = Натисніть на шашки, які сеансер знімає з дошки.
web-display-sheet = Надрукувати дошки
web-display-slips = Надрукувати бланки
web-odds = { $count ->
    [0] Фора: зняти шашки
   *[other] Фора (знято шашок: { $count })
}
web-odds-how = Натисніть на шашки, які сильніший дає як фору.
web-odds-ladder = Дібрати фору
web-odds-mine = Моя сила гри
web-odds-theirs = Сила суперника
web-odds-kind = Що давати
web-odds-kind-mixed = Шашки й час
web-odds-kind-board = Шашки й ходи
web-odds-kind-time = Лише час
web-odds-take = Узяти цю фору
web-odds-taken = Цю фору внесено в умови партії.
web-board = Дошка. Стрілки — по полях, Enter — узяти або поставити шашку.
web-piece-white-man = біла проста
web-piece-white-king = біла дамка
web-piece-black-man = чорна проста
web-piece-black-king = чорна дамка
web-square-empty = порожньо
web-square-not-played = не ігрове поле
web-square-chosen = вибрано
web-square-must-capture = має бити
web-square-can-move = може ходити
web-square-blocked = зараз не може ходити
web-square-target = сюди можна піти
web-several-ways = Там закінчуються різні взяття. Покажіть шлях полями.
web-nobody-yet = Поки нікого
web-you = Ви
web-away = (немає зв’язку)
web-on-turn = хід
web-captured = { $count ->
    [one] узято { $count } шашку
    [few] узято { $count } шашки
   *[other] узято { $count } шашок
}
web-your-turn = Ваш хід.
web-your-turn-title = Ваш хід
web-you-are = Ви граєте { $side ->
    [white] білими
   *[black] чорними
}.
web-you-are-monkeys = Ви граєте { $side ->
    [white] рудими
   *[black] коричневими
}.
web-staged = Ваш хід: { $move }. Зробити його?
web-staged-make = Зробити хід
web-staged-drop = Вибрати інший
web-unsent = { $move }: хід надішлеться, коли відновиться зв’язок.
web-take-move-back = Скасувати хід
web-wish = Наступний хід: { $move }
web-wish-drop = Скасувати
web-wish-lost = Підготовлений хід уже неможливий.
web-their-turn = Суперник думає.
web-over = Партію закінчено.
web-looking-back = Ви переглядаєте ранішу позицію.
web-moves = Ходи
web-no-moves = Ходів ще немає.
web-irregular = (не за правилами)
web-first = До початку партії
web-back = На хід назад
web-forward = На хід уперед
web-last = До останнього ходу
web-flip = Повернути дошку
web-hint = Підказка
web-tools = Інструменти
web-tool-back = Повернути
web-tool-draw = Нічия
web-tool-no-win = Немає виграшу
web-tool-flip = Поворот
web-tool-listen = Уголос
web-take-back = Повернути хід
web-offer-draw = Запропонувати нічию
web-draw-offered = Суперник пропонує нічию.
web-draw-ask = Запропонувати суперникові нічию?
web-draw-really = Запропонувати нічию
web-draw-waits = Ви запропонували нічию.
web-no-win-claimed = Суперник заявляє, що ніхто не може виграти.
web-back-asked = Суперник просить повернути хід.
web-accept = Погодитися
web-decline = Відмовитися
web-claim-draw = Вимагати нічиєї
web-claim-no-win = Заявити: виграш неможливий
web-no-win-waits = Ваша заява, що ніхто не може виграти, чекає на відповідь.
web-gone = Суперник пішов.
web-gone-wait = Вимагати перемоги або нічиєї можна буде через { $time }.
web-gone-due = Тепер можна вимагати перемоги або нічиєї.
web-claim-gone = Вимагати перемоги
web-claim-gone-draw = Вимагати нічиєї
web-put-aside = Відкласти партію
web-put-aside-how = Партія без годинника: вона чекає в списку ваших партій, доки ви обоє не повернетеся.
web-resign = Здатися
web-resign-ask = Здати цю партію?
web-resign-really = Так, здаюся
web-no = Ні
web-pass = Пропустити хід
web-type-move = Уведіть хід, наприклад c3-d4 або 32-28
web-type-how = Уведіть принаймні два поля, наприклад c3-d4.
web-make-move = Ходити
web-listen = Прочитати вголос
web-say-position = Позиція
web-say-last = Останній хід
web-say-moves = Можливі ходи
web-say-clocks = Годинник
web-not-shown = Можливі ходи зараз не показуються.
web-blindfold = Ви граєте наосліп. Уводьте ходи з клавіатури.
web-watchers = { $count ->
    [one] дивиться { $count } глядач
    [few] дивляться { $count } глядачі
   *[other] дивляться { $count } глядачів
}
web-connecting = Знову з’єднуємося з клубом…
web-connection-lost = Зв’язок утрачено. Відновлюємо.
web-connection-back = Зв’язок відновлено.
web-opponent-came = Суперник приєднався. Партія починається.
web-waiting = Чекаємо на суперника
web-waiting-link = Надішліть це посилання другові або дайте відсканувати картинку. Партія почнеться, коли суперник приєднається.
web-waiting-lobby = Ваша партія відкрита в клубі. Сісти за дошку може будь-хто.
web-invitation-link = Посилання для друга
web-invite-arbiter = Посилання для судді
web-candidate-asks = { $name } пропонує себе в судді. Суддя може присудити перемогу або поразку.
web-candidate-agree = Погодитися
web-candidate-decline = Відмовитися
web-candidate-me = Ви запропонували себе в судді. Ви зможете судити, коли погодиться суперник того, хто створив партію.
web-candidate-waits = { $name } пропонує себе в судді. Ваш суперник ще не відповів.
web-tool-notes = Нотатки
web-tool-talk = Сказати
web-talk = Розмова
web-talk-list = Що було сказано
web-talk-phrases = Фрази
web-talk-heard = { $name }: { $text }
web-talk-proposes = Пропоную { $squares }
web-talk-deleted = (видалено)
web-talk-own = Своїми словами
web-talk-send = Сказати
web-talk-mute = Не слухати в цій партії
web-talk-silent = Ви вимкнули розмову в цій партії або в налаштуваннях.
web-talk-none = Гравці домовилися не розмовляти.
web-talk-hears = Показувати, що кажуть гравці
web-talk-terms = Розмова між гравцями
web-talk-terms-phrases = Готовими фразами
web-talk-terms-free = І своїми словами
web-talk-terms-none = Без розмов
web-talk-to-team = Своїй команді
web-talk-to-all = Усім
web-talk-to-whom = Кому
# Команди.
web-play-team = Команди з нарадою
web-play-team-about = За бік грають кілька людей і радяться між собою
web-team-terms = Команди, за запрошенням
web-team-mine = Людей на моєму боці
web-team-theirs = На іншому боці
web-team-decides = Хто вирішує
web-team-decides-captain = Капітан: хто прийшов першим
web-team-decides-turns = Усі по черзі
web-team-decides-anyone = Будь-хто, хто встигне першим
web-team-gathering = Команди збираються
web-team-places = { $count } з { $places }
web-team-captain = капітан
web-team-join = Грати тут
web-team-invite = Запросити сюди
web-team-link = Посилання до цієї команди
web-team-begin = Почати зараз
web-team-begin-about = Партія почнеться сама, коли всі місця буде зайнято. Якщо почати раніше, команди лишаться такими, як зараз.
web-team-begin-needs = На кожному боці потрібен хоча б один гравець.
web-team-waits = Партія почнеться, коли зберуться всі або коли її почне той, хто її створив.
web-team-decides-now = (вирішує)
web-team-propose = Запропонувати
web-team-proposes = Вирішує { $name }. Ваші ходи та стрілки — пропозиції.
web-team-stands-in = { $name } немає: можете зробити хід за команду.
web-notes-live = Перевірити варіанти без комп’ютера. Ваших нотаток більше ніхто не побачить.
web-copy = Копіювати
web-copied = Скопійовано
web-qr = Посилання у вигляді QR-коду
web-withdraw = Скасувати партію
web-seat-free = За цією дошкою є місце.
web-sit = Сісти й грати
web-result-won = Ви виграли!
web-result-lost = Ви програли
web-result-draw = Нічия
web-result-wins = { $side ->
    [white] Перемога білих
   *[black] Перемога чорних
}
web-result-none = Партію не зараховано
web-why = Чому?
web-turning = Переломні моменти
web-turning-search = Пошук переломних моментів…
web-turning-none = Переломних моментів немає: серйозних помилок ніхто не зробив.
web-turning-found = { $count ->
    [one] Знайдено { $count } переломний момент.
    [few] Знайдено { $count } переломні моменти.
   *[other] Знайдено { $count } переломних моментів.
}
web-turning-better = Краще: { $move }
web-rematch = Ще партію
web-rematch-asked = Ви запропонували ще партію.
web-rematch-wanted = Суперник хоче зіграти ще.
web-rematch-open = До наступної партії
web-analyse = Аналіз
web-new-game = Нова партія
web-at-board = За дошкою
web-at-board-how = Програма не втручається: натисніть на шашку, щоб узяти її, на поле — щоб поставити, на чужу шашку — щоб зняти. Потім перемкніть годинник.
web-press = Перемкнути годинник
web-release = Відпустити шашку
web-crown = Перетворити на дамку
web-adjust = Поправляю
web-demand = Вимагати виправити
web-insist = Дотримуйтеся правил
web-arbiter = Місце судді
web-rule-correct = Виправити
web-rule-stand = Залишити як є
web-rule-pause = Зупинити годинник
web-rule-resume = Пустити годинник
web-rule-draw = Нічия
web-rule-annul = Анулювати партію
web-rule-side = Сторона
web-rule-penalty = Поразка за порушення регламенту
web-rule-refusal = Поразка: відмова дотримуватися правил
web-rule-note = Запис до протоколу
web-write = Записати
web-record = Увесь протокол
web-download = Завантажити
web-rules-title = Правила всіх ігор
web-all-rules = Усі правила
web-print = Для друку
web-lobby-title = Клуб
web-lobby-open = Хто шукає суперника
web-lobby-make = Почати партію
web-lobby-live = { $count ->
    [0] Зараз ніхто не грає
    [one] Зараз триває { $count } партія
    [few] Зараз тривають { $count } партії
   *[other] Зараз тривають { $count } партій
}
web-yours = Ваша партія
web-status-waiting = чекає на суперника
web-status-live = триває
web-games-mine = Мої партії
web-games-none = Таких партій поки немає.
web-search = Знайти
web-search-game = Гра
web-search-result = Результат
web-search-player = Гравець
web-search-versus = Другий гравець
web-search-event = Змагання
web-search-from = З
web-search-to = До
web-search-more = Ще умови
web-search-clear = Скинути пошук
web-result-is-mine-won = Мої перемоги
web-result-is-mine-lost = Мої поразки
web-result-is-white = Перемога білих
web-result-is-black = Перемога чорних
web-result-is-unknown = Невідомий
web-games-total = { $count ->
    [one] { $count } партія
    [few] { $count } партії
   *[other] { $count } партій
}
web-select = Вибрати партії
web-select-all = { $count ->
    [one] Вибрати { $count } партію
   *[other] Вибрати всі { $count }
}
web-selected = { $count ->
    [one] Вибрано { $count } партію
    [few] Вибрано { $count } партії
   *[other] Вибрано { $count } партій
}
web-remove = Видалити
web-remove-game = Видалити цю партію
web-remove-ask = { $count ->
    [one] Видалити { $count } партію?
    [few] Видалити { $count } партії?
   *[other] Видалити { $count } партій?
}
web-remove-how = Партії, зіграні з іншими людьми, зникнуть лише з вашого списку. Імпортовані партії та ваші нотатки буде видалено. Скасувати це не можна.
web-removed = { $count ->
    [0] Жодної партії не видалено.
    [one] Видалено { $count } партію.
    [few] Видалено { $count } партії.
   *[other] Видалено { $count } партій.
}
web-removing = Видалення…
web-any = Усі
web-result-is-won = Перемога
web-result-is-lost = Поразка
web-result-is-drawn = Нічия
web-more = Ще
web-import = Імпорт партій
web-import-how = Файл PDN з однією чи багатьма партіями або протокол цієї програми.
web-import-game = Гра
web-import-says = Як сказано в тексті
web-import-file = Вибрати файл
web-import-text = Або вставте текст
web-import-do = Імпортувати
web-importing = { $count ->
    [0] Читаємо…
    [one] Читаємо… Готова { $count } партія.
    [few] Читаємо… Готово { $count } партії.
   *[other] Читаємо… Готово { $count } партій.
}
web-import-waiting = Спершу читаються інші файли…
web-import-cancel = Скасувати імпорт
web-import-cancelled = Імпорт скасовано.
web-imported = { $count ->
    [0] Жодної партії не прочитано.
    [one] Прочитано { $count } партію.
    [few] Прочитано { $count } партії.
   *[other] Прочитано { $count } партій.
}
web-me = Хто ви
web-me-name = Ваше ім’я
web-me-kept = Готово.
web-save = Зберегти
web-account-why = З паролем ваші партії будуть на всіх пристроях. Грати можна й без нього.
web-account-make = Створити обліковий запис
web-account-made = Обліковий запис створено.
web-password = Пароль
web-login = Увійти
web-logout = Вийти
web-my-data = Мої дані
web-my-data-why = Усе, що клуб зберігає про вас, одним файлом: ім’я, партії, нотатки, посилання.
web-my-data-save = Зберегти дані
web-delete-me = Видалити дані
web-delete-me-ask = Видалити ваші дані?
web-delete-me-how = Ім’я, малюнок, нотатки, посилання й обліковий запис видаляються одразу, і повернути їх не можна. Партії лишаються в тих, із ким ви грали, під іменем «Гість». Якщо дані вам потрібні, спершу збережіть їх.
web-delete-me-really = Видалити назавжди
web-deleted-me = Ваші дані видалено.
web-report-name = Поскаржитися на ім’я
web-report-ask = Повідомити адміністратора клубу про ім’я «{ $name }»?
web-report-really = Повідомити
web-reported = Дякуємо. Адміністратор подивиться.
web-reset = Новий пароль
web-reset-how = Це посилання дав вам адміністратор клубу. Воно діє один раз: задайте новий пароль — і ви ввійдете.
web-reset-set = Задати пароль
web-reset-none = У цій адресі немає коду. Попросіть в адміністратора клубу нове посилання.
web-keeper = Керування клубом
web-keeper-become = Стати адміністратором
web-keeper-become-how = Ви відкрили посилання адміністратора. За ним ви станете тим, хто веде цей клуб: призначає тренерів і арбітрів, змінює імена, блокує, допомагає з паролями.
web-keeper-account-first = Спершу створіть обліковий запис або ввійдіть: адміністраторові він потрібен.
web-keeper-to-account = До облікового запису
web-keeper-only = Ця сторінка для адміністраторів клубу.
web-keeper-people = Люди
web-keeper-search = Пошук за іменем
web-keeper-filter = Хто
web-keeper-all = Усі
web-keeper-accounts = З обліковим записом
web-keeper-blocked = Заблоковані
web-keeper-guest = гість
web-keeper-nobody = Нікого не знайдено.
web-keeper-since = тут з { $when }
web-keeper-counts = Партії: { $games } · нотатки: { $notes } · скарги: { $reports }
web-keeper-offices = Обов’язки
web-keeper-office-keeper = Адміністратор
web-keeper-office-coach = Тренер
web-keeper-office-arbiter = Арбітр
web-keeper-block = Заблокувати
web-keeper-block-ask = Заблокувати { $name }? Вхід буде закрито на всіх пристроях.
web-keeper-unblock = Розблокувати
web-keeper-limits = Скільки можна зберігати
web-keeper-limits-times = { $count ->
    [1] як звичайно
    [few] у { $count } рази більше
   *[other] у { $count } разів більше
}
web-keeper-name = Ім’я
web-keeper-rename = Перейменувати
web-keeper-reset = Новий пароль
web-keeper-reset-link = Передайте це посилання: { $name }. Воно діє один раз протягом доби.
web-keeper-export = Вивантажити дані
web-keeper-delete = Видалити дані
web-keeper-delete-ask = Видалити все, що зберігається про { $name }? Партії лишаться з нейтральним іменем. Повернути дані не можна.
web-keeper-reported = Скарги на імена
web-keeper-reported-none = Скарг немає.
web-keeper-reported-count = { $count ->
    [one] { $count } скарга
    [few] { $count } скарги
   *[other] { $count } скарг
}
web-keeper-ignore = Усе гаразд
web-keeper-game = Подивитися партію
web-keeper-hidden = Приховані партії
web-keeper-hidden-none = Прихованих партій немає.
web-keeper-hide-id = Адреса або код партії
web-keeper-hide = Приховати
web-keeper-show = Показати знову
web-keeper-backups = Копії
web-keeper-backups-none = Клуб не робить копій сам. Щоб копія робилася щодня, запустіть його так:
web-keeper-backups-command = damka serve --backup-to ПАПКА
web-keeper-backups-last = Остання копія: { $when }. Зберігається: { $count }.
web-keeper-backups-failed = Остання копія не вдалася: { $reason }
web-keeper-log = Що зроблено
web-keeper-log-none = Поки що нічого.
web-keeper-work = Помічники та їхня робота
web-keeper-work-queue = Завдання
web-keeper-work-kind = Вид
web-keeper-work-waiting = Чекають
web-keeper-work-taken = У роботі
web-keeper-work-done = Готово за тиждень
web-keeper-work-oldest = Чекає найдовше
web-keeper-work-nothing = Завдань у черзі немає, і останнім часом нічого не виконувалося.
web-keeper-work-people = для людей
web-keeper-work-given-up = не вдалося: { $count }
web-keeper-work-background-off = Фонову роботу вимкнено. Увімкнути її:
web-keeper-work-background-command = damka serve --background-jobs
web-keeper-work-puzzles = { $count ->
    [one] Задачі знайшлися в { $count } партії.
   *[other] Задачі знайшлися в { $count } партіях.
}
web-keeper-work-workers = Хто працює
web-keeper-work-engine = Номер програми клубу — { $signature }; помічників з іншим номером просять оновитися.
web-keeper-work-none = Ще ніхто не працював. Сам клуб почне, коли з’явиться завдання.
web-keeper-work-name = Ім’я
web-keeper-work-now = Зараз
web-keeper-work-jobs = Виконано
web-keeper-work-speed = Позицій за секунду
web-keeper-work-speed-value = { $value } млн
web-keeper-work-threads = завдань водночас: { $count }
web-keeper-work-key-of = ключ: { $name }
web-keeper-work-has = { $count ->
    [one] { $count } завдання
    [few] { $count } завдання
   *[other] { $count } завдань
}
web-keeper-work-idle = чекає на завдання
web-keeper-work-gone = був на зв’язку { $when }
web-keeper-work-keys = Ключі для помічників
web-keeper-work-keys-how = З ключем вільний комп’ютер, ваш або друга, працює на клуб: аналізує партії, щоб люди менше чекали. Він бачить ходи цих партій, але не імена.
web-keeper-work-key-name = Кому ключ
web-keeper-work-key-make = Створити ключ
web-keeper-work-key-new = Ця команда запускає помічника. Ключ у ній показується лише один раз:
web-keeper-work-key-made = створено { $when }
web-keeper-work-key-withdrawn = відкликано { $when }
web-keeper-work-key-withdraw = Відкликати
web-keeper-work-key-withdraw-ask = Відкликати ключ «{ $name }»? Помічників із цим ключем більше не допускатимуть.
web-keeper-work-levels = Як грають рівні комп’ютера
web-keeper-work-levels-rules = Гра
web-keeper-work-levels-pair = Рівень { $level } проти { $against }
web-keeper-work-levels-games = Партій
web-keeper-work-levels-score = Очки
web-keeper-work-levels-elo = Різниця в Ело
web-keeper-work-levels-more = Усі { $count }
web-keeper-work-differences = Різні результати
web-keeper-work-difference = Завдання { $job }: { $kind }. { $first } і { $second } отримали різні результати.
web-keeper-invite = Ще адміністратор
web-keeper-invite-link = Хто відкриє це посилання, стане адміністратором. Воно діє один раз протягом доби.
web-keeper-done = Готово.
web-logged-out = Ви вийшли.
web-password-old = Теперішній пароль
web-password-new = Новий пароль
web-password-change = Змінити пароль
web-password-changed = Пароль змінено. Тепер ви ввійшли лише на цьому пристрої.
web-sessions = { $count ->
    [one] Ви ввійшли на { $count } пристрої
   *[other] Ви ввійшли на { $count } пристроях
}
web-sessions-why = Якщо є незнайомий пристрій, вийдіть там і змініть пароль.
web-sessions-end-others = Вийти на інших
web-sessions-ended = Тепер ви ввійшли лише на цьому пристрої.
web-session-current = цей пристрій
web-session-unknown = Невідомий пристрій
web-session-now = використано щойно
web-session-seen = використано { $when }
web-session-end-on = Вийти: { $device }, { $when }
web-session-ended = Там ви вийшли.
web-handover = На іншому пристрої
web-handover-how = Відскануйте там картинку або введіть код: { $code }
web-continue = Продовжити тут
web-continue-how = Тут відкриється той самий профіль з усіма партіями.
web-continue-code = Код
web-continue-do = Продовжити
web-link-opens = За цим посиланням для вас відкриється нова партія.
web-begin = Почати
web-analysis = Дошка для аналізу
web-analysis-how = Ходіть за обидві сторони. Інші ходи стають варіантами.
web-analysis-done = Аналіз готовий.
web-analyse-game = Розібрати всю партію
web-analysing = Триває розбір…
web-engine = Варіанти комп’ютера
web-depth = глибина { $depth }
web-graph = Оцінка: вище лінії краще білим, нижче — чорним.
web-graph-position = Позиція партії
web-glyph = Знак ходу
web-promote = Зробити головним
web-delete = Видалити звідси
web-comment = Коментар
web-editor = Розставити позицію
web-brush = Що поставити
web-eraser = Зняти
web-to-move = Чий хід
web-clear = Очистити дошку
web-start-position = Початкова позиція
web-use-position = Узяти цю позицію
web-cancel = Скасувати
web-export-pdn = Зберегти PDN
web-export-sheet = Бланк партії
web-export-diagram = Діаграма
web-save-game = Зберегти в моїх партіях
web-to-game = До партії
web-more-tools = Інші інструменти
web-copy-link = Копіювати посилання
web-link-copied = Посилання скопійовано.
web-keys-how = Клавіші: ← і → — по ходах, ↑ і ↓ — між варіантами, Home і End, F повертає дошку. Коліщатко миші над дошкою теж працює.
web-evaluation = Оцінка
web-evaluation-none = невідома
web-engine-lines = Варіанти
web-engine-depth = Межа
web-engine-minute = одна хвилина
web-result-unknown = результат невідомий
web-analysis-open = Відкрити аналіз
web-editor-how = Перетягуйте шашки на дошку, по дошці та з дошки. Або виберіть шашку й натискайте на поля. Клавіші: стрілки, Enter — поставити, Delete — зняти.
web-sight = Що я бачу
web-sight-board = Дошку
web-sight-record = Лише запис ходів (наосліп)
web-sight-blind = Нічого, ходи на слух (наосліп)
web-position-usual = Початкова позиція: звичайна
web-position-own = Початкова позиція: своя
web-play-from = Грати звідси
web-colour-pupil = Колір учня
web-sight-pupil = Що бачить учень
# The start page, who I am, coaches, the club.
web-books = { $count ->
    [one] { $count } звід правил
    [few] { $count } зводи правил
   *[other] { $count } зводів правил
}
web-book = Звід правил
web-play-computer-about = Суперники на вибір: { $first } … { $last }
web-play-screen-about = Удвох на одному пристрої
web-play-link-about = Надіслати посилання або показати QR-код
web-play-lobby-about = Почекати, хто сяде за дошку
web-bar-play = Грати
web-resume = Незакінчені партії
web-resume-all = Усі мої партії
web-turns = { $count ->
    [one] Ваш хід у { $count } партії
   *[other] Ваш хід у { $count } партіях
}
web-turns-count = { $count ->
    [one] { $count } партія чекає на ваш хід
    [few] { $count } партії чекають на ваш хід
   *[other] { $count } партій чекають на ваш хід
}
web-time-left = Лишилося { $time }
web-time-over = Час вийшов
web-flag-waits = Якщо час вийшов, перемогу має вимагати суперник
web-vacation-allowed = Можна йти у відпустку
web-flag-due = Час суперника вийшов. Ви можете вимагати перемогу або почекати на хід.
web-claim-flag = Вимагати перемогу
web-tool-pause = Перерва
web-ask-pause = Попросити перерву
web-pause-asked = Суперник просить перерву: час не йде ні в кого, доки хтось із вас її не припинить.
web-pause-waits = Ви попросили перерву.
web-paused = У партії перерва.
web-end-pause = Припинити перерву
web-on-vacation = у відпустці до { $day }
web-vacation = Відпустка
web-vacation-why = Поки ви у відпустці, ваш час у партіях листуванням не йде, якщо гравці не домовилися інакше. Усі бачать, до якого дня вас немає.
web-vacation-last = Останній день
web-vacation-go = Піти у відпустку
web-vacation-begun = Ви у відпустці до { $day }.
web-vacation-until = Ви у відпустці до { $day }.
web-vacation-how-it-ends = Ваш наступний хід у будь-якій із цих партій закінчить відпустку.
web-vacation-end = Повернутися
web-vacation-ended = Ви повернулися з відпустки.
web-vacation-left = Цього року { $count ->
    [one] лишився { $count } день
    [few] лишилося { $count } дні
   *[other] лишилося { $count } днів
} з { $days }.
web-prepared = Якщо… то…
web-prepare = Заготувати відповіді
web-prepare-how = Зробіть на дошці хід суперника, а потім свою відповідь. Клуб зробить її за вас, щойно прийде цей хід.
web-prepare-line = Заготувати варіант
web-prepare-forced = Бити за мене, коли це єдиний хід
web-prepared-added = Варіант заготовлено.
web-prepared-removed = Варіант прибрано.
web-prepared-lost = Партія пішла інакше: заготовані ходи скасовано.
web-prepared-change = Змінити
web-prepared-clear = Прибрати все
web-understood = Закрити
web-ask-name = Інші бачать вас як «{ $name }». Бажаєте вибрати собі ім’я та картинку?
web-ask-name-do = Вибрати ім’я
web-ask-name-no = Не зараз
web-clock-default = Типово: { $clock }
web-clock-default-people = Типово: без годинника, між людьми { $clock }
web-house-chosen = { $count ->
    [one] вибрано { $count } правило
    [few] вибрано { $count } правила
   *[other] вибрано { $count } правил
}
web-coach-game = Гра
web-coach-task = Завдання учневі
web-coach-task-example = Наприклад: білі починають і виграють
web-my-links = Мої посилання
web-my-links-none = Посилань поки немає. Тут буде видно, хто відкрив посилання і як зіграв.
web-my-link-side = { $side ->
    [black] учень грає чорними
   *[white] учень грає білими
}
web-my-link-opened = { $count ->
    [0] Його ще ніхто не відкрив.
    [one] Відкрито { $count } раз:
    [few] Відкрито { $count } рази:
   *[other] Відкрито { $count } разів:
}
web-my-link-moves = { $count ->
    [one] { $count } хід
    [few] { $count } ходи
   *[other] { $count } ходів
}
web-my-link-close = Закрити посилання
web-my-link-close-really = Закрити назавжди
web-my-link-keep = Залишити
web-my-link-closed = Посилання закрито.
web-my-link-is-closed = Закрито: нових партій не відкриває.
web-link-turn = Перший хід: { $turn }.
web-link-side = { $side ->
    [black] Ви граєте чорними.
   *[white] Ви граєте білими.
}
web-link-name = Ваше ім’я, щоб тренер знав, хто грав (не обов’язково)
web-me-seen = Так вас бачать інші.
web-me-name-and-picture = Ім’я та картинка
web-me-picture = Картинка
web-account = Обліковий запис та інші пристрої
web-lobby-people = { $count ->
    [one] зараз тут { $count } людина
    [few] зараз тут { $count } людини
   *[other] зараз тут { $count } людей
}
web-lobby-invite = Сядьте за дошку першими
web-lobby-invite-too = Або відкрийте свою партію
web-lobby-invite-how = { $game }. Поки ви чекаєте, пропозицію бачать усі в клубі; партія почнеться, коли хтось приєднається.
web-lobby-offer = Відкрити партію
web-lobby-other = Інша гра
web-lobby-quiet = Зараз ніхто не грає. Партії з’являться тут, щойно хтось почне.
web-club-ways = Як ви хочете грати?
web-play-letters = Листуванням
web-play-letters-about = Посилання для друга, дні на кожен хід
web-play-match = Матч
web-play-match-about = Кілька партій, кольори чергуються
web-play-simul = Сеанс
web-play-simul-about = Один проти кількох
web-play-evening = Клубний вечір
web-play-evening-about = Кожен, хто прийде, знайде суперника
web-contest-any-moment = з хвилини на хвилину
web-contest-run-by = організатор: { $name }
web-contest-private = бачать лише учасники
web-contest-terms = Умови
web-contest-no-takebacks = Повертати ходи не можна.
web-contest-blind = Сеансер грає наосліп.
web-contest-record = Завантажити запис
web-contest-games = Завантажити партії
web-contest-link = Посилання на цю сторінку
web-contest-link-how = Надішліть його або покажіть код: увійти можна одним клацанням.
web-contest-link-private = Побачити змагання й узяти участь можуть лише ті, хто має це посилання.
web-contest-enter = Взяти участь
web-contest-enter-too = Теж узяти участь
web-contest-enter-how = Хочете зіграти тут?
web-contest-ask = Попросити прийняти
web-contest-ask-how = Учасників приймає організатор.
web-contest-applied = Ви попросили прийняти вас. Вирішує організатор.
web-contest-leave = Вийти
web-contest-leave-ask = Вийти зі змагання?
web-contest-people = Учасники: { $count }
web-contest-host = сеансер
web-contest-is-ready = хоче грати
web-contest-accept = Прийняти
web-contest-send = Вилучити
web-contest-send-name = Вилучити: { $name }
web-contest-send-ask = Вилучити зі змагання: { $name }?
web-contest-gone = Більше не беруть участі: { $names }
web-contest-add = Гравець у залі
web-contest-strength = Сила
web-contest-add-do = Додати
web-contest-table = Таблиця
web-contest-settle = Вирішити
web-contest-correct = Виправити
web-contest-settle-ask = Завершити цю партію? { $result }
web-contest-correct-ask = Змінити результат? { $result }
web-contest-settle-yes = Підтвердити
web-contest-result-of = Результат: { $board }
web-contest-in-room = у залі
web-contest-match-games = Партії
web-contest-boards = Дошки
web-contest-close = Закрити змагання
web-contest-close-ask = Закрити змагання назавжди?
web-contest-score = { $first } і { $second }: { $score }
web-contest-playing = Зараз: { $game }
web-contest-next = Далі: { $game }
web-contest-missing = Бракує суперника. Надішліть посилання або покажіть код.
web-contest-to-board = Перейти до дошки
web-contest-watch = Дивитися
web-contest-at-room-board = Ви граєте за дошкою в залі.
web-contest-ready = Граємо!
web-contest-ready-for = { $name } хоче грати
web-contest-other-ready = { $name } чекає на вас.
web-contest-you-ready = Ви готові. Тепер черга за суперником: { $name }.
web-contest-claim-in = Якщо суперник ({ $name }) не прийде, вимагати перемоги можна буде через { $time }.
web-contest-claim-now = { $name }: час минув. Можна вимагати перемоги.
web-contest-give-up = Здати матч
web-contest-give-up-ask = Здати весь матч? Переможе суперник.
web-contest-want = Хочу грати
web-contest-rest = Зробити перерву
web-contest-you-free = Ви вільні. Організатор призначить вам суперника.
web-contest-you-rest = У вас перерва.
web-contest-room-pair = Ваша дошка в залі: білі — { $white }, чорні — { $black }.
web-contest-free = Зараз вільні: { $count }
web-contest-free-none = Ніхто не чекає на партію.
web-contest-pair-free = Звести вільних
web-contest-pair = Звести цих двох
web-contest-pair-how = Або виберіть двох: першому — білі.
web-contest-pair-chosen = Білі — { $white }, чорні — { $black }
web-contest-pair-room = Вони грають за дошкою в залі
web-contest-proposed = Хто з ким зустрінеться й чому
web-contest-resting = Відпочивають
web-contest-next-game = Грати далі
web-contest-yours = ви берете участь
web-contest-more = Інші умови
web-contest-name = Назва
web-contest-new-match = Матч
web-contest-new-simul = Сеанс
web-contest-new-evening = Клубний вечір
web-contest-about-match = Двоє грають кілька партій. Створіть матч і надішліть суперникові посилання.
web-contest-about-simul = Ви граєте з усіма, хто прийде, на всіх дошках одразу.
web-contest-about-evening = Люди приходять і йдуть. Ви зводите вільних — у мережі та за дошками в залі.
web-contest-make-match = Створити матч
web-contest-make-simul = Створити сеанс
web-contest-make-evening = Відкрити вечір
web-contest-clock-usual = Як звичайно: { $clock }
web-contest-length = Тривалість
web-contest-first-to = Очок для перемоги
web-contest-first-white = Хто починає білими
web-contest-white-me = Я
web-contest-white-opponent = Суперник
web-contest-white-first-player = Перший учасник
web-contest-white-second-player = Другий учасник
web-contest-draws = Нічиї
web-contest-draws-count = По пів очка
web-contest-draws-faster = Переграти швидше, до перемоги
web-contest-ladder-first = Час першого перегравання
web-contest-ladder-then = Час наступних перегравань
web-contest-timing-none = Без годинника
web-contest-timing-same = Порівну
web-contest-timing-unequal = Різний у сеансера й гостей
web-contest-timing-one = Один мій годинник на всі дошки
web-contest-host-time = Мій час на кожній дошці
web-contest-guest-time = Час гостей
web-contest-board-time = Час на кожній дошці
web-contest-one-clock = Мій час на всі дошки, у хвилинах
web-contest-alternate = Білі й чорні через дошку
web-contest-begins = Початок
web-contest-private-term = Бачать лише ті, хто має посилання
web-contest-asked-term = Учасників приймаю я
web-contest-only-runs = Я лише проводжу, але не граю
web-contest-takebacks = Ходи можна повертати за згодою
web-contest-late = Гості можуть прийти пізніше
web-contest-patience = Скільки чекати на суперника, у хвилинах
web-contest-openings = Початкові позиції (FEN), по одній у рядку: кожну грають обома кольорами
web-contest-length-games = { $count ->
    [one] { $count } партія
    [few] { $count } партії
   *[many] { $count } партій
}
web-contest-length-best-of = { $count ->
    [few] Щонайбільше { $count } партії
   *[other] Щонайбільше { $count } партій
}
web-contest-length-first-to = До потрібної кількості очок
web-club-on-now = Триває зараз
web-club-begins = Чекають на учасників
web-club-over = Мої завершені змагання
web-club-pace = Темп
web-club-pace-none = Без годинника
web-club-pace-sitting = За один раз
web-club-pace-days = По кілька днів
web-club-manner = Манера
web-club-manner-strict = Програма перевіряє ходи
web-club-manner-at-board = Як за справжньою дошкою
web-club-none-fit = Немає відповідних пропозицій.
web-club-show-all = Показати всі
web-local-only = Ця адреса відкривається лише на цьому комп’ютері.
web-local-how = Щоб пустити інших із вашої мережі, зачиніть клуб і запустіть його так:
web-local-then = Тоді його адреса буде:
web-picture-sun = Сонце
web-picture-moon = Місяць
web-picture-star = Зірка
web-picture-acorn = Жолудь
web-picture-mushroom = Гриб
web-picture-apple = Яблуко
web-picture-flower = Квітка
web-picture-pine = Ялинка
web-picture-mountain = Гора
web-picture-boat = Човен
web-picture-rocket = Ракета
web-picture-balloon = Повітряна куля
web-picture-umbrella = Парасоля
web-picture-teapot = Чайник
web-picture-kite = Повітряний змій
web-picture-drum = Барабан

web-coach-offer = Тренерові: посилання із завданням
web-coach-title = Посилання для учнів
web-link-title = Завдання тренера
web-coach-text = Виберіть гру, позицію, сторону й суперника. Кожен, хто відкриє посилання, отримає свою партію.
web-coach-against = Суперник: рівень комп’ютера
web-coach-make = Створити посилання
web-coach-made = Посилання готове. Покажіть його або надішліть.
web-coach-link = Посилання для учнів
web-coach-look = Спробувати
web-found-wrong = Щось було не так від самого початку
web-claim-board = Дошку повернуто неправильно
web-claim-setup = Розставлення неправильне
web-rule-board = Дошка
web-rule-disturbance = Шашки збито: повернути
web-rule-wrong-board = Дошка: заново
web-rule-wrong-setup = Розставлення: заново
web-rule-clocks = Годинник
web-rule-time = Час, що лишився, наприклад 5:00
web-rule-time-set = Поставити годинник
web-rule-time-how = Уведіть хвилини й секунди, наприклад 5:00.
web-rule-result = Результат
web-print-do = Друк
web-clock-of-monkeys = { $side ->
    [white] Годинник рудих
   *[black] Годинник коричневих
}
web-clock-says-monkeys = { $side ->
    [white] У рудих { $time }.
   *[black] У коричневих { $time }.
}
web-result-wins-monkeys = { $side ->
    [white] Перемога рудих
   *[black] Перемога коричневих
}
web-graph-monkeys = Оцінка: вище лінії краще рудим, нижче — коричневим.
web-result-is-white-monkeys = Перемога рудих
web-result-is-black-monkeys = Перемога коричневих
web-piece-white-man-monkeys = руда мавпочка
web-piece-white-king-monkeys = біла мавпочка, дамка рудих
web-piece-black-man-monkeys = коричнева мавпочка
web-piece-black-king-monkeys = чорна мавпочка, дамка коричневих
web-tables = Таблиці закінчень
web-nav-trainer = Закінчення
web-trainer = Виграйте закінчення
web-trainer-about = Позиції з таблиць закінчень, які можна виграти. Захист опирається якнайдовше, а правила нічиєї рахують ваші ходи.
web-trainer-game = Гра
web-trainer-kinds = Види закінчень
web-trainer-solved = { $count ->
    [0] ще не розв’язано
   *[other] розв’язано: { $count }
}
web-trainer-again = Ще раз
web-trainer-next = Інша позиція
web-trainer-back = Повернути хід
web-trainer-analyse = На дошку для аналізу
web-trainer-shortest = { $moves ->
    [one] За найкращої гри ще { $moves } хід.
    [few] За найкращої гри ще { $moves } ходи.
   *[other] За найкращої гри ще { $moves } ходів.
}
web-trainer-your-moves = Ваших ходів: { $moves }
web-trainer-thinks = Захист думає.

# Таблиці закінчень на сторінці та вправи

tables-there = Закінчення, де не більше { $pieces } шашок, відомі точно.
tables-building = Таблиці закінчень будуються. Спробуйте трохи згодом.
tables-unknown = { $pieces ->
    [0] Таблиці закінчень не знають цієї позиції.
   *[other] Таблиці закінчень знають позиції, де не більше { $pieces } шашок і які бувають у партіях.
}
tables-none = Таблиць закінчень для цієї гри тут немає.
tables-damaged = Файл таблиць закінчень пошкоджено, тому тут відомо не все.
tables-by-rule = { $value }, але раніше настане нічия за правилами
exercise-three-kings = Три дамки проти однієї
exercise-three-kings-about = Велика дорога ваша. Три дамки ловлять дамку, яка на неї не стала.
exercise-petrov = Трикутник Петрова
exercise-petrov-about = Найдовші виграші трьох дамок проти однієї. Побудуйте трикутник, притисніть до нього дамку й жертвуйте.
exercise-road-shot = Удар на великій дорозі
exercise-road-shot-about = Дамка стоїть на великій дорозі, де трьом дамкам її не спіймати. Але тут одразу вирішує жертва.
exercise-king-two-men = Дамка і дві прості проти дамки
exercise-king-two-men-about = Велика дорога ваша. Проведіть прості й виграйте.
exercise-king-against-men = Дамка проти двох простих
exercise-king-against-men-about = Зупиніть обидві прості, доки жодна не стала дамкою.
exercise-king-against-three = Дамка проти трьох простих
exercise-king-against-three-about = Одна дамка зупиняє три прості, якщо вчасно займе потрібні поля.
exercise-kings-shot = Дамки проти однієї дамки
exercise-kings-shot-about = На великій дошці одна дамка зазвичай робить нічию. Знайдіть удар, який тут виграє.
exercise-two-short-kings = Дві короткі дамки проти однієї
exercise-two-short-kings-about = Виженіть дамку з подвійного кута за допомогою опозиції.
exercise-short-king-man = Дамка і проста проти дамки
exercise-short-king-man-about = Проведіть просту, а потім виграйте двома дамками проти однієї.
exercise-three-pieces = Три шашки
exercise-three-pieces-about = Будь-яке виграшне закінчення з трьома шашками.
exercise-four-pieces = Чотири шашки
exercise-four-pieces-about = Будь-яке виграшне закінчення з чотирма шашками.
exercise-unknown = У цій грі немає такого закінчення, яке можна виграти.
exercise-begin = { $moves ->
    [one] Хід білих, за найкращої гри виграш за { $moves } хід.
    [few] Хід білих, за найкращої гри виграш за { $moves } ходи.
   *[other] Хід білих, за найкращої гри виграш за { $moves } ходів.
}
exercise-going = { $moves ->
    [one] Після { $moves } ходу виграш ще є.
   *[other] Після { $moves } ходів виграш ще є.
}
exercise-budget = { $moves ->
    [one] За правилами нічиєї лишився { $moves } хід.
    [few] За правилами нічиєї лишилося { $moves } ходи.
   *[other] За правилами нічиєї лишилося { $moves } ходів.
}
exercise-no-budget = Тут жодне правило нічиєї не рахує ходів.
exercise-won = { $moves ->
    [one] Виграно за { $moves } хід.
    [few] Виграно за { $moves } ходи.
   *[other] Виграно за { $moves } ходів.
}
exercise-over = Партію закінчено, і вона не виграна.
exercise-now-drawn = тепер нічия.
exercise-now-lost = тепер програш.
exercise-thrown = { $number }-й хід { $move } втрачає виграш: { $now }
exercise-better = Його зберігає { $move }: { $value }.

# Що повідомляється тим, кого немає за дошкою. Про позицію в сповіщенні не йдеться.
notice-nobody = ваш суперник
notice-turn = Ваш хід у партії. Суперник: { $who }.
notice-time = Більшу частину часу на ваш хід витрачено. Суперник: { $who }.
notice-draw = Вам пропонують нічию. Суперник: { $who }.
notice-take-back = Вас просять повернути ходи. Суперник: { $who }.
notice-pause = Вас просять про перерву. Суперник: { $who }.
notice-came = До вас прийшов суперник: { $who }.
notice-begins = «{ $contest }»: початок.
notice-paired = «{ $contest }»: ваша дошка готова. Суперник: { $who }.
web-notices = Сповіщення
web-notices-unread = { $count ->
    [one] Сповіщення: { $count } нове
    [few] Сповіщення: { $count } нові
   *[many] Сповіщення: { $count } нових
  }
web-notices-new = Нове

### Листи: сповіщення електронною поштою

help-arg-smtp = Поштовий сервер для сповіщень, наприклад smtp://user:password@mail.example:587. Те саме робить змінна середовища DAMKA_SMTP, і її не видно в списку процесів
help-arg-mail_from = Адреса, від якої пише клуб; типово damka при імені самого клубу
serve-bad-smtp = Адреса поштового сервера неправильна. Вона має вигляд smtp://user:password@mail.example:587 або smtps://mail.example.
serve-bad-sender = «{ $address }» — неправильна адреса відправника. Укажіть іншу: --mail-from.
server-no-mail = Цей клуб не надсилає вам листів.
server-push-device = На цей пристрій сповіщення надіслати не можна.
server-mail-address = Це не адреса електронної пошти.
mail-confirm-subject = Підтвердьте вашу адресу
mail-confirm = Хтось, імовірно ви, хоче отримувати на цю адресу сповіщення шашкового клубу. Якщо це так, відкрийте протягом доби посилання:

    { $link }

    Якщо це були не ви, нічого не робіть: інших листів не буде.
mail-digest-subject = { $count ->
    [one] { $count } сповіщення шашкового клубу
    [few] { $count } сповіщення шашкового клубу
   *[many] { $count } сповіщень шашкового клубу
  }
mail-digest-urgent = Час на ваш хід спливає
mail-digest-more = І ще { $count }.
mail-digest-end = Ви самі вибрали ці листи: { $settings }
    Більше не надсилати: { $off }
web-mail = Сповіщення поштою
web-mail-confirming = Хвилинку…
web-mail-confirmed = Адресу підтверджено. Тепер ви отримуватимете вибрані сповіщення.
web-mail-off-ask = Більше не отримувати листів цього клубу?
web-mail-off = Не надсилати
web-mail-is-off = Готово: листів більше не буде, вашу адресу видалено.
web-mail-nothing = Посилання неповне. Скопіюйте адресу з листа повністю.
web-notices-why = Про те, що сталося без вас, повідомляє дзвіночок угорі.
web-mail-address = Адреса електронної пошти
web-mail-about = Писати мені, коли
web-mail-topic-turn = мій хід
web-mail-topic-time = спливає час на мій хід
web-mail-topic-asked = суперник про щось просить
web-mail-topic-came = прийшов суперник
web-mail-topic-contest = починається змагання
web-mail-start = Надсилати листи
web-mail-save = Зберегти
web-mail-stop = Не надсилати листів
web-mail-rate = Не більше одного листа за шість годин, а якщо спливає ваш час — одного за годину.
web-mail-waits = Ми написали на адресу { $address }. Відкрийте посилання з листа протягом доби. Листа немає? Подивіться в спамі.
web-mail-on = Листи надходять на адресу { $address }.
web-mail-refused = Листи на адресу { $address } повернулися, тому більше не надсилаються. Уведіть адресу знову.
web-mail-account-first = Для листів потрібен обліковий запис: виберіть пароль вище.
web-push-on = Сповіщати тут
web-push-off = Не сповіщати тут
web-push-why = Цей пристрій може показувати сповіщення, навіть коли сторінку закрито. Вони йдуть зашифрованими через службу виробника браузера.
web-push-is-on = Цей пристрій показує сповіщення, навіть коли сторінку закрито.
web-push-blocked = Браузер не дозволяє цій сторінці сповіщення. Це можна змінити в його налаштуваннях.
web-push-failed = Браузер не зміг увімкнути сповіщення.

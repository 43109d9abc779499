-- Rows as version 3 wrote them: one game for each thing that becomes something else.
INSERT INTO secrets VALUES ('cookie', 'kept');
INSERT INTO runs (id, started, beat) VALUES (1, 1000, 500), (2, 2000, 700);
INSERT INTO people (id, name, name_key, password, generation, made) VALUES
    ('ann', 'Ann', 'ann', 'hash', 2, 11), ('bob', 'Bob', 'bob', NULL, 0, 12), ('cat', NULL, NULL, NULL, 0, 13);

INSERT INTO games (number, id, spec, terms, rules, status, made, changed, white, black, imported, maker) VALUES
    (1, 'computer', 'rules: russian' || char(10),
     '{"computer":{"side":"black","level":7,"seed":4503599627370495},"same_screen":false,"lobby":false,"delay":0,"arbiter":false}',
     'russian', 2, 100, 101, 'Ann', NULL, 0, 'ann'),
    (2, 'screen', 'rules: russian' || char(10),
     '{"same_screen":true,"lobby":false,"delay":0,"arbiter":false}', 'russian', 2, 100, 101, 'Ann', 'Ann', 0, 'ann'),
    (3, 'open', 'rules: russian' || char(10),
     '{"same_screen":false,"lobby":true,"delay":60000,"arbiter":false}', 'russian', 0, 100, 100, 'Ann', NULL, 0, 'ann'),
    (4, 'invited', 'rules: russian' || char(10),
     '{"same_screen":false,"lobby":false,"delay":0,"arbiter":true,"invitation":"come","arbiter_invitation":"judge"}',
     'russian', 1, 100, 100, NULL, 'Ann', 0, 'ann'),
    (5, 'lobby', 'rules: russian' || char(10),
     '{"same_screen":false,"lobby":true,"delay":0,"arbiter":true,"arbiter_invitation":"judge"}',
     'russian', 2, 100, 101, 'Ann', 'Bob', 0, 'ann'),
    (6, 'over', 'rules: russian' || char(10), '{"lobby":false}', 'russian', 3, 100, 109, 'Ann', 'Bob', 0, 'bob'),
    (7, 'asked', 'rules: russian' || char(10), '{}', 'russian', 3, 100, 109, 'Ann', 'Bob', 0, 'ann'),
    (8, 'import', 'rules: russian' || char(10) || 'white: Пан Ґ; Other' || char(10) || 'black: Line' || char(10)
     || 'seat-white: blind none' || char(10), '{}', 'russian', 3, 100, 109, NULL, 'Їжак', 1, 'cat'),
    (9, 'shared', 'rules: russian' || char(10), '{}', 'russian', 2, 100, 101, 'Both', 'Cat', 0, 'ann'),
    (10, 'unowned', 'rules: russian' || char(10), '{}', 'russian', 3, 100, 109, 'Left', 'Ann', 0, ''),
    (11, 'broken', 'rules: russian' || char(10), '', 'russian', 2, 100, 101, NULL, NULL, 0, ''),
    (12, 'large', 'rules: russian' || char(10), '{"computer":{"side":"white","level":1,"seed":18446744073709551615}}',
     'russian', 2, 100, 101, 'Not shown', NULL, 0, 'ann'),
    (13, 'drawn', 'rules: russian' || char(10), '{}', 'russian', 3, 100, 109, NULL, NULL, 0, 'ann'),
    (99, 'forgotten', '', '{}', 'russian', 0, 100, 100, NULL, NULL, 0, 'ann');
DELETE FROM games WHERE number = 99;
UPDATE games SET anchor_run = 2, anchor_run_ms = 3, anchor_game_ms = 4 WHERE id = 'computer';
UPDATE games SET winner = 1, reason = 'flag', fen = 'W:W:B', plies = 40, again = 3, next = 'computer' WHERE id = 'over';
UPDATE games SET winner = NULL, reason = 'flagWithoutWin', fen = 'W:W:B', plies = 41, again = 2 WHERE id = 'asked';
UPDATE games SET winner = 0, reason = 'noPieces', fen = 'B:W:B', plies = 42 WHERE id = 'import';
UPDATE games SET winner = NULL, reason = 'nobodyCanWin', fen = 'B:W:B', plies = 43, next = 'open' WHERE id = 'drawn';

INSERT INTO seats (person, game, seat) VALUES
    ('ann', 1, 0), ('ann', 2, 0), ('ann', 2, 1), ('ann', 3, 0), ('ann', 4, 1), ('ann', 5, 0), ('bob', 5, 1), ('cat', 5, 2),
    ('ann', 6, 0), ('bob', 6, 1), ('ann', 7, 0), ('bob', 7, 1), ('cat', 8, 2), ('bob', 9, 0), ('ann', 9, 0), ('cat', 9, 1),
    ('ann', 10, 1), ('ann', 12, 1);
INSERT INTO events (game, seq, line, seat, client) VALUES
    (1, 1, '1 0:01.000 white move c3 d4', 0, 5), (6, 1, '1 0:01.000 white move c3 d4', 0, 1),
    (6, 2, '1 0:02.500 black move f6 e5', 1, 1), (6, 3, '1 7:08.900 nobody note flag', NULL, NULL),
    (6, 4, '1 7:09.000 arbiter note seen', 2, 900000000000), (13, 1, 'damaged', NULL, NULL);
INSERT INTO notes (person, game, text, changed) VALUES ('bob', 6, 'mine', 77);
INSERT INTO links (code, game, made) VALUES ('abc', '{"rules":"russian"}', 88);
INSERT INTO analyses (game, body) VALUES (6, '[]');

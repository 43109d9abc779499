-- Step 10: who may see a game, and an arbiter both agreed to.

-- Only the people of a private game see it, also when it is over.
ALTER TABLE games ADD COLUMN private INTEGER NOT NULL DEFAULT 0;

-- In `invitations`, kind 2 lets somebody watch a private game. In `parts`, 2 is somebody who offers to be the arbiter and
-- whom the players have not agreed to, and 3 is somebody who was let in to watch. Arbiters of earlier versions count as
-- agreed.

-- The house, floor by floor, drawn with fences between the cells: _ floor,
-- o a place by the furniture, O one in the garden, + one on the terrace, t
-- table, c counter or shelf, b bed, . grass, = terrace. Ways between floors: u
-- up, d down, l lift, p pole. The terrace lies higher than the garden: one may
-- jump down (>), and comes back by the door.
return {
  cellar = [[
_ _ _ _ _|_ _ _ _ _ _ _

_ t t _ _|_ c _ c _ c o

_ t t o _|_ c o c o c _

_ o _ _ _ _ c _ c _ c _

_ _ _ _ _|_ _ _ _ _ _ _

_ _ _ _ _|_ _ _ _ _ _ _
- -   - - - -   - - - -
_ _ _ _ _ _|_ _ _ _ _ _

_ _ _ _ _ _ _ _ _ l _ _

_ _ _ _ _ _|_ _ _ _ _ _

_ o _ o _ _|_ _ _ _ _ _

_ t t t _ _|_ _ _ _ u _

_ _ _ _ _ _|_ _ _ _ _ _
]],
  ground = [[
. . O . . . . . . . . . . . . .
- - - - - - - - - - - -
_ _ _ _ _ _|_ c c c c _|. . . .

_ o _ o _ _|_ o _ o _ _|. . O .

_ t t t _ _|_ _ _ _ _ _|. . . .

_ o o _ _ _ _ _ _ _ _ _|. . . .

_ _ _ _ _ _|_ _ _ _ _ _|. . . .
            - -   - - -
_ _ _ _ _ _|_ _ _ _ _ _|. . . .
                        - -
_ _ _ _ _ _|_ _ _ l _ _|= =>. .
- -   - - -
_ _ _ _ _ _|p _ _ _ _ _|+ =>. .

_ _ _ _ _ _|_ _ _ _ _ _ = =>. .

_ _ _ _ _ _ _ _ u _ _ _|= +>. .

_ o _ _ _ _|_ _ _ _ d _|= =>. .
                        - -
_ t t o _ _|_ _ _ _ _ _|. . . O
- - - - - - - -   - - -
. . . . . . . . . . . . . . . .
]],
  attic = [[
_ b _ _ b _|_ b _ _ b _

_ b o o b _|_ b o o b _

_ _ _ _ _ _|_ _ _ _ _ _

_ _ _ _ _ _|_ _ _ _ _ _

_ _ _ _ _ _|_ _ _ _ _ _

_ _ _ _ _ _|_ _ _ _ _ _
- - - -   - - -   - - -
_ _ _ _|_ _ _ _ _ _ _ _

_ _ _ _|_ _ p _ _ l _ _

_ _ _ _ _ _ _ _ _ _ _ _

o _ _ _|_ _ _ _ d _ _ _

_ _ o _|_ _ _ _ _ _ _ o

t t _ _|_ _ _ _ _ _ _ _
]],
}

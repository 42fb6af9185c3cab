-- The school: # wall, _ floor, d desk, p somebody on the floor, D door, E door
-- to the outside, . grass, = path, t tree.
return [[
tt.tttttttttt.tt..ttttttttttt.tttttt...t
t..##################################..t
t..#d_d_d_d#d_d_d_d#d_d_d_d#d_d_d_d_#..t
t..#p_p_p_p#p_p_p_p#p_p_p_p#p_p_p_p_#..t
t..#d_d_d_d#d_d_d_d#d_d_d_d#d_d_d_d_#..t
...#p_p_p_p#p_p_p_p#p_p_p_p#p_p_p_p_#...
t..#__dd___#__dd___#__dd___#__dd____#..t
...#__p____#__p____#__p____#__p_____#...
t..#####D#######D#######D#######D####..t
===E____p_____p_____p_____p_____p___E===
===E_p_____p_____p_____p_____p______E===
.==######D######D#____#D######D######==t
.==#______#______#p_p_#______#______#==.
t==#dd_dd_#dd_dd_#___p#dd_dd_#dd_dd_#==t
t==#pp_pp_#pp_pp_#____#pp_pp_#pp_pp_#==.
.==#dd_dd_#dd_dd_#_p__#dd_dd_#dd_dd_#==t
t==#pp_pp_#pp_pp_#p__p#pp_pp_#pp_pp_#==t
.==#p_pp_p#p_pp_p#____#p_pp_p#p_pp_p#==t
t==################EE################==t
t======================================.
.======================================.
...................==................t.t
t.t................==.............t.....
t....tt...t.....t..==..t...............t
t..................==..................t
...................==...............t.t.
t.tt.tttt.t.tt.t..t==t..tt..t...ttt.t.t.
]]

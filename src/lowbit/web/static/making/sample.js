// A puzzle with cages and thermometers, to see what the page can do with constraints.

/** The puzzle, its constraints as the server's JSON has them. */
export const SAMPLE = {
  puzzle: "..............4..74..3.............5.........7.............7..82..9..............",
  constraints: [
    { type: "Thermometer", cells: [30, 20, 10], slow: false },
    { type: "Thermometer", cells: [50, 60, 70], slow: false },
    { type: "Thermometer", cells: [32, 24, 16], slow: false },
    { type: "Thermometer", cells: [48, 56, 64], slow: false },
    { type: "Cage", cells: [0, 1], total: 10 },
    { type: "Cage", cells: [9, 18], total: 7 },
    { type: "Cage", cells: [17, 26], total: 8 },
    { type: "Cage", cells: [72, 73], total: 9 },
    { type: "Cage", cells: [54, 63], total: 3 },
    { type: "Cage", cells: [62, 71], total: 14 },
    { type: "Cage", cells: [38, 39], total: 9 },
    { type: "Cage", cells: [41, 42], total: 12 },
    { type: "Cage", cells: [13, 22], total: 10 },
    { type: "Cage", cells: [58, 67], total: 6 },
    { type: "Cage", cells: [3, 4, 5], total: 17 },
    { type: "Cage", cells: [75, 76, 77], total: 10 },
    { type: "Cage", cells: [35, 44, 53], total: 11 },
  ],
};

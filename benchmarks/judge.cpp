// The usual contest solution of AcWing 166 and POJ 3074, written from the statement: a mask of
// missing digits for each row, column and box; the cell with the fewest candidates first; its
// candidates taken out with x & -x; the bits flipped back on the way out.
#include <cstdio>
#include <cstring>

namespace {

constexpr int ALL = (1 << 9) - 1;

int ones[1 << 9], digit_of[1 << 9];
int rows[9], columns[9], boxes[9];
char text[128];

int box_of(int row, int column) { return row / 3 * 3 + column / 3; }

int candidates(int row, int column) { return rows[row] & columns[column] & boxes[box_of(row, column)]; }

void flip(int row, int column, int bit) {
    rows[row] ^= bit;
    columns[column] ^= bit;
    boxes[box_of(row, column)] ^= bit;
}

bool search(int open) {
    if (!open) return true;
    int fewest = 10, row = 0, column = 0;
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++)
            if (text[9 * i + j] == '.') {
                int n = ones[candidates(i, j)];
                if (n < fewest) fewest = n, row = i, column = j;
            }
    for (int left = candidates(row, column); left; left -= left & -left) {
        int bit = left & -left;
        flip(row, column, bit);
        text[9 * row + column] = static_cast<char>('1' + digit_of[bit]);
        if (search(open - 1)) return true;
        flip(row, column, bit);
        text[9 * row + column] = '.';
    }
    return false;
}

}  // namespace

int main() {
    for (int i = 0; i < 1 << 9; i++)
        for (int left = i; left; left -= left & -left) ones[i]++;
    for (int i = 0; i < 9; i++) digit_of[1 << i] = i;
    while (std::scanf("%127s", text) == 1 && std::strcmp(text, "end") != 0) {
        for (int i = 0; i < 9; i++) rows[i] = columns[i] = boxes[i] = ALL;
        int open = 0;
        for (int i = 0; i < 81; i++)
            if (text[i] == '.')
                open++;
            else
                flip(i / 9, i % 9, 1 << (text[i] - '1'));
        search(open);
        std::puts(text);
    }
}

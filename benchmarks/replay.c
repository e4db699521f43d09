/* Makes calls of a kernel that another machine wrote (snapshots.py), and compares all memory:

       replay.exe llvmlite.dll OBJECT CALL...

   For Windows, where there need be no Python: the object file is linked by the library of llvmlite's
   wheel, with the calls that llvmlite makes there. It fails where a byte differs, where the kernel
   fails, or where it does not keep the registers that the caller owns. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define KEPT 160 /* bytes of xmm6 to xmm15 */
#define PAGE 4096

typedef int32_t (*Entry)(int64_t *);

static HMODULE library;
static unsigned char put[KEPT], found[KEPT];

/* Calls a function with its argument while xmm6 to xmm15 hold `put`; `found` is what they hold then. */
int32_t call_with_registers(Entry, int64_t *);
#define XMM(move) \
    move(6, 0) move(7, 16) move(8, 32) move(9, 48) move(10, 64) move(11, 80) move(12, 96) \
    move(13, 112) move(14, 128) move(15, 144)
#define SAVE(n, at) " movups %xmm" #n ", 32+" #at "(%rsp)\n"
#define RESTORE(n, at) " movups 32+" #at "(%rsp), %xmm" #n "\n"
#define LOAD(n, at) " movups " #at "(%rbx), %xmm" #n "\n"
#define STORE(n, at) " movups %xmm" #n ", " #at "(%rbx)\n"
__asm__("call_with_registers:\n push %rbx\n sub $192, %rsp\n" XMM(SAVE)
        " mov %rcx, %rax\n mov %rdx, %rcx\n lea put(%rip), %rbx\n" XMM(LOAD)
        " call *%rax\n lea found(%rip), %rbx\n" XMM(STORE)
        XMM(RESTORE) " add $192, %rsp\n pop %rbx\n ret\n");

static void fail(const char *why, const char *what) {
    printf("%s %s\n", why, what ? what : "");
    exit(2);
}

static void *named(const char *name) {
    void *function = (void *)GetProcAddress(library, name);
    if (!function)
        fail("llvmlite has no", name);
    return function;
}

static char *contents(const char *name, size_t *length) {
    FILE *file = fopen(name, "rb");
    if (!file)
        fail("cannot read", name);
    fseek(file, 0, SEEK_END);
    *length = ftell(file);
    rewind(file);
    char *bytes = malloc(*length);
    if (fread(bytes, 1, *length, file) != *length)
        fail("cannot read", name);
    fclose(file);
    return bytes;
}

/* As llvmlite.binding does: see its modules targets, executionengine and object_file. */
static Entry linked(const char *object) {
    char *triple, *error = NULL, elf[256];
    size_t length;
    ((int (*)(void))named("LLVMPY_InitializeNativeTarget"))();
    ((int (*)(void))named("LLVMPY_InitializeNativeAsmPrinter"))();
    ((void (*)(char **))named("LLVMPY_GetDefaultTargetTriple"))(&triple);
    snprintf(elf, sizeof elf, "%s-elf", triple);
    void *target = ((void *(*)(char *, char **))named("LLVMPY_GetTargetFromTriple"))(triple, &error);
    void *machine = ((void *(*)(void *, char *, char *, char *, int, char *, char *, int, int, char *))
                         named("LLVMPY_CreateTargetMachine"))(target, elf, "", "", 2, "default",
                                                              "jitdefault", 0, 0, "");
    void *context = ((void *(*)(void))named("LLVMPY_GetGlobalContext"))();
    void *module = ((void *(*)(void *, char *, char **))named("LLVMPY_ParseAssembly"))(context, "", &error);
    void *engine = ((void *(*)(void *, void *, _Bool, char **))
                        named("LLVMPY_CreateMCJITCompiler"))(module, machine, 0, &error);
    if (!engine)
        fail("no engine:", error);
    char *code = contents(object, &length);
    void *file = ((void *(*)(char *, size_t))named("LLVMPY_CreateObjectFile"))(code, length);
    ((void (*)(void *, void *))named("LLVMPY_MCJITAddObjectFile"))(engine, file);
    ((void (*)(void *))named("LLVMPY_FinalizeObject"))(engine);
    uint64_t entry = ((uint64_t(*)(void *, char *))named("LLVMPY_GetFunctionAddress"))(engine, "entry");
    if (!entry)
        fail("no entry in", object);
    return (Entry)entry;
}

/* Memory that lies in a page as memory at an address does. */
static char *room(int64_t like, int64_t length) {
    char *page = VirtualAlloc(NULL, length + 2 * PAGE, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    if (!page)
        fail("no memory", NULL);
    return page + (like & (PAGE - 1));
}

/* Makes a call, and returns how many bytes of memory were compared; 0 if any differs. */
static int64_t replay(Entry entry, const char *name) {
    size_t length;
    int64_t *head = (int64_t *)contents(name, &length);
    int64_t n_words = head[0], n_addresses = head[1], n_pieces = head[2], compared = 8 * n_words;
    int64_t *before = head + 3, *after = before + n_words, *addresses = after + n_words;
    int64_t *words = (int64_t *)room(0, 8 * n_words);
    int64_t *lengths = malloc(8 * n_pieces);
    char **own = malloc(8 * n_pieces), **theirs = malloc(8 * n_pieces);
    char *at = (char *)(addresses + n_addresses);
    memcpy(words, before, 8 * n_words);
    for (int64_t piece = 0; piece < n_pieces; piece++) {
        int64_t old, n;
        memcpy(&old, at, 8);
        memcpy(&n, at + 8, 8);
        own[piece] = room(old, n);
        memcpy(own[piece], at + 16, n);
        lengths[piece] = n;
        theirs[piece] = at + 16 + n;
        at += 16 + 2 * n;
        compared += n;
        for (int64_t each = 0; each < n_addresses; each++) {
            int64_t word = addresses[each], within = before[word] - old;
            if (0 <= within && within < n)
                words[word] = after[word] = (int64_t)own[piece] + within;
        }
    }
    for (int byte = 0; byte < KEPT; byte++)
        put[byte] = 7 * byte + 1;
    int differs = call_with_registers(entry, words) != 0;
    differs |= memcmp(put, found, KEPT) || memcmp(words, after, 8 * n_words);
    for (int64_t piece = 0; piece < n_pieces; piece++)
        differs |= memcmp(own[piece], theirs[piece], lengths[piece]) != 0;
    free(head);
    return differs ? 0 : compared;
}

int main(int n, char **args) {
    int64_t compared = 0;
    char path[MAX_PATH];
    GetFullPathNameA(args[1], MAX_PATH, path, NULL);
    library = LoadLibraryExA(path, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    if (!library)
        fail("cannot load", args[1]);
    Entry entry = linked(args[2]);
    for (int number = 3; number < n; number++) {
        int64_t bytes = replay(entry, args[number]);
        if (!bytes)
            fail("another answer:", args[number]);
        compared += bytes;
    }
    printf("%d calls, the same %lld bytes: %s\n", n - 3, (long long)compared, args[2]);
    return 0;
}

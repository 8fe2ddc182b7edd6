// A qemu plugin that counts the instructions of each function of the program.
//
// qemu-user is packaged without qemu-plugin.h, so this file declares what it uses,
// which is the same in all versions of the interface. VERSION 1 is for qemu 4.2 to
// 8.1; a later qemu says which version it takes (-DVERSION=N).
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef VERSION
#define VERSION 1
#endif

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, void (*f)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, void (*f)(unsigned, void *), int flags, void *data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*f)(qemu_plugin_id_t, void *), void *data);

int qemu_plugin_version = VERSION;

// A block is a piece of straight-line code as it was translated.
struct block {
	const char *function;
	uint64_t size, runs;
	struct block *next;
};

static struct block *blocks;

static void run(unsigned cpu, void *block)
{
	__atomic_fetch_add(&((struct block *)block)->runs, 1, __ATOMIC_RELAXED);
}

// translate is called with a lock held.
static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	struct block *b = calloc(1, sizeof *b);
	b->function = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(tb, 0));
	b->size = qemu_plugin_tb_n_insns(tb);
	b->next = __atomic_exchange_n(&blocks, b, __ATOMIC_ACQ_REL);
	qemu_plugin_register_vcpu_tb_exec_cb(tb, run, 0, b);
}

static void report(qemu_plugin_id_t id, void *file)
{
	FILE *f = fopen(file, "w");
	for (struct block *b = blocks; f && b; b = b->next)
		if (b->runs)
			fprintf(f, "%llu %s\n", (unsigned long long)(b->size * b->runs), b->function ? b->function : "?");
	if (!f || fclose(f))
		perror(file);
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
	if (argc != 1 || strncmp(argv[0], "to=", 3) != 0)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
	qemu_plugin_register_atexit_cb(id, report, argv[0] + 3);
	return 0;
}

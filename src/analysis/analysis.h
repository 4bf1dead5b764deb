// What the commands of overtake do, as functions: from files and options to a result document.
//
//     #include "analysis/analysis.h"
//     #include "report/document_text.h"
//
//     using namespace overtake;
//
//     const report::CheckDocument d =
//         analysis::check({.program = {.files = {"queue_test.c", "queue.c"},
//                                      .compiler_flags = {"-Iinclude"},
//                                      .model = Model::PSO}});
//     if (d.verdict != report::Verdict::Safe) std::cout << report::to_text(d, {});
//
//     function             command          result
//     check                check            CheckDocument: errors with executions, or reasons
//     check_models         check --model ,  ModelsDocument: the same under several models
//     bmc, sequentialize   bmc, ...         BmcDocument; the sequential program as text
//     monitor              monitor          MonitorDocument, RecordedDocument
//     fences               fences           FencesDocument; patched_files: the repaired sources
//     litmus               litmus           LitmusDocument
//     consistency          consistency      ConsistencyDocument
//     linearize            linearize        LinearizeDocument: the history that nothing explains
//     replay               replay           ReplayDocument
//     show_ir              ir               IrDocument
//
// Each takes plain options, whose defaults are those of the command, and a Control through which a
// long analysis is stopped and tells what it knows so far. Nothing is printed. What is thrown:
// InputError (the files; AdvisedError with a remedy), UsageError (the options), InternalError (a
// fault of ours). An analysis uses no global state: several can run at once.
//
// A document (report/document.h) is data; report/document_text.h, json.h, html.h, sarif.h, dot.h
// and witness.h render it.
#pragma once

#include "analysis/bmc.h"           // IWYU pragma: export
#include "analysis/check.h"         // IWYU pragma: export
#include "analysis/check_models.h"  // IWYU pragma: export
#include "analysis/consistency.h"   // IWYU pragma: export
#include "analysis/fences.h"        // IWYU pragma: export
#include "analysis/linearize.h"     // IWYU pragma: export
#include "analysis/litmus.h"        // IWYU pragma: export
#include "analysis/monitor.h"       // IWYU pragma: export
#include "analysis/replay.h"        // IWYU pragma: export
#include "analysis/show_ir.h"       // IWYU pragma: export

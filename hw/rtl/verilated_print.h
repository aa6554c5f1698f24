#pragma once

/// Where verilated code prints to, instead of standard output.
extern "C" int verilated_print(const char* format, ...);

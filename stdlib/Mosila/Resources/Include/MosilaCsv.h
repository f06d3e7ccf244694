/* A table of numbers in a CSV file: read once, then looked up by row and column, both counted from 1. */
#ifndef MOSILA_CSV_H
#define MOSILA_CSV_H
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ModelicaUtilities.h"

typedef struct {
  char *name;
  double *numbers;
  size_t rows, columns, room;
} MosilaCsv;

static void mosila_csv_close(void *file) {
  MosilaCsv *table = (MosilaCsv *)file;
  if (!table) return;
  free(table->name);
  free(table->numbers);
  free(table);
}

static int mosila_csv_separates(char c) { return c == ',' || c == ';' || c == '\t' || c == ' ' || c == '\r' || c == '\n'; }

/* The next line without its end, however long; NULL at the end of the file. */
static char *mosila_csv_line(FILE *stream, char **buffer, size_t *room) {
  size_t length = 0;
  int c;
  while ((c = fgetc(stream)) != EOF && c != '\n') {
    if (length + 2 > *room) {
      char *larger = (char *)realloc(*buffer, *room = 2 * *room + 256);
      if (!larger) return NULL;
      *buffer = larger;
    }
    (*buffer)[length++] = (char)c;
  }
  if (c == EOF && length == 0) return NULL;
  if (!*buffer && !(*buffer = (char *)malloc(*room = 256))) return NULL;
  (*buffer)[length] = 0;
  return *buffer;
}

/* Appends the numbers of a line; how many there were, or -1 if something else was met. */
static long mosila_csv_numbers(MosilaCsv *table, size_t used, char *text) {
  long count = 0;
  for (;;) {
    char *end;
    double number;
    while (*text && mosila_csv_separates(*text)) text++;
    if (!*text) return count;
    number = strtod(text, &end);
    if (end == text || (*end && !mosila_csv_separates(*end))) return -1;
    if (used + (size_t)count == table->room) {
      double *larger = (double *)realloc(table->numbers, (table->room = 2 * table->room + 64) * sizeof(double));
      if (!larger) return -1;
      table->numbers = larger;
    }
    table->numbers[used + (size_t)count++] = number;
    text = end;
  }
}

static void *mosila_csv_open(const char *name) {
  FILE *stream = fopen(name, "r");
  MosilaCsv *table;
  char *buffer = NULL, *line;
  const char *fault = NULL;
  size_t room = 0, number = 0, used = 0, seen = 0;
  if (!stream) ModelicaFormatError("the file %s cannot be read: %s", name, strerror(errno));
  table = (MosilaCsv *)calloc(1, sizeof *table);
  if (table) table->name = (char *)malloc(strlen(name) + 1);
  if (!table || !table->name) {
    fclose(stream);
    free(table);
    ModelicaError("there is not enough memory for a table");
  }
  strcpy(table->name, name);
  while (!fault && (line = mosila_csv_line(stream, &buffer, &room)) != NULL) {
    long count;
    number++;
    if (number == 1 && !strncmp(line, "\xef\xbb\xbf", 3)) line += 3;
    if (*line == '#') continue;
    count = mosila_csv_numbers(table, used, line);
    if (count == 0) continue;
    if (count < 0 && seen++ == 0) continue; /* the header */
    seen++;
    if (count < 0) fault = "is no row of numbers";
    else if (table->rows && (size_t)count != table->columns) fault = "has another number of columns than the rows before";
    else if (table->rows && table->numbers[used] < table->numbers[used - table->columns]) fault = "has a smaller first number than the row before";
    else {
      table->columns = (size_t)count;
      table->rows++;
      used += (size_t)count;
    }
  }
  fclose(stream);
  free(buffer);
  if (!fault && table->rows == 0) {
    fault = "is the last, and there was no row of numbers";
  }
  if (fault) {
    mosila_csv_close(table);
    ModelicaFormatError("%s: line %lu %s", name, (unsigned long)number, fault);
  }
  return table;
}

static int mosila_csv_rows(void *file) { return (int)((MosilaCsv *)file)->rows; }

static int mosila_csv_row(void *file, double u, double shift) {
  const MosilaCsv *table = (const MosilaCsv *)file;
  size_t low = 0, high = table->rows; /* rows before low are not larger than u, those from high on are */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (shift + table->numbers[middle * table->columns] <= u) low = middle + 1;
    else high = middle;
  }
  return (int)low;
}

static double mosila_csv_entry(void *file, int row, int column) {
  const MosilaCsv *table = (const MosilaCsv *)file;
  size_t place = row < 1 ? 0 : (size_t)row > table->rows ? table->rows - 1 : (size_t)row - 1;
  if (column < 1 || (size_t)column > table->columns)
    ModelicaFormatError("%s has %lu columns, there is no column %d", table->name, (unsigned long)table->columns, column);
  return table->numbers[place * table->columns + (size_t)column - 1];
}
#endif

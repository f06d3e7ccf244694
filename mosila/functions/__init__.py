"""Functions and algorithms over numbered slots: as data, evaluated, differentiated; C is written in mosila/codegen."""

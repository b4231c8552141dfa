//! Small sources, each for one turn of the grammar.

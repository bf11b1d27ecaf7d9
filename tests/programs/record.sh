#!/bin/sh
# Records what the programs print under the TensorFlow of a Python: record.sh PYTHON
cd "$(dirname "$0")/../.." || exit
for program in examples/programs/*.py; do
  TF_CPP_MIN_LOG_LEVEL=3 "$1" "$program" \
    > "tests/programs/cases/$(basename "$program" .py).txt" 2> /dev/null || exit
done

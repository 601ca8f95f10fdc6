from pathlib import Path

from memory_site.bench.reports.tables import Table, write_section

TABLE = Table("Figures", ["what", "n"], [["a", "1"]])
OTHER = Table("Figures", ["what", "n"], [["b\\1", "2"]])


def test_a_section_is_added_once_and_then_replaced(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("# Page\n", "utf-8")
    write_section(path, "x", [TABLE])
    path.write_text(path.read_text("utf-8") + "\nAfter.\n", "utf-8")
    write_section(path, "x", [OTHER])
    text = path.read_text("utf-8")
    assert text.startswith("# Page\n\n<!-- bench x -->\n\n**Figures**")
    assert "| b\\1 | 2 |" in text
    assert "| a |" not in text
    assert text.endswith("\n\nAfter.\n")

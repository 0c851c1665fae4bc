"""The pictures in README show the pages as they are now."""

import pytest

from tests import pictures
from tests.helpers import ROOT


LARGEST = 100 << 10  # the most bytes of a picture


@pytest.mark.long
def test_the_pictures_were_made_of_the_pages_as_they_are_now(tmp_path):
    drawn = pictures.digests(pictures.pages(tmp_path))
    assert drawn == pictures.DIGESTS.read_text(), "out of date: run `make pictures`"


def test_readme_shows_every_picture_and_none_is_large():
    paths = sorted(pictures.FOLDER.glob("*.png"))
    assert [path.stem for path in paths] == ["class", "steps"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for path in paths:
        assert path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size <= LARGEST
        assert f"({path.relative_to(ROOT)})" in readme

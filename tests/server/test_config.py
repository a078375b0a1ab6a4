from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path

import pytest

from server.config import ConfigError, Logs, Settings, load
from server.ssh.addresses import Networks
from server.ssh.limits import Limits


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club.toml"


def complaint(file: Path | None, **flags: object) -> str:
    with pytest.raises(ConfigError) as caught:
        load(file, flags)
    return str(caught.value)


def test_everything_has_a_default() -> None:
    assert load() == Settings()


def test_the_environment_goes_before_the_file_and_flags_before_both(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('host = "::1"\nport = 1\ndata = "/file"\n[limits]\nlogin = 5\nlinger = 6\n')
    monkeypatch.setenv("HOLLYWOOD_GIN_PORT", "2")
    monkeypatch.setenv("HOLLYWOOD_GIN_DATA", "/environment")
    monkeypatch.setenv("HOLLYWOOD_GIN_LIMITS__LINGER", "7")
    assert load(file, {"data": Path("/flags"), "host": None}) == Settings(
        host="::1", port=2, data=Path("/flags"), limits=Limits(login=5.0, linger=7.0)
    )


def test_networks_are_read_from_lists_and_from_one_variable(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('networks.trusted = ["10.0.0.0/8", "::1"]\n')
    monkeypatch.setenv("HOLLYWOOD_GIN_NETWORKS__BALANCERS", "192.0.2.1, 2001:db8::/32")
    assert load(file).networks == Networks(
        (ip_network("10.0.0.0/8"), ip_network("::1/128")),
        (ip_network("192.0.2.1/32"), ip_network("2001:db8::/32")),
    )


def test_settings_made_in_code_know_nothing_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOLLYWOOD_GIN_PORT", "1")
    assert Settings().port == 2222


def test_host_keys_lie_in_the_data_folder_unless_told_otherwise() -> None:
    assert Settings(data=Path("/srv")).host_keys == Path("/srv/host_keys")
    assert Settings(data=Path("/srv"), host_keys=Path("/etc/k")).host_keys == Path("/etc/k")


def test_a_home_folder_may_be_a_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert Settings(data=Path("~/club")).data == Path("/home/ada/club")


def test_the_users_own_data_folder_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/home/ada/data")
    assert Settings().data == Path("/home/ada/data/hollywood-gin")


def test_what_is_shown_can_be_read_again(file: Path) -> None:
    settings = Settings(
        data=Path('/sr"v\\ü'),
        database="sqlite:////tmp/club.db",
        metrics="[::1]:9464",
        log=Logs(format="json", addresses=False),
        limits=Limits(login=1.5, paste=7),
    )
    file.write_text(settings.as_toml(), encoding="utf-8")
    assert load(file) == settings


def test_settings_stay_as_they_are() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().port = 3


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("port = 70000", "port should be less than or equal to 65535, but is 70000"),
        ('port = "ssh"', 'port should be a whole number, but is "ssh"'),
        ("host = 3", "host should be a text in quotes, but is 3"),
        ("prot = 1", "prot is no setting; did you mean port?"),
        ('log.format = "xml"', "log.format should be 'text' or 'json', but is \"xml\""),
        ("log = 3", "log should be a valid dictionary or instance of Logs, but is 3"),
        ("log.colour = 3", "log.colour is no setting; there are format, addresses"),
        ("limits.logn = 3", "limits.logn is no setting; did you mean login?"),
        ("limits.login = 0", "limits.login should be a number above 0, but is 0.0"),
        ("limits.login = nan", "limits.login should be a number above 0, but is NaN"),
        ("limits.slice = 1.5", "limits.slice should be a whole number, but is 1.5"),
        (
            'metrics = "0.0.0.0:9464"',
            (
                "metrics should be an address of this machine alone, like 127.0.0.1:9464, "
                'but is "0.0.0.0:9464"'
            ),
        ),
        ("networks.trust = []", "networks.trust is no setting; did you mean trusted?"),
        (
            'networks.trusted = ["home"]',
            (
                'networks.trusted should be a list of networks like ["10.0.0.0/8", '
                "\"2001:db8::/32\"]: 'home' does not appear to be an IPv4 or IPv6 network"
            ),
        ),
        (
            'database = "mysql://x"',
            (
                "database should be like sqlite:////srv/gin/club.db or "
                'postgresql://db.example/gin, but is "mysql://x"'
            ),
        ),
    ],
)
def test_a_wrong_line_is_told_with_file_key_and_what_was_expected(
    file: Path, line: str, sentence: str
) -> None:
    file.write_text(line)
    assert complaint(file) == f"{file}: {sentence}"


def test_each_wrong_line_is_told(file: Path) -> None:
    file.write_text("port = -1\nprot = 1\n")
    assert complaint(file).splitlines() == [
        f"{file}: port should be greater than or equal to 0, but is -1",
        f"{file}: prot is no setting; did you mean port?",
    ]


def test_a_wrong_data_folder_is_one_mistake_not_two(file: Path) -> None:
    file.write_text("data = 3")
    assert complaint(file) == f"{file}: data should be a path, but is 3"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "x", 'should be a whole number, but is "x"'),
        ("PROT", "1", "is no setting; did you mean port?"),
        ("LIMITS__LOGIN", "-1", "should be a number above 0, but is -1.0"),
        ("LIMITS__LOGN", "1", "is no setting; did you mean login?"),
        ("LIMITS", "{}", "should go on with __ and one of its settings"),
    ],
)
def test_a_wrong_variable_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(f"HOLLYWOOD_GIN_{name}", value)
    assert complaint(None) == f"HOLLYWOOD_GIN_{name} {sentence}"


def test_a_wrong_flag_is_told_by_its_name(file: Path) -> None:
    file.write_text("port = 1")
    assert complaint(file, port=-2) == "--port should be greater than or equal to 0, but is -2"


def test_a_file_that_is_no_toml_is_told_with_the_place(file: Path) -> None:
    file.write_text("port = 1\nhost = \n")
    assert complaint(file) == f"{file}: should be TOML: Invalid value (at line 2, column 8)"


def test_a_file_that_is_no_text_is_told(file: Path) -> None:
    file.write_bytes(b"\xff")
    assert complaint(file) == f"{file}: should be UTF-8 text"


def test_a_file_that_is_not_there_is_told(file: Path) -> None:
    assert complaint(file) == f"{file}: cannot be read: No such file or directory"

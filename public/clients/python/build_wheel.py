"""Builds the wheel with only the standard library, so that pip installs this folder without a network."""

import base64
import hashlib
import os
import zipfile

NAME = "touchstone_client"
VERSION = "0.1.0"
METADATA = f"""Metadata-Version: 2.1
Name: touchstone-client
Version: {VERSION}
Summary: Compiles, checks and compares rulesets, with the service or the command touchstone
License: Apache-2.0
Requires-Python: >=3.9
"""
WHEEL = """Wheel-Version: 1.0
Generator: touchstone
Root-Is-Purelib: true
Tag: py3-none-any
"""


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"{NAME}-{VERSION}-py3-none-any.whl"
    info = f"{NAME}-{VERSION}.dist-info"
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME)
    files = {}
    for file in sorted(os.listdir(folder)):
        if file.endswith((".py", ".typed")):
            with open(os.path.join(folder, file), "rb") as opened:
                files[f"{NAME}/{file}"] = opened.read()
    files[f"{info}/METADATA"] = METADATA.encode()
    files[f"{info}/WHEEL"] = WHEEL.encode()
    rows = [f"{path},sha256={digest(content)},{len(content)}" for path, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            # A fixed time, so that the same sources make the same wheel.
            wheel.writestr(zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0)), content)
    return name


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()

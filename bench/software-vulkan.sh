#!/usr/bin/env bash
# A Vulkan device in software, so that WebGPU can be tried where there is no GPU: SwiftShader and the Vulkan loader of
# Debian's chromium-common, unpacked into a folder that git ignores; nothing is installed. Downloads 32 MB once, with
# apt's lists as they are, else updated. Prints the folder; fails where apt has no such package.
set -euo pipefail
cd "$(dirname "$0")/.."
folder="$PWD/node_modules/.cache/software-vulkan"
if [[ ! -e "$folder/vk_swiftshader_icd.json" ]]; then
  aside=$(mktemp -d)
  trap 'rm -rf "$aside"' EXIT
  get() { (cd "$aside" && apt-get -q -o APT::Sandbox::User=root download chromium-common) >&2; }
  get || { apt-get -q update >&2 && get; }
  dpkg -x "$aside"/*.deb "$aside/package"
  mkdir -p "$folder"
  cd "$aside/package/usr/lib/chromium"
  cp libvk_swiftshader.so libvulkan.so.1 "$folder"
  cp vk_swiftshader_icd.json "$folder" # last: it says that all is there
fi
echo "$folder"

#!/bin/sh
# Put Bowerbird into the menu of this desktop, for this person alone. Run it again after you moved the folder.
# Remove it again: ./add-to-menu.sh --remove
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
menu="${XDG_DATA_HOME:-$HOME/.local/share}/applications"
if [ "${1:-}" = --remove ]; then
    rm -f "$menu/bowerbird.desktop"
    echo "Bowerbird is no longer in the menu. Your games and events are untouched."
    exit
fi
mkdir -p "$menu"
sed -e "s|^Exec=.*|Exec=\"$here/bowerbird\"|" -e "s|^Icon=.*|Icon=$here/bowerbird.png|" "$here/bowerbird.desktop" > "$menu/bowerbird.desktop"
chmod +x "$menu/bowerbird.desktop"
echo "Bowerbird is in the menu now, under Games."

@"%~dp0..\bowerbird-command.exe" %*

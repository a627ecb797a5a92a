; The installer for Windows, by Inno Setup 6. Called by build.py:
;   iscc /DVersion=0.2.0 /DSource=build\bundle\bowerbird /DOutput=dist packaging\windows.iss
; Installs for this person alone and needs no administrator. The firewall rule does, so it is a choice of its own.

#ifndef Version
  #error Give the version: /DVersion=0.2.0
#endif
#ifndef Source
  #define Source "..\build\bundle\bowerbird"
#endif
#ifndef Output
  #define Output "..\dist"
#endif

[Setup]
AppId={{6B1E6D8C-2D0B-4B55-9C3A-6F0E5B0E7B1D}
AppName=Bowerbird
AppVersion={#Version}
AppVerName=Bowerbird {#Version}
AppComments=Euchre by the rules of real clubs
VersionInfoVersion={#Version}
DefaultDirName={autopf}\Bowerbird
DefaultGroupName=Bowerbird
DisableProgramGroupPage=yes
DisableDirPage=auto
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0
LicenseFile=..\LICENSE
SetupIconFile=icons\bowerbird.ico
UninstallDisplayIcon={app}\Bowerbird.exe
UninstallDisplayName=Bowerbird
OutputDir={#Output}
OutputBaseFilename=bowerbird-{#Version}-windows-setup
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
; A Bowerbird that runs is asked to close before its files are replaced.
CloseApplications=yes
RestartApplications=no

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktop"; Description: "Put an icon on the desktop"
Name: "phones"; Description: "Allow phones on private networks through the firewall (asks for an administrator)"

[InstallDelete]
; Files of an earlier version must not be mixed with those of this one.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs
Source: "bowerbird.cmd"; DestDir: "{app}\commands"; Flags: ignoreversion

[Icons]
Name: "{group}\Bowerbird"; Filename: "{app}\Bowerbird.exe"; Comment: "Play euchre, or run an event"
Name: "{group}\Bowerbird commands"; Filename: "{cmd}"; Parameters: "/k ""set ""PATH={app}\commands;%PATH%"" && bowerbird --help"""; WorkingDir: "{userdocs}"; IconFilename: "{app}\Bowerbird.exe"; Comment: "For commands that somebody tells you"
Name: "{autodesktop}\Bowerbird"; Filename: "{app}\Bowerbird.exe"; Tasks: desktop

[Run]
Filename: "{app}\Bowerbird.exe"; Description: "Open Bowerbird now"; Flags: nowait postinstall skipifsilent

[Code]
const
  RuleName = 'Bowerbird';
  { Where this installation notes the program of its rule, so that nobody is asked for an administrator without need. }
  NoteKey = 'Software\Bowerbird';
  NoteValue = 'FirewallRule';

function TheProgram: String;
begin
  Result := ExpandConstant('{app}\bowerbird-command.exe');
end;

function Netsh: String;
begin
  Result := ExpandConstant('{sys}\netsh.exe');
end;

{ The rules of this program alone: another person's Bowerbird on this computer keeps its own. }
function DeleteCommand: String;
begin
  Result := Netsh + ' advfirewall firewall delete rule name="' + RuleName + '" program="' + TheProgram + '"';
end;

{ The rule covers the program, the ports it may take, and private networks only. }
function AddCommand: String;
begin
  Result := Netsh + ' advfirewall firewall add rule name="' + RuleName + '" dir=in action=allow profile=private protocol=TCP localport=8000-8009 program="' + TheProgram + '"';
end;

{ Anyone may look at the rules, so this asks for nobody. }
function RuleIsThere: Boolean;
var
  Noted: String;
  Status: Integer;
begin
  Result := RegQueryStringValue(HKA, NoteKey, NoteValue, Noted) and (CompareText(Noted, TheProgram) = 0)
    and Exec(Netsh, 'advfirewall firewall show rule name="' + RuleName + '"', '', SW_HIDE, ewWaitUntilTerminated, Status)
    and (Status = 0);
end;

{ `runas` asks for an administrator, once for all commands. True if the last of them succeeded. }
function RunAsAdministrator(Commands: String): Boolean;
var
  Status: Integer;
begin
  Result := ShellExec('runas', ExpandConstant('{cmd}'), '/d /c "' + Commands + '"', ExpandConstant('{sys}'), SW_HIDE, ewWaitUntilTerminated, Status);
  if not Result then
    Log('The firewall rule was not changed: ' + SysErrorMessage(Status));
  Result := Result and (Status = 0);
end;

{ Without an administrator there is no rule, and Windows asks when the first phone is let in. }
procedure CurStepChanged(CurStep: TSetupStep);
begin
  if (CurStep = ssPostInstall) and WizardIsTaskSelected('phones') and not RuleIsThere then
    if RunAsAdministrator(DeleteCommand + ' & ' + AddCommand) then
      RegWriteStringValue(HKA, NoteKey, NoteValue, TheProgram);
end;

{ Games and events stay: they are in the person's own folder, which is not touched. }
procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
begin
  if CurUninstallStep = usPostUninstall then begin
    if RegValueExists(HKA, NoteKey, NoteValue) then begin
      RunAsAdministrator(DeleteCommand);
      RegDeleteValue(HKA, NoteKey, NoteValue);
      RegDeleteKeyIfEmpty(HKA, NoteKey);
    end;
    if not UninstallSilent then
      MsgBox('Bowerbird is removed. Your games and events are still in ' + ExpandConstant('{localappdata}\bowerbird') + '. Delete that folder if you do not want to keep them.', mbInformation, MB_OK);
  end;
end;

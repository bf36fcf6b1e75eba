; For makensis, started by tools/release.py with -DVERSION, -DFOLDER and -DOUT. menus.nsh lies in the current folder.
; makensis -WX "-XTarget amd64-unicode": the 64-bit form, which a Wine without 32-bit support runs, too.
Unicode true
!include MUI2.nsh
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\gemport"
Name "gemport ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\gemport"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
RequestExecutionLevel user
ManifestDPIAware true
SetCompressor /SOLID lzma
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "gemport"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Installs gemport"
VIAddVersionKey LegalCopyright "the gemport authors, MIT License"
!define MUI_ICON "icons/desktop.ico"
!insertmacro MUI_PAGE_LICENSE "${FOLDER}/LICENSE"
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\gemportw.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

; A running program has its file open.
!macro StopIfRunning PROGRAM
  IfFileExists "$INSTDIR\${PROGRAM}" 0 free${PROGRAM}
    ClearErrors
    FileOpen $0 "$INSTDIR\${PROGRAM}" a
    IfErrors 0 closed${PROGRAM}
      SetErrorLevel 3
      Abort "gemport is running: quit it first."
    closed${PROGRAM}:
    FileClose $0
  free${PROGRAM}:
!macroend

!macro RemoveFiles
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\docs"
  RMDir /r "$INSTDIR\icons"
  RMDir /r "$SMPROGRAMS\gemport"
!macroend

Section
  ; RemoveFiles must not empty a folder that holds other files.
  IfFileExists "$INSTDIR\uninstall.exe" own
    IfFileExists "$INSTDIR\*.*" 0 own
      SetErrorLevel 2
      Abort "$INSTDIR exists, and gemport is not installed in it."
  own:
  !insertmacro StopIfRunning gemport.exe
  !insertmacro StopIfRunning gemportw.exe
  !insertmacro RemoveFiles
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  File /r icons
  WriteUninstaller "$INSTDIR\uninstall.exe"
  SetOutPath "$PROFILE"
  CreateDirectory "$SMPROGRAMS\gemport"
  !include menus.nsh
  WriteRegStr HKCU "${KEY}" "DisplayName" "gemport"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "Publisher" "the gemport authors"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\gemportw.exe"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

; The games in the user's folder stay.
Section Uninstall
  !insertmacro RemoveFiles
  Delete "$INSTDIR\gemport.exe"
  Delete "$INSTDIR\gemportw.exe"
  Delete "$INSTDIR\LICENSE"
  Delete "$INSTDIR\NOTICE"
  Delete "$INSTDIR\README.md"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
SectionEnd

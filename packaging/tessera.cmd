@echo off
rem Runs Tessera from a checkout. Builds it first where the sources are newer than the build.
setlocal enabledelayedexpansion
set "ROOT=%~dp0.."
set "JAR=%ROOT%\target\tessera.jar"
set "LIBRARIES=%ROOT%\target\lib"
set "BUILT=%ROOT%\target\tessera.built"

set "JDK="
for %%H in ("%JAVA25_HOME%" "%JAVA_HOME%") do if not defined JDK call :probe "%%~H"
for /d %%H in ("%ProgramFiles%\Eclipse Adoptium\jdk-25*" "%ProgramFiles%\Java\jdk-25*" "%USERPROFILE%\.jdks\*25*") do (
  if not defined JDK call :probe "%%~H"
)
if not defined JDK (
  echo tessera: JDK 25 is required: install Temurin 25, or set JAVA25_HOME to where it is 1>&2
  exit /b 1
)

set "STALE=yes"
if exist "%JAR%" if exist "%BUILT%" (
  for /f %%S in ('powershell -NoProfile -Command "$t=(Get-Item '%BUILT%').LastWriteTime; Set-Location '%ROOT%'; if (Get-ChildItem app,views,services,styles,pom.xml -Recurse -File | Where-Object LastWriteTime -gt $t | Select-Object -First 1) {'yes'} else {'no'}"') do set "STALE=%%S"
)
if "%STALE%"=="yes" (
  echo tessera: building; the first time this fetches libraries 1>&2
  if not exist "%ROOT%\target" mkdir "%ROOT%\target"
  if exist "%BUILT%" del /q "%BUILT%"
  if exist "%LIBRARIES%" rmdir /s /q "%LIBRARIES%"
  pushd "%ROOT%"
  set "JAVA25_HOME=%JDK%"
  call mvn -B -Prun package dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=target\lib > target\tessera.build.log 2>&1
  if errorlevel 1 (
    findstr /b /c:"[ERROR]" target\tessera.build.log 1>&2
    echo tessera: the build failed; the whole story is in target\tessera.build.log 1>&2
    popd
    exit /b 1
  )
  type nul > target\tessera.built
  popd
)
"%JDK%\bin\java" --enable-native-access=ALL-UNNAMED %TESSERA_JAVA_OPTIONS% -classpath "%JAR%;%LIBRARIES%\*" tessera.app.Main %*
exit /b %errorlevel%

:probe
if "%~1"=="" exit /b 0
if not exist "%~1\release" exit /b 0
findstr /b /c:"JAVA_VERSION=\"25" "%~1\release" >nul && set "JDK=%~1"
exit /b 0

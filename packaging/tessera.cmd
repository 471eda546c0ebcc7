@echo off
rem Runs Tessera from a checkout. Builds it first where the sources are newer than the build.
setlocal
set "ROOT=%~dp0.."
set "JAR=%ROOT%\target\run\tessera.jar"
set "LIBRARIES=%ROOT%\target\run\lib"
set "BUILT=%ROOT%\target\run\tessera.built"

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
  for /f %%S in ('powershell -NoProfile -Command "$t=(Get-Item -LiteralPath $env:BUILT).LastWriteTime; Set-Location -LiteralPath $env:ROOT; if (Get-ChildItem app,views,services,styles,pom.xml -Recurse -File | Where-Object LastWriteTime -gt $t | Select-Object -First 1) {'yes'} else {'no'}"') do set "STALE=%%S"
)
if "%STALE%"=="yes" (
  where mvn >nul 2>nul || (
    echo tessera: Maven is required to build from a checkout: install it, so that mvn is on the PATH 1>&2
    exit /b 1
  )
  echo tessera: building; the first time this fetches libraries 1>&2
  if not exist "%ROOT%\target\run" mkdir "%ROOT%\target\run"
  if exist "%BUILT%" del /q "%BUILT%"
  if exist "%LIBRARIES%" rmdir /s /q "%LIBRARIES%"
  pushd "%ROOT%"
  set "JAVA25_HOME=%JDK%"
  call mvn -B -Prun package dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=target\run\lib > target\run\build.log 2>&1
  if errorlevel 1 (
    findstr /b /c:"[ERROR]" target\run\build.log 1>&2
    echo tessera: the build failed; the whole story is in target\run\build.log 1>&2
    popd
    exit /b 1
  )
  type nul > target\run\tessera.built
  popd
)
set "WALL="
for %%A in (%*) do if "%%~A"=="--wall" set "WALL=yes"
:run
"%JDK%\bin\java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -XX:+ExitOnOutOfMemoryError -XX:+UseSerialGC -Xmn56m -XX:SurvivorRatio=5 -Xms88m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=25 %TESSERA_JAVA_OPTIONS% -classpath "%JAR%;%LIBRARIES%\*" tessera.app.Main %*
set "ENDED=%errorlevel%"
rem A wall whose display hangs ends with 4, to be started again, and Java ends with 3 when memory runs out.
if %ENDED% equ 4 goto run
if defined WALL if %ENDED% equ 3 goto run
exit /b %ENDED%

:probe
if "%~1"=="" exit /b 0
if not exist "%~1\release" exit /b 0
rem cmd knows no escape of a quote, so that the one before the version is any character.
findstr /r /b /c:"JAVA_VERSION=.25" "%~1\release" >nul && set "JDK=%~1"
exit /b 0

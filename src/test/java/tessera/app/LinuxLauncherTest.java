package tessera.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** What starts the program where it is installed, with another program in the place of Java. */
@EnabledOnOs(OS.LINUX)
class LinuxLauncherTest {

    @TempDir
    private Path folder;

    private Path launcher;
    private Path starts;

    @BeforeEach
    void install() throws IOException {
        starts = folder.resolve("starts");
        launcher = Files.createDirectories(folder.resolve("bin")).resolve("tessera");
        Files.createDirectories(folder.resolve("lib/app"));
        Files.writeString(launcher, Files.readString(Path.of("packaging", "installer", "linux", "launch"))
                .replace("@OPTIONS@", "-Xmx1g").replace("@CLASSES@", "$app/tessera.jar").replace("@MAIN@", "Main"));
    }

    /** @param does what is done each time, with the words behind the main class */
    private void java(String does) throws IOException {
        var java = Files.createDirectories(folder.resolve("lib/runtime/bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                while [ "$1" != Main ]; do shift; done
                shift
                echo "$*" >>'%s'
                %s
                """.formatted(starts, does));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    }

    private Process start(String... words) throws IOException {
        var command = new ArrayList<>(List.of("/bin/sh", launcher.toString()));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).inheritIO().start();
    }

    private static int ended(Process process) throws InterruptedException {
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("it ended").isTrue();
        return process.exitValue();
    }

    @Test
    void aWallWhoseDisplayHungIsStartedAnewAndOneThatEndedIsNot() throws Exception {
        java("[ $(wc -l <'%s') -lt 3 ] && exit 4; exit 0".formatted(starts));

        assertThat(ended(start("--wall", "--pages", "fleet,trends"))).isZero();

        assertThat(Files.readAllLines(starts)).hasSize(3).containsOnly("--wall --pages fleet,trends");
    }

    @Test
    void aWallThatRanOutOfMemoryIsStartedAnewAndACommandIsNot() throws Exception {
        java("[ $(wc -l <'%s') -lt 3 ] && exit 3; exit 0".formatted(starts));

        assertThat(ended(start("--wall"))).isZero();
        assertThat(Files.readAllLines(starts)).hasSize(3);
        Files.delete(starts);
        assertThat(ended(start("plan", "operator", "uninstall"))).isEqualTo(3);
        assertThat(Files.readAllLines(starts)).hasSize(1);
    }

    @Test
    void everyLauncherEndsAProgramThatRanOutOfMemory() throws Exception {
        for (var each : List.of("packaging/tessera", "packaging/tessera.cmd", "pom.xml")) {
            assertThat(Files.readString(Path.of(each))).as(each).contains("-XX:+ExitOnOutOfMemoryError");
        }
        assertThat(Files.readString(Path.of("packaging/tessera.cmd")))
                .contains("if defined WALL if %ENDED% equ 3 goto run");
    }

    @Test
    void aWallThatCouldNotStartSaysSoToWhoeverWatchesIt() throws Exception {
        java("exit 1");

        assertThat(ended(start("--wall"))).isEqualTo(1);

        assertThat(Files.readAllLines(starts)).hasSize(1);
    }

    @Test
    void aWallEndsWithItsLauncher() throws Exception {
        java("trap 'echo gone >>%s; exit 143' TERM; echo ready >>%s; while :; do sleep 0.1; done".formatted(starts,
                starts));
        var wall = start("--wall");
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES,
                () -> Files.exists(starts) && Files.readString(starts).contains("ready"));

        wall.destroy();

        assertThat(ended(wall)).isEqualTo(143);
        assertThat(Files.readAllLines(starts)).containsExactly("--wall", "ready", "gone");
    }

    @Test
    void whatIsNoWallTakesThePlaceOfItsLauncher() throws Exception {
        java("echo $PPID >>'%s'; exit 4".formatted(starts));

        assertThat(ended(start("fleet", "--demo"))).isEqualTo(4);

        assertThat(Files.readAllLines(starts)).containsExactly("fleet --demo",
                Long.toString(ProcessHandle.current().pid()));
    }
}

package tessera.file;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the program writes for itself is its user’s, and what it was killed over does not stay. */
class OwnerOnlyFilesTest {

    @TempDir
    private Path folder;

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void foldersAndFilesAreTheUsersAlone() throws Exception {
        var made = OwnerOnlyFiles.createFolder(folder.resolve("a/b"));
        assertThat(permissions(made)).isEqualTo("rwx------");
        assertThat(permissions(folder.resolve("a"))).isEqualTo("rwx------");
        assertThat(permissions(OwnerOnlyFiles.write(made.resolve("file"), new byte[3]))).isEqualTo("rw-------");
        OwnerOnlyFiles.replace(made.resolve("other"), new byte[3]);
        assertThat(permissions(made.resolve("other"))).isEqualTo("rw-------");
        var open = Files.createDirectory(folder.resolve("open"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        assertThat(permissions(OwnerOnlyFiles.createPrivateFolder(open))).isEqualTo("rwx------");
    }

    @Test
    void whatWasHalfWrittenIsRemovedByWhoWritesNext() throws Exception {
        var target = folder.resolve("settings.json");
        var left = OwnerOnlyFiles.createPartFile(target);
        var fresh = OwnerOnlyFiles.createPartFile(target);
        var anothers = OwnerOnlyFiles.createPartFile(folder.resolve("window.json"));
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        Files.setLastModifiedTime(anothers, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        OwnerOnlyFiles.replace(target, "new".getBytes(StandardCharsets.UTF_8));
        assertThat(folder.toFile().listFiles()).extracting(File::toPath).containsExactlyInAnyOrder(target, fresh,
                anothers);
        assertThat(target).hasContent("new");
    }

    /** Holds a temporary folder until it is killed. */
    static final class Holder {

        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            @SuppressWarnings("resource")
            var temporaryFolder = TemporaryFolder.create("held");
            OwnerOnlyFiles.write(temporaryFolder.path().resolve("secret"), new byte[3]);
            System.out.println(temporaryFolder.path());
            Thread.sleep(Duration.ofDays(1));
        }
    }

    private Process holder() throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                Holder.class.getName()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static Path path(Process holder) throws IOException {
        return Path.of(
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8)).readLine());
    }

    @Test
    void whatAKilledProgramLeftIsRemovedByTheNextAndWhatIsHeldStays() throws Exception {
        var decoy = Files.createDirectories(folder.resolve("tessera-notes"));
        Files.writeString(decoy.resolve("mine"), "mine");
        var killed = holder();
        var left = path(killed);
        assertThat(permissions(left)).isEqualTo("rwx------");
        Files.createSymbolicLink(left.resolve("link"), decoy);
        var alive = holder();
        try {
            var held = path(alive);
            killed.destroyForcibly().waitFor();
            assertThat(left).exists();
            var next = holder();
            try {
                path(next);
                assertThat(left).doesNotExist();
                assertThat(held.resolve("secret")).exists();
                assertThat(decoy.resolve("mine")).hasContent("mine");
            } finally {
                next.destroyForcibly().waitFor();
            }
        } finally {
            alive.destroyForcibly().waitFor();
        }
    }

    @Test
    void aSecondFolderOfTheSameProgramDoesNotTakeTheFirst() throws Exception {
        try (var first = TemporaryFolder.create("one"); var second = TemporaryFolder.create("two")) {
            assertThat(List.of(first.path(), second.path())).allSatisfy(path -> assertThat(path).isDirectory());
            var looking = holderBeside(first.path());
            try {
                path(looking);
                assertThat(first.path()).isDirectory();
            } finally {
                looking.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void aFolderThatAnotherProgramIsAboutToLockStays() throws Exception {
        try (var first = TemporaryFolder.create("one")) {
            var unlocked = Files.createDirectory(first.path().resolveSibling("tessera-unlocked-" + System.nanoTime()));
            Files.createFile(unlocked.resolve(".tessera.lock"));
            try (var _ = TemporaryFolder.create("two")) {
                assertThat(unlocked.resolve(".tessera.lock")).exists();
                Files.writeString(unlocked.resolve(".tessera.lock"), "\n");
            }
            TemporaryFolder.removeAbandoned();
            assertThat(unlocked).doesNotExist();
        }
    }

    private static Process holderBeside(Path held) throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + held.getParent(), "-cp", System.getProperty("java.class.path"),
                Holder.class.getName()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    @Test
    void whatIsNoFileOrTooLargeIsNotRead() throws Exception {
        var file = Files.write(folder.resolve("file"), new byte[11]);
        assertThat(SizeLimitedFileReader.read(file, 11)).hasSize(11);
        assertThatThrownBy(() -> SizeLimitedFileReader.read(file, 10))
                .isInstanceOf(SizeLimitedFileReader.FileTooLargeException.class);
        assertThatThrownBy(() -> SizeLimitedFileReader.read(Path.of("/dev/zero"), 10))
                .hasMessageContaining("not a regular file");
        assertThatThrownBy(() -> SizeLimitedFileReader.read(folder, 10)).hasMessageContaining("not a regular file");
    }
}

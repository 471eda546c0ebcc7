package tessera.filecopy;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tessera.filecopy.ContainerFileCopyRequest.FileCopyDirection;

import static org.assertj.core.api.Assertions.assertThat;

/** However large a file is, copying it takes no more memory than a small one. */
class CopyMemoryTest {

    @TempDir
    Path home;

    /** In a process of its own whose whole heap is an eighth of the file. */
    @ParameterizedTest
    @EnumSource(FileCopyDirection.class)
    void aFileMuchLargerThanTheHeapIsCopiedWhole(FileCopyDirection direction) throws Exception {
        var file = home.resolve("large");
        if (direction == FileCopyDirection.TO_CONTAINER) {
            try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
                sparse.setLength(CopyingApart.SIZE);
            }
        }
        var said = home.resolve("said");
        var process = new ProcessBuilder(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx32m", "-classpath",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CopyingApart.class.getName(), direction.name(), file.toString()))
                .redirectErrorStream(true).redirectOutput(said.toFile()).start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }

        assertThat(said).content().isEqualToIgnoringNewLines("DONE %d".formatted(CopyingApart.SIZE));
        assertThat(Files.size(file)).isEqualTo(CopyingApart.SIZE);
    }

    @Test
    void whileAFileInTheWayIsAskedAboutTheContainerWaits() throws Exception {
        var file = Files.writeString(home.resolve("large"), "mine");
        try (var flood = new CopyingApart.Flood();
                var copying = CopyingApart.start(flood, FileCopyDirection.FROM_CONTAINER, file)) {
            assertThat(copying.await().overwriteQuestion()).contains(file.toRealPath());
            flood.awaitStill();
            assertThat(flood.sent()).as("what is under way while nobody reads").isLessThan(4L << 20);
            copying.answer(OverwriteAnswer.SKIP);
            assertThat(copying.await().stage()).isEqualTo(FileCopyState.FileCopyPhase.DONE);
            assertThat(flood.sent()).isGreaterThan(CopyingApart.SIZE);
        }
    }
}

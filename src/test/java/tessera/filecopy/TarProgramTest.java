package tessera.filecopy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Archives of this program are understood by a real tar, and those of a real one by this program. */
@EnabledOnOs(OS.LINUX)
class TarProgramTest {

    private static final Map<String, String> FILES = Map.of("small", "grün\n", "empty", "", "other.txt", "1",
            "a".repeat(70) + "/" + "b".repeat(70) + "/" + "c".repeat(120), "x".repeat(10_000));
    private static final Instant THEN = Instant.parse("2026-11-20T10:00:00Z");

    @TempDir
    private Path home;

    private void tar(String... arguments) throws Exception {
        var words = Stream.concat(Stream.of("tar"), Stream.of(arguments)).toList();
        var process = new ProcessBuilder(words).directory(home.toFile()).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void aRealTarUnpacksWhatIsPacked() throws Exception {
        try (var out = Files.newOutputStream(home.resolve("packed.tar"))) {
            var archive = new TarWriter(out);
            archive.begin(TarEntry.folder("folder/", 0755, THEN));
            for (var file : FILES.entrySet()) {
                var bytes = file.getValue().getBytes(StandardCharsets.UTF_8);
                archive.begin(TarEntry.file("folder/" + file.getKey(), bytes.length, 0640, THEN));
                archive.write(bytes, 0, bytes.length);
            }
            archive.begin(TarEntry.link("folder/link", "small", THEN));
            archive.finish();
        }
        tar("-xf", "packed.tar");

        for (var file : FILES.entrySet()) {
            assertThat(home.resolve("folder").resolve(file.getKey())).content().isEqualTo(file.getValue());
        }
        assertThat(Files.readSymbolicLink(home.resolve("folder/link"))).hasToString("small");
        assertThat(Files.getLastModifiedTime(home.resolve("folder/small")).toInstant()).isEqualTo(THEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gnu", "pax"})
    void whatARealTarPacksIsRead(String format) throws Exception {
        for (var file : FILES.entrySet()) {
            var path = home.resolve("folder").resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        tar("--format=" + format, "-cf", "real.tar", "folder");

        assertThat(read(home.resolve("real.tar"))).isEqualTo(FILES);
    }

    private static Map<String, String> read(Path file) throws IOException {
        var found = new TreeMap<String, String>();
        try (var in = Files.newInputStream(file)) {
            var archive = new TarReader(in);
            for (var entry = archive.next(); entry.isPresent(); entry = archive.next()) {
                if (entry.get().type() == TarEntry.TarEntryType.FILE) {
                    found.put(entry.get().name().substring("folder/".length()), content(archive));
                }
            }
        }
        return found;
    }

    private static String content(TarReader archive) throws IOException {
        var content = new ByteArrayOutputStream();
        var piece = new byte[1 << 10];
        for (int count = archive.read(piece, 0, piece.length); count >= 0; count = archive.read(piece, 0,
                piece.length)) {
            content.write(piece, 0, count);
        }
        return content.toString(StandardCharsets.UTF_8);
    }
}

package tessera.filecopy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Whatever an archive says, nothing is written but below where it goes, and no file is replaced unasked. */
class ArchiveExtractorTest {

    private static final Instant THEN = Instant.parse("2026-11-20T10:00:00Z");

    private final Seen seen = new Seen();
    @TempDir
    private Path home;
    private Path inside;

    @BeforeEach
    void makeRoom() throws IOException {
        inside = Files.createDirectories(home.resolve("inside"));
    }

    /** What was asked and refused. */
    private static final class Seen implements ArchiveExtractor.ExtractionListener {

        private final List<String> asked = new ArrayList<>();
        private final List<String> refused = new ArrayList<>();
        private boolean replaces;
        private int files;

        @Override
        public boolean mayReplace(Path existing) {
            asked.add(existing.getFileName().toString());
            return replaces;
        }

        @Override
        public void onEntryStart(String name, long size) {}

        @Override
        public void onBytesWritten(int bytes) {}

        @Override
        public void onEntryEnd() {
            files++;
        }

        @Override
        public void onEntrySkipped(String name, String reason) {
            refused.add(name + ": " + reason);
        }
    }

    /** Something that is put into an archive, with its content. */
    private record Put(TarEntry entry, String content) {}

    private static Put file(String name, String text) {
        return new Put(TarEntry.file(name, text.getBytes(StandardCharsets.UTF_8).length, 0755, THEN), text);
    }

    private static Put folder(String name) {
        return new Put(TarEntry.folder(name, 0755, THEN), "");
    }

    private static Put link(String name, String target) {
        return new Put(TarEntry.link(name, target, THEN), "");
    }

    private static Put hardLink(String name, String target) {
        return new Put(new TarEntry(name, TarEntry.TarEntryType.HARD_LINK, 0, 0644, THEN, target), "");
    }

    private static byte[] archive(Put... things) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var writer = new TarWriter(bytes);
        for (var thing : things) {
            writer.begin(thing.entry());
            var content = thing.content().getBytes(StandardCharsets.UTF_8);
            writer.write(content, 0, content.length);
        }
        writer.finish();
        return bytes.toByteArray();
    }

    private void extract(byte[] archive) throws Exception {
        new ArchiveExtractor(new TarReader(new ByteArrayInputStream(archive)),
                ArchiveExtractionTarget.resolve(inside, "it"), "it", seen).run();
    }

    private List<String> everything() throws IOException {
        try (Stream<Path> all = Files.walk(home)) {
            return all.map(home::relativize).map(Path::toString).filter(path -> !path.isEmpty()).sorted().toList();
        }
    }

    private String text(String path) throws IOException {
        return Files.readString(inside.resolve(path));
    }

    @Test
    void filesFoldersAndLinksComeAsTheyWere() throws Exception {
        var name = "it/" + "very-long-folder-name/".repeat(8) + "ünï.txt";
        extract(archive(folder("./it/"), file("./it/run.sh", "#!/bin/sh\n"), folder("it/data/"),
                file("it/data/empty", ""), link("it/data/up", "../run.sh"), file(name, "deep"),
                hardLink("it/again.sh", "it/run.sh")));
        assertThat(text("it/run.sh")).isEqualTo("#!/bin/sh\n");
        assertThat(Files.isExecutable(inside.resolve("it/run.sh"))).isTrue();
        assertThat(Files.getLastModifiedTime(inside.resolve("it/run.sh")).toInstant()).isEqualTo(THEN);
        assertThat(Files.size(inside.resolve("it/data/empty"))).isZero();
        assertThat(Files.readSymbolicLink(inside.resolve("it/data/up"))).hasToString("../run.sh");
        assertThat(text(name)).isEqualTo("deep");
        assertThat(text("it/again.sh")).isEqualTo("#!/bin/sh\n");
        assertThat(seen.refused).isEmpty();
    }

    @Test
    void furtherNamesOfAFileTakeNoFurtherRoom() throws Exception {
        extract(archive(folder("it/"), file("it/large", "large"), hardLink("it/again", "it/large"),
                hardLink("it/again", "it/large")));
        assertThat(text("it/again")).isEqualTo("large");
        assertThat(Files.getAttribute(inside.resolve("it/large"), "unix:nlink")).isEqualTo(2);
        assertThat(seen.asked).as("the second time it is in the way").containsExactly("again");
    }

    @Test
    void whereNoLinksCanBeMadeFurtherNamesAreCopiesAndNothingIsLost() throws Exception {
        // A file system without links, as on memory sticks and network drives.
        try (var drive = FileSystems.newFileSystem(home.resolve("drive.zip"), Map.of("create", "true"))) {
            inside = drive.getPath("/");
            Files.createDirectory(inside.resolve("it"));
            Files.writeString(inside.resolve("it/again"), "mine");
            Files.writeString(inside.resolve("it/up"), "mine, too");
            seen.replaces = true;
            extract(archive(file("it/large", "x".repeat(12 << 20)), hardLink("it/again", "it/large"),
                    hardLink("it/third", "it/large"), link("it/up", "large")));
            assertThat(Files.size(inside.resolve("it/again"))).isEqualTo(12 << 20);
            assertThat(Files.exists(inside.resolve("it/third"))).as("copies may not fill the disk").isFalse();
            assertThat(text("it/up")).as("a file whose replacement cannot be made").isEqualTo("mine, too");
            assertThat(seen.refused).containsExactly(
                    "it/third: this machine does not support hard links, and copies would be too large",
                    "it/up: this machine does not support links");
            try (var left = Files.list(inside.resolve("it"))) {
                assertThat(left.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("large", "again",
                        "up");
            }
        }
    }

    @Test
    void aNameThatNoMachineCanHaveIsLeftOutAndTheRestComes() throws Exception {
        extract(archive(folder("it/"), file("it/" + "n".repeat(256), "x"), file("it/" + "d/".repeat(40_000) + "f", "x"),
                file("it/good", "good")));
        assertThat(everything()).containsExactly("inside", "inside/it", "inside/it/good");
        assertThat(seen.refused).hasSize(2).allMatch(text -> text.endsWith("its name is too long for this machine"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "it/../../evil", "/etc/evil", "it/../../../evil", "other/evil",
        "it/a/../../../evil"})
    void noNameLeadsOutOfWhereItGoes(String name) throws Exception {
        extract(archive(file(name, "evil"), file("it/good", "good")));
        assertThat(everything()).containsExactly("inside", "inside/it", "inside/it/good");
        assertThat(seen.refused).hasSize(1).allMatch(text -> text.startsWith(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc", "..", "../../outside", "a/../../..", "../it/../../outside", "data/.."})
    void noLinkLeadsOutOfWhatIsCopied(String target) throws Exception {
        extract(archive(folder("it/"), link("it/link", target), file("it/link/evil", "evil"), file("it/good", "good")));
        assertThat(everything()).doesNotContain("outside").contains("inside/it/good");
        assertThat(Files.isSymbolicLink(inside.resolve("it/link"))).isFalse();
        assertThat(seen.refused).anyMatch(text -> text.startsWith("it/link: it is a link to " + target));
    }

    @Test
    void aThingThatIsItselfALinkIsLeftOutWithAWord() throws Exception {
        extract(archive(link("it", "secret"), file("it/evil", "evil")));
        assertThat(seen.refused).first().isEqualTo("it: it is a link to secret: copy the target instead");
        assertThat(Files.isSymbolicLink(inside.resolve("it"))).isFalse();
    }

    @Test
    void nothingIsWrittenBehindALinkNotEvenOneThatStaysInside() throws Exception {
        extract(archive(folder("it/"), folder("it/real/"), link("it/link", "real"), file("it/link/evil", "evil")));
        assertThat(everything()).doesNotContain("inside/it/real/evil");
        assertThat(seen.refused).containsExactly("it/link/evil: link in its path is not a folder");
    }

    @Test
    void aLinkThatIsThereAlreadyIsReplacedAndNotFollowed() throws Exception {
        var secret = Files.writeString(home.resolve("secret"), "secret");
        Files.createDirectory(inside.resolve("it"));
        Files.createSymbolicLink(inside.resolve("it/file"), secret);
        Files.createSymbolicLink(inside.resolve("it/folder"), home);
        seen.replaces = true;
        extract(archive(file("it/file", "new"), file("it/folder/secret", "evil")));
        assertThat(Files.readString(secret)).isEqualTo("secret");
        assertThat(text("it/file")).isEqualTo("new");
        assertThat(Files.isSymbolicLink(inside.resolve("it/file"))).isFalse();
        assertThat(seen.refused).containsExactly("it/folder/secret: folder in its path is not a folder");
    }

    @Test
    void aFileThatIsThereIsAskedAboutAndKeptWhole() throws Exception {
        Files.createDirectory(inside.resolve("it"));
        Files.writeString(inside.resolve("it/mine"), "mine");
        extract(archive(file("it/mine", "theirs"), file("it/other", "other")));
        assertThat(text("it/mine")).isEqualTo("mine");
        assertThat(text("it/other")).isEqualTo("other");
        assertThat(seen.asked).containsExactly("mine");
        assertThat(seen.files).isEqualTo(1);
    }

    @Test
    void anArchiveThatIsCutShortLeavesNoHalfOfAFile() throws Exception {
        var whole = archive(file("it/first", "first"), file("it/second", "x".repeat(4_000)));
        for (int length : List.of(100, 1_500, 3_000, whole.length - 9_000)) {
            assertThatThrownBy(() -> extract(Arrays.copyOf(whole, length))).isInstanceOf(IOException.class);
        }
        assertThat(everything()).doesNotContain("inside/it/second").noneMatch(path -> path.contains(".part"));
    }

    @Test
    void whatIsNoArchiveIsSaid() {
        assertThatThrownBy(() -> extract("It is no archive. ".repeat(100).getBytes(StandardCharsets.UTF_8)))
                .hasMessage("the data is not a tar archive");
    }

    @ParameterizedTest
    @ValueSource(chars = {'x', 'g', 'L', 'K'})
    void aNameWithoutAnEndIsNotHeld(char kind) throws Exception {
        var head = Arrays.copyOf(
                archive(new Put(new TarEntry("it/file", TarEntry.TarEntryType.FILE, 4L << 30, 0644, THEN, ""), "")),
                512);
        int sum = Integer.parseInt(new String(head, 148, 6, StandardCharsets.US_ASCII), 8) + kind - head[156];
        head[156] = (byte) kind;
        System.arraycopy("%06o".formatted(sum).getBytes(StandardCharsets.US_ASCII), 0, head, 148, 6);
        assertThatThrownBy(() -> extract(head)).hasMessage("a name in the archive is too long");
    }

    /** The head of something that says more of the next one, with what it says. */
    private static byte[] extension(char kind, String key, String value) throws IOException {
        var line = " " + key + "=" + value + "\n";
        int length = line.length() + String.valueOf(line.length()).length();
        var said = (String.valueOf(length).length() + line.length() == length ? length : length + 1) + line;
        var bytes = archive(new Put(TarEntry.file("pax", said.length(), 0644, THEN), said));
        var head = Arrays.copyOf(bytes, 512 + (said.length() + 511) / 512 * 512);
        int sum = Integer.parseInt(new String(head, 148, 6, StandardCharsets.US_ASCII), 8) + kind - head[156];
        head[156] = (byte) kind;
        System.arraycopy("%06o".formatted(sum).getBytes(StandardCharsets.US_ASCII), 0, head, 148, 6);
        return head;
    }

    @ParameterizedTest
    @ValueSource(chars = {'x', 'g'})
    void whatIsSaidBeforeAThingHasAnEnd(char kind) throws Exception {
        var all = new ByteArrayOutputStream();
        for (int number = 0; number < 5; number++) {
            all.write(extension(kind, "comment." + number, "y".repeat(250_000)));
        }
        assertThatThrownBy(() -> extract(all.toByteArray())).hasMessage("a name in the archive is too long");
    }

    @Test
    void whatIsSaidOfAllThingsIsHeldOnlyWhereItIsNeeded() throws Exception {
        var said = extension('g', "comment.%04d".formatted(0), "z".repeat(250_000));
        var between = archive(file("it/a", "a"));
        // Four gigabytes of keys in an archive that is made up as it is read.
        var archive = new InputStream() {
            private int round;
            private InputStream piece = InputStream.nullInputStream();

            @Override
            public int read() {
                throw new UnsupportedOperationException("read by pieces");
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                int count = piece.read(target, from, length);
                if (count >= 0 || round > 32_000) {
                    return count;
                }
                var next = round % 2 == 0 ? said.clone() : Arrays.copyOf(between, 1024);
                if (round % 2 == 0) {
                    System.arraycopy("%04d".formatted(round / 2).getBytes(StandardCharsets.US_ASCII), 0, next,
                            512 + "250022 comment.".length() - 1, 4);
                }
                round++;
                piece = new ByteArrayInputStream(next);
                return piece.read(target, from, length);
            }
        };
        seen.replaces = true;
        assertThatThrownBy(() -> new ArchiveExtractor(new TarReader(archive),
                ArchiveExtractionTarget.resolve(inside, "it"), "it", seen).run())
                .hasMessage("the end of the archive is missing");
        assertThat(seen.files).isEqualTo(16_000);
    }

    @Test
    void aPathInAContainerIsTakenApartAsProgramsReadIt() throws Exception {
        assertThat(ContainerFilePath.parse("/a/b/")).isEqualTo(new ContainerFilePath("/a", "b"));
        assertThat(ContainerFilePath.parse("/")).isEqualTo(new ContainerFilePath("/", "."));
        assertThat(ContainerFilePath.parse("x")).isEqualTo(new ContainerFilePath(".", "x"));
        assertThat(ContainerFilePath.parse("/-rf").commandArgument()).isEqualTo("./-rf");
        assertThatThrownBy(() -> ContainerFilePath.parse("/a/..")).hasMessageContaining("does not specify a file");
    }
}

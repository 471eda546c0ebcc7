package tessera.app;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The compiled program in one file, and what a JVM learned of its classes: processes of it start in two thirds of the time.
 * Test runs at the same time share it.
 *
 * @param classPath of the program, without tests
 */
record Packed(String classPath, Path cache) {

    private static final Path CLASSES = Path.of("target", "classes").toAbsolutePath();
    static final Packed PROGRAM = make();

    private static Packed make() {
        try {
            var folder = Files.createDirectories(Path.of("target", "packed").toAbsolutePath());
            var packed = new Packed(classPath(folder.resolve("program.jar")), folder.resolve("program.aot"));
            try (var file = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE); var _ = file.lock()) {
                if (!Files.exists(packed.cache())
                        || newest().compareTo(Files.getLastModifiedTime(packed.cache())) > 0) {
                    packed.pack(folder.resolve("program.jar"));
                }
            }
            return packed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String classPath(Path jar) {
        var entries = new ArrayList<>(List.of(jar.toString()));
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.endsWith(".jar")).forEach(entries::add);
        return String.join(File.pathSeparator, entries);
    }

    private static FileTime newest() throws IOException {
        try (var files = Files.walk(CLASSES)) {
            return files.map(Packed::modified).max(FileTime::compareTo).orElseThrow();
        }
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pack(Path jar) throws IOException, InterruptedException {
        Files.deleteIfExists(cache);
        ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "--create", "--no-compress", "--file",
                jar.toString(), "-C", CLASSES.toString(), ".");
        var begun = cache.resolveSibling("begun.aot");
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:AOTCacheOutput=" + begun, "-classpath", classPath,
                Main.class.getName(), "snapshot", "--demo", cache.resolveSibling("learned.png").toString()));
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
                .waitFor();
        Files.move(begun, cache, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What a JVM is told before the name of the class to start. */
    List<String> options() {
        return List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:AOTCache=" + cache, "-Xlog:aot=off",
                "-Xlog:cds=off", "-classpath", classPath);
    }
}

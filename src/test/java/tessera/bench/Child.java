package tessera.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

/** A program of the benchmark in a process of its own, run by the same Java from the same classes. */
final class Child implements AutoCloseable {

    /** Where the benchmarks leave what they write. */
    static final Path FOLDER = Path.of("target/bench");
    /** Archives in place of folders, of which no class cache is kept. */
    private static final String CLASS_PATH = archive(
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));

    private final Process process;
    private final BufferedReader output;

    Child(Class<?> program, List<String> options, Object... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-classpath", CLASS_PATH, program.getName()));
        List.of(arguments).forEach(argument -> command.add(argument.toString()));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static String archive(String classPath) {
        var entries = new ArrayList<String>();
        for (var entry : classPath.split(File.pathSeparator, -1)) {
            entries.add(
                    !entry.isEmpty() && new File(entry).isDirectory() ? archiveFolder(entry, entries.size()) : entry);
        }
        return String.join(File.pathSeparator, entries);
    }

    private static String archiveFolder(String folder, int number) {
        var archive = FOLDER.resolve("classes-" + number + ".jar").toString();
        int failed = ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "--create", "--file",
                archive, "-C", folder, ".");
        if (failed != 0) {
            throw new IllegalStateException(folder);
        }
        return archive;
    }

    /** Waits for its line of figures: {@code name=value} with blanks between. */
    Map<String, String> figures() throws IOException {
        var line = output.readLine();
        if (line == null) {
            throw new IOException("the process ended without a word");
        }
        var figures = new HashMap<String, String>();
        for (var figure : line.split(" ", -1)) {
            int equals = figure.indexOf('=');
            figures.put(figure.substring(0, equals), figure.substring(equals + 1));
        }
        return figures;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }
}

package tessera.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A program of the benchmark in a process of its own, run by the same Java from the same classes. */
final class Child implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    Child(Class<?> program, List<String> options, Object... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-classpath", System.getProperty("surefire.test.class.path",
                System.getProperty("java.class.path")), program.getName()));
        List.of(arguments).forEach(argument -> command.add(argument.toString()));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
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

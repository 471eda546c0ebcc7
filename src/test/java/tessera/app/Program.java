package tessera.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The program as a shell starts it: a process of its own, in a home folder of its own, without a display. */
final class Program {

    private final Path home;
    private final Map<String, String> variables = new HashMap<>();

    /** How a run ended. */
    record Outcome(int code, String out, String err) {}

    Program(Path home) {
        this.home = home;
    }

    Program with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    Outcome run(String... arguments) throws IOException, InterruptedException {
        var out = Files.createTempFile(home, "out", "");
        var err = Files.createTempFile(home, "err", "");
        var process = start(out, err, arguments);
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("still running after 120 s; it said: " + Files.readString(err));
        }
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Starts it and does not wait. */
    Process start(Path out, Path err, String... arguments) throws IOException {
        var command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(Packed.PROGRAM.options());
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(home.toFile()).redirectOutput(out.toFile())
                .redirectError(err.toFile());
        var environment = builder.environment();
        List.of("DISPLAY", "KUBECONFIG", "XDG_CONFIG_HOME", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")
                .forEach(environment::remove);
        environment.put("HOME", home.toString());
        environment.putAll(variables);
        return builder.start();
    }
}

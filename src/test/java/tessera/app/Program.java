package tessera.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tessera.app.cli.CommandLineFactory;
import tessera.cluster.kubeconfig.ProcessEnvironment;

/** The program as a shell starts it, in a home folder of its own, without a display. */
public final class Program {

    private final Path home;
    private final Map<String, String> variables = new HashMap<>();

    /** How a run ended. */
    public record Outcome(int code, String out, String err) {}

    public Program(Path home) {
        this.home = home;
    }

    public Program with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    /** Does what the arguments say in this process: all that the start of a program does before is left out. */
    public Outcome run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = CommandLineFactory
                .commandLine(new ProcessEnvironment(inherited(System.getenv()), home, home, null), arguments)
                .setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)).execute(arguments);
        return new Outcome(code, out.toString(), err.toString());
    }

    Map<String, String> inherited(Map<String, String> ours) {
        var inherited = new HashMap<>(ours);
        List.of("DISPLAY", "KUBECONFIG", "XDG_CONFIG_HOME", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")
                .forEach(inherited::remove);
        inherited.put("HOME", home.toString());
        inherited.putAll(variables);
        return inherited;
    }

    /** Has a process of its own do it. */
    public Outcome runApart(String... arguments) throws IOException, InterruptedException {
        var out = Files.createTempFile(home, "out", "");
        var err = Files.createTempFile(home, "err", "");
        var process = start(out, err, arguments);
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("still running after 120 s; it said: " + Files.readString(err));
        }
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Starts a process of it and does not wait. */
    public Process start(Path out, Path err, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(Packed.PROGRAM.options());
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(home.toFile()).redirectOutput(out.toFile())
                .redirectError(err.toFile());
        var inherited = inherited(builder.environment());
        builder.environment().clear();
        builder.environment().putAll(inherited);
        return builder.start();
    }
}

package tessera.demo;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The kubectl of this machine, in a home folder of its own, as somebody a kubeconfig is for. */
final class Kubectl {

    private final Path program;
    private final Path home;
    private final Path config;

    /** How a command ended. */
    record Outcome(int code, String out, String err) {}

    private Kubectl(Path program, Path home, Path config) {
        this.program = program;
        this.home = home;
        this.config = config;
    }

    /**
     * A cluster, and two people who work with it.
     *
     * @param admin  may do everything
     * @param viewer may look at what is in namespaces
     */
    record Cluster(SimulatedCluster simulated, Kubectl admin, Kubectl viewer) implements AutoCloseable {

        /** Starts a cluster in which time passes quickly; without a kubectl the test is left out. */
        static Cluster start(Path folder) throws IOException {
            return start(folder, SimulatedCluster.SimulationOptions.defaultOptions().withActivity(false).withSpeed(10));
        }

        static Cluster start(Path folder, SimulatedCluster.SimulationOptions options) throws IOException {
            var program = find();
            assumeTrue(program.isPresent(), "there is no kubectl on the PATH");
            var simulated = SimulatedCluster.start(options);
            return new Cluster(simulated, of(program.get(), folder, simulated.kubeconfig()),
                    of(program.get(), folder, simulated.kubeconfig("viewer")));
        }

        @Override
        public void close() {
            simulated.close();
        }
    }

    private static Optional<Path> find() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "kubectl")).filter(Files::isExecutable).findFirst();
    }

    private static Kubectl of(Path program, Path folder, String kubeconfig) throws IOException {
        var home = Files.createTempDirectory(folder, "home");
        return new Kubectl(program, home, Files.writeString(home.resolve("kubeconfig.yaml"), kubeconfig));
    }

    /** Writes a manifest for {@code -f}. */
    String manifest(String yaml) throws IOException {
        return Files.writeString(Files.createTempFile(home, "manifest", ".yaml"), yaml).toString();
    }

    /** A field of an object, as a JSONPath finds it. */
    String field(String path, String... object) throws IOException, InterruptedException {
        return print(
                Stream.concat(Stream.of("get", "-o", "jsonpath=" + path), Stream.of(object)).toArray(String[]::new));
    }

    /** Runs a command to its end. */
    Outcome run(String... words) throws IOException, InterruptedException {
        var out = Files.createTempFile(home, "out", "");
        var err = Files.createTempFile(home, "err", "");
        var process = builder(words).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError(
                    String.join(" ", words) + " still runs; it said " + Files.readString(out) + Files.readString(err));
        }
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** What a command that must succeed prints. */
    String print(String... words) throws IOException, InterruptedException {
        var outcome = run(words);
        if (outcome.code() != 0) {
            throw new AssertionError("kubectl " + String.join(" ", words) + " ended with " + outcome.code() + ": "
                    + outcome.err() + outcome.out());
        }
        return outcome.out();
    }

    /** Starts a command that goes on by itself, for a minute at most. */
    Running start(String... words) throws IOException {
        var process = builder(words).redirectErrorStream(true).start();
        CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES).execute(process::destroyForcibly);
        return new Running(process);
    }

    private ProcessBuilder builder(String... words) {
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().put("KUBECACHEDIR", home.resolve("cache").toString());
        builder.environment().put("KUBECONFIG", config.toString());
        return builder;
    }

    /** A command that goes on until it is closed. */
    static final class Running implements AutoCloseable {

        private final Process process;
        private final BufferedReader out;

        private Running(Process process) {
            this.process = process;
            this.out = process.inputReader(StandardCharsets.UTF_8);
        }

        /** Reads on to the first line that holds all of the texts. */
        String awaitLine(String... texts) throws IOException {
            var seen = new StringBuilder();
            for (var line = out.readLine(); line != null; line = out.readLine()) {
                if (List.of(texts).stream().allMatch(line::contains)) {
                    return line;
                }
                seen.append(line).append('\n');
            }
            throw new AssertionError("it ended without " + List.of(texts) + ": " + seen);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}

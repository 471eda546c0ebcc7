package tessera.cluster.place;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tessera.cluster.ClusterConnection;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/** Runs a command in a container for what it says, and types nothing. In read-only mode the write gate refuses it. */
record OneShot(HttpPlaces.Way way) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST = 1 << 20;

    /**
     * What a command said.
     *
     * @param code its exit code
     * @param text its output, without its errors
     */
    record Output(int code, String text) {}

    Output run(ObjectRef pod, String container, List<String> command) throws Failure, InterruptedException {
        var connection = way.connection();
        var said = new Gathered();
        var complained = new Gathered();
        try (var watch = connection.kubernetes().pods().inNamespace(pod.namespace()).withName(pod.name())
                .inContainer(container).writingOutput(said).writingError(complained)
                .exec(command.toArray(String[]::new))) {
            int code = watch.exitCode().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (code != 0 && said.text().isBlank()) {
                throw new Failure(Problem.of(Kind.INVALID, "%s failed with exit code %d".formatted(
                        String.join(" ", command), code)).withDetail(complained.text().strip()));
            }
            return new Output(code, said.text());
        } catch (KubernetesClientException e) {
            throw new Failure(connection.explain(e), e);
        } catch (ExecutionException e) {
            throw new Failure(problem(connection, e, command), e);
        } catch (TimeoutException e) {
            throw new Failure(Problem.of(Kind.TIMEOUT, "%s did not end within %d s".formatted(
                    String.join(" ", command), PATIENCE.toSeconds())), e);
        }
    }

    private static Problem problem(ClusterConnection connection, ExecutionException e, List<String> command) {
        return e.getCause() instanceof KubernetesClientException refused ? connection.explain(refused)
                : Problem.of(Kind.UNEXPECTED, String.join(" ", command) + " could not be run")
                        .withDetail(String.valueOf(e.getCause()));
    }

    /** What is said, as far as anybody wants to know. */
    private static final class Gathered extends OutputStream {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] some, int from, int length) {
            bytes.write(some, from, Math.min(length, MOST - bytes.size()));
        }

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }
}

package tessera.cluster.helm;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.file.TemporaryFolder;

/**
 * A process of its own in which Helm is, so that it can be ended: when it takes too long or too much memory, and when nobody
 * wants its answer any more. One that has answered waits a while for the next request. For one thread.
 */
final class HelmProcess {

    private static final int LARGEST = 64 << 20;
    /** What Java itself may take, in MiB: charts are not in it, but what Helm says of them. */
    private static final int HEAP = 192;
    /** How Java ends once that is full. */
    private static final int JAVA_OUT_OF_MEMORY = 3;
    private static final AtomicReference<@Nullable HelmProcess> WAITING = new AtomicReference<>();
    /** What the process needs of its surroundings; no setting of Helm is among it. */
    private static final List<String> VARIABLES = List.of("PATH", "LANG", "SystemRoot", "windir");
    private static final List<String> HOMES = List.of("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP",
            "TMPDIR");

    private final Process process;
    private final TemporaryFolder folder;
    private final InputStream answers;

    private HelmProcess(Process process, TemporaryFolder folder) {
        this.process = process;
        this.folder = folder;
        answers = new BufferedInputStream(process.getInputStream());
    }

    /** That it ended without an answer. */
    static final class EndedException extends Exception {

        private static final long serialVersionUID = 1;

        private final int code;

        private EndedException(int code) {
            this.code = code;
        }

        /** How the process ended, as a sentence without a full stop that begins with Helm. */
        String words() {
            return switch (code) {
                case HelmWorker.OUT_OF_MEMORY -> "Helm ran out of its memory limit of %d GiB"
                        .formatted(WorkerLimits.MOST_MEMORY >> 30);
                case JAVA_OUT_OF_MEMORY -> "Helm ran out of its memory limit of %d MiB for what it reads and answers"
                        .formatted(HEAP);
                default -> "Helm broke off with exit code " + code;
            };
        }

        /** Whether it took too much memory. */
        boolean ofMemory() {
            return code == HelmWorker.OUT_OF_MEMORY || code == JAVA_OUT_OF_MEMORY;
        }
    }

    /**
     * Has a request done.
     *
     * @return how that went, and what Helm says
     * @throws TimeoutException when it takes too long; it is over by then
     */
    static List<String> ask(HelmRequest request, Duration patience)
            throws IOException, InterruptedException, TimeoutException, EndedException {
        var waiting = WAITING.getAndSet(null);
        if (waiting != null) {
            try {
                return waiting.answer(request, patience);
            } catch (EndedException e) {
                // Nobody had asked it for long, so that it was about to end. One that broke off is not asked again.
                if (waiting.process.exitValue() != 0) {
                    throw e;
                }
            }
        }
        return start().answer(request, patience);
    }

    private static HelmProcess start() throws IOException {
        var folder = TemporaryFolder.create("helm");
        var windows = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        var place = folder.path().toString();
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home", ""), "bin", windows ? "java.exe" : "java").toString(),
                "-Xmx" + HEAP + "m", "-Xms16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + place, "-Djna.tmpdir=" + place,
                // It would fetch the code of Helm from a server where the build has none for this system.
                "-Dcom.marcnuri.jkube-helm.skipRemoteJar=true", "-classpath", classPath(), HelmWorker.class.getName(),
                place).directory(folder.path().toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        var variables = builder.environment();
        variables.keySet().retainAll(VARIABLES);
        HOMES.forEach(home -> variables.put(home, place));
        variables.put("GOMEMLIMIT", (WorkerLimits.MOST_MEMORY * 3 / 4) + "B");
        try {
            return new HelmProcess(builder.start(), folder);
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    private static String classPath() {
        return Arrays
                .stream(System.getProperty("java.class.path", "").split(Pattern.quote(File.pathSeparator), -1))
                .filter(entry -> !entry.isEmpty()).map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private List<String> answer(HelmRequest request, Duration patience)
            throws IOException, InterruptedException, TimeoutException, EndedException {
        boolean answered = false;
        try {
            var line = new CompletableFuture<String>();
            Thread.ofVirtual().name("helm answer").start(() -> exchange(request, line));
            var answer = HelmRequest.parts(line.get(patience.toMillis(), TimeUnit.MILLISECONDS));
            answered = true;
            return answer;
        } catch (ExecutionException e) {
            if (!process.waitFor(1, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            throw ended(e);
        } finally {
            if (!answered || !WAITING.compareAndSet(null, this)) {
                end();
            }
        }
    }

    private EndedException ended(ExecutionException why) {
        var ended = new EndedException(process.exitValue());
        ended.initCause(why.getCause());
        return ended;
    }

    private void exchange(HelmRequest request, CompletableFuture<String> line) {
        try {
            var requests = process.getOutputStream();
            requests.write((request.line() + "\n").getBytes(StandardCharsets.UTF_8));
            requests.flush();
            var said = line();
            while (!said.startsWith(HelmWorker.ANSWER)) {
                said = line();
            }
            line.complete(said.substring(HelmWorker.ANSWER.length()));
        } catch (IOException e) {
            line.completeExceptionally(e);
        }
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = answers.read(); next != '\n'; next = answers.read()) {
            if (next < 0 || line.size() >= LARGEST) {
                throw new IOException(next < 0 ? "it ended" : "its answer has no end");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).replace("\r", "");
    }

    private void end() throws IOException {
        process.destroyForcibly();
        folder.close();
    }
}

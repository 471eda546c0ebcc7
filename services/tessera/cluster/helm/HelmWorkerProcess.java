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
import tessera.cluster.helm.HelmWorker.HelmWorkerLimitEnforcer;
import tessera.file.TemporaryFolder;
import tessera.text.MessageCatalog;

/**
 * A worker process that runs Helm, so that it can be killed when it exceeds time or memory, or is no longer needed. One that has answered waits a while for the next request. For one thread.
 */
final class HelmWorkerProcess {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmWorkerProcess.class);
    private static final int LARGEST = 64 << 20;
    /** What Java itself may take, in MiB: charts are not in it, but what Helm says of them. */
    private static final int HEAP = 192;
    /** How Java ends once that is full. */
    private static final int JAVA_OUT_OF_MEMORY = 3;
    private static final AtomicReference<@Nullable HelmWorkerProcess> WAITING = new AtomicReference<>();
    /** What the process needs of its surroundings; no setting of Helm is among it. */
    private static final List<String> VARIABLES = List.of("PATH", "LANG", "SystemRoot", "windir");
    private static final List<String> HOMES = List.of("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP",
            "TMPDIR");

    private final Process process;
    private final TemporaryFolder folder;
    private final InputStream answers;

    private HelmWorkerProcess(Process process, TemporaryFolder folder) {
        this.process = process;
        this.folder = folder;
        answers = new BufferedInputStream(process.getInputStream());
    }

    /** Thrown when the worker process ended without an answer. */
    static final class HelmWorkerEndedException extends Exception {

        private static final long serialVersionUID = 1;

        private final int code;

        private HelmWorkerEndedException(int code) {
            this.code = code;
        }

        /** Returns how the process ended. */
        HelmReason reason() {
            return switch (code) {
                case HelmWorker.OUT_OF_MEMORY ->
                    new HelmReason.HelmMemoryLimit(HelmWorkerLimitEnforcer.MOST_MEMORY >> 30);
                case JAVA_OUT_OF_MEMORY -> new HelmReason.HelmHeapLimit(HEAP);
                default -> new HelmReason.HelmExitCode(code);
            };
        }

        /** Returns whether the process exceeded its memory limit. */
        boolean isOutOfMemory() {
            return code == HelmWorker.OUT_OF_MEMORY || code == JAVA_OUT_OF_MEMORY;
        }
    }

    /**
     * Runs a request in a worker process and returns its answer.
     *
     * @return how that went, and what Helm says
     * @throws TimeoutException when it takes too long; it is over by then
     */
    static List<String> ask(HelmWorkerRequest request, Duration timeout)
            throws IOException, InterruptedException, TimeoutException, HelmWorkerEndedException {
        var workerProcess = WAITING.getAndSet(null);
        if (workerProcess != null) {
            try {
                return workerProcess.exchangeWithin(request, timeout);
            } catch (HelmWorkerEndedException e) {
                // Nobody had asked it for long, so that it was about to end. One that broke off is not asked again.
                if (workerProcess.process.exitValue() != 0) {
                    throw e;
                }
            }
        }
        return start().exchangeWithin(request, timeout);
    }

    private static HelmWorkerProcess start() throws IOException {
        var folder = TemporaryFolder.create("helm");
        var windows = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        var place = folder.path().toString();
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home", ""), "bin", windows ? "java.exe" : "java").toString(),
                "-Xmx" + HEAP + "m", "-Xms16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + place,
                "-Djna.tmpdir=" + place,
                // It would fetch the code of Helm from a server where the build has none for this system.
                "-Dcom.marcnuri.jkube-helm.skipRemoteJar=true", "-classpath", classPath(), HelmWorker.class.getName(),
                place).directory(folder.path().toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        var variables = builder.environment();
        variables.keySet().retainAll(VARIABLES);
        HOMES.forEach(home -> variables.put(home, place));
        variables.put("GOMEMLIMIT", (HelmWorkerLimitEnforcer.MOST_MEMORY * 3 / 4) + "B");
        try {
            return new HelmWorkerProcess(builder.start(), folder);
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path", "").split(Pattern.quote(File.pathSeparator), -1))
                .filter(entry -> !entry.isEmpty()).map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private List<String> exchangeWithin(HelmWorkerRequest request, Duration timeout)
            throws IOException, InterruptedException, TimeoutException, HelmWorkerEndedException {
        boolean answered = false;
        try {
            var line = new CompletableFuture<String>();
            Thread.ofVirtual().name("helm answer").start(() -> exchange(request, line));
            var answer = HelmWorkerRequest.splitParts(line.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
            answered = true;
            return answer;
        } catch (ExecutionException e) {
            if (!process.waitFor(1, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            throw endedException(e);
        } finally {
            if (!answered || !WAITING.compareAndSet(null, this)) {
                kill();
            }
        }
    }

    private HelmWorkerEndedException endedException(ExecutionException why) {
        var ended = new HelmWorkerEndedException(process.exitValue());
        ended.initCause(why.getCause());
        return ended;
    }

    private void exchange(HelmWorkerRequest request, CompletableFuture<String> line) {
        try {
            var requests = process.getOutputStream();
            requests.write((request.requestLine() + "\n").getBytes(StandardCharsets.UTF_8));
            requests.flush();
            var said = readLine();
            while (!said.startsWith(HelmWorker.ANSWER)) {
                said = readLine();
            }
            line.complete(said.substring(HelmWorker.ANSWER.length()));
        } catch (IOException e) {
            line.completeExceptionally(e);
        }
    }

    private String readLine() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = answers.read(); next != '\n'; next = answers.read()) {
            if (next < 0 || line.size() >= LARGEST) {
                throw new IOException(MESSAGES.text(next < 0 ? "process.ended" : "answer.large"));
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).replace("\r", "");
    }

    private void kill() throws IOException {
        process.destroyForcibly();
        // It writes to the folder as long as it lives.
        process.onExit().completeOnTimeout(process, 5, TimeUnit.SECONDS).join();
        folder.close();
    }
}

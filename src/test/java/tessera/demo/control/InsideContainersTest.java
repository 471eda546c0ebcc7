package tessera.demo.control;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.demo.SimulatedCluster;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.demo.store.select.SimulatedListObjectFilter;

import static org.assertj.core.api.Assertions.assertThat;

/** Logs of containers and commands in them, as clients ask for them over HTTP. */
class InsideContainersTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static @Nullable SimulatedCluster running;

    private static SimulatedCluster cluster() {
        return Objects.requireNonNull(running);
    }

    @BeforeAll
    static void begin() throws IOException {
        running = SimulatedCluster.start(
                SimulatedCluster.SimulationOptions.defaultOptions().withTls(false).withActivity(false).withSpeed(30));
    }

    @AfterAll
    static void end() {
        cluster().close();
    }

    private static HttpResponse<Stream<String>> log(String namespace, String pod, String query)
            throws IOException, InterruptedException {
        var uri = URI.create(cluster().url() + "/api/v1/namespaces/" + namespace + "/pods/" + pod + "/log" + query);
        return CLIENT.send(HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token())
                .timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofLines());
    }

    private static String token() {
        var token = Pattern.compile("token: (\\S+)").matcher(cluster().kubeconfig());
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    private static List<String> lines(String namespace, String pod, String query)
            throws IOException, InterruptedException {
        return log(namespace, pod, query).body().toList();
    }

    private static String refusal(String namespace, String pod, String query) throws IOException, InterruptedException {
        var text = log(namespace, pod, query).body().collect(Collectors.joining());
        return SimulatedStoreJsonCodec.textAt(MAPPER.readTree(text), "message");
    }

    private static List<ObjectNode> pods(String namespace, String start) {
        var type = cluster().storedObjects().catalog().get("pods");
        return cluster().storedObjects().list(type, SimulatedListObjectFilter.ofNamespace(namespace)).stream()
                .filter(pod -> name(pod).startsWith(start)).toList();
    }

    private static String name(ObjectNode pod) {
        return SimulatedStoreJsonCodec.textAt(pod, "metadata", "name");
    }

    private static String server() {
        return name(pods("serving", "llm-serve-").stream().filter(pod -> !name(pod).contains("rocm")).findFirst()
                .orElseThrow());
    }

    private static String on(String node, String namespace) {
        return name(pods(namespace, "").stream()
                .filter(pod -> SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals(node)).findFirst()
                .orElseThrow());
    }

    /** What a command printed, and how it ended. */
    private record Outcome(String out, String err, ObjectNode status) {}

    private static Outcome exec(String namespace, String pod, String typed, String... words) throws IOException {
        var command = Stream.of(words).map(word -> "&command=" + URLEncoder.encode(word, StandardCharsets.UTF_8))
                .collect(Collectors.joining());
        var uri = URI.create(cluster().url().replaceFirst("^http", "ws") + "/api/v1/namespaces/" + namespace + "/pods/"
                + pod + "/exec?stdin=true&stdout=true&stderr=true&container=" + container(namespace, pod) + command);
        var ear = new Ear();
        var socket = CLIENT.newWebSocketBuilder().header("Authorization", "Bearer " + token())
                .subprotocols("v5.channel.k8s.io").buildAsync(uri, ear).join();
        if (!typed.isEmpty()) {
            socket.sendBinary(ByteBuffer.wrap(("\0" + typed).getBytes(StandardCharsets.UTF_8)), true).join();
        }
        if (typed.contains("\0")) {
            // Who sends an archive says when that is all.
            socket.sendBinary(ByteBuffer.wrap(new byte[] {(byte) 255, 0}), true).join();
        }
        var status = ear.status.orTimeout(3, TimeUnit.MINUTES).join();
        return new Outcome(ear.out.toString(StandardCharsets.UTF_8), ear.err.toString(StandardCharsets.UTF_8),
                (ObjectNode) MAPPER.readTree(status));
    }

    private static String container(String namespace, String pod) {
        return SimulatedStoreJsonCodec.textAt(pods(namespace, pod).getFirst().path("spec").path("containers").path(0),
                "name");
    }

    /** Sorts what comes by channel. */
    private static final class Ear implements WebSocket.Listener {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();
        private final CompletableFuture<byte[]> status = new CompletableFuture<>();
        private final ByteArrayOutputStream message = new ByteArrayOutputStream();

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            while (data.hasRemaining()) {
                message.write(data.get());
            }
            if (last) {
                var bytes = message.toByteArray();
                message.reset();
                switch (bytes[0]) {
                    case 1 -> out.write(bytes, 1, bytes.length - 1);
                    case 2 -> err.write(bytes, 1, bytes.length - 1);
                    default -> status.complete(Arrays.copyOfRange(bytes, 1, bytes.length));
                }
            }
            socket.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            status.completeExceptionally(error);
        }
    }

    @Test
    void aLogTellsTheSameEveryTimeItIsRead() throws Exception {
        var first = lines("ci", name(pods("ci", "gpu-smoke-").getFirst()), "");
        var part = lines("serving", server(), "?tailLines=50&timestamps=true");
        var again = lines("serving", server(), "?timestamps=true");
        assertThat(first).contains("Test PASSED");
        assertThat(part).hasSize(50);
        assertThat(again).containsAll(part.subList(10, 40));
        assertThat(part).isSorted();
        assertThat(Instant.parse(part.getLast().split(" ", 2)[0])).isAfter(Instant.now().minusSeconds(60));
    }

    @Test
    void aFollowedLogGoesOn() throws Exception {
        try (var lines = log("serving", server(), "?follow=true&tailLines=1").body()) {
            assertThat(lines.limit(4)).hasSize(4).allMatch(line -> line.contains("INFO"));
        }
    }

    @Test
    void aFollowedLogEndsWithItsPod() throws Exception {
        create("brief", "echo hello; echo there; sleep 40");
        var told = lines("ci", "brief", "?follow=true");
        assertThat(told).containsExactly("hello", "there");
        assertThat(SimulatedStoreJsonCodec.textAt(pods("ci", "brief").getFirst(), "status", "phase"))
                .isEqualTo("Succeeded");
    }

    private static void create(String name, String script) throws SimulatedApiException, InterruptedException {
        var pod = SimulatedStoreJsonCodec.newObject().put("kind", "Pod").put("apiVersion", "v1");
        pod.putObject("metadata").put("name", name).put("namespace", "ci");
        var spec = pod.putObject("spec").put("restartPolicy", "Never");
        var container = spec.putArray("containers").addObject().put("name", "main").put("image", "busybox:1.37");
        container.putArray("command").add("sh").add("-c").add(script);
        var objects = cluster().storedObjects();
        objects.create(objects.catalog().get("pods"), pod, SimulatedWriteOptions.managedBy("kubectl"));
        while (!SimulatedStoreJsonCodec.textAt(pods("ci", name).getFirst(), "status", "phase").equals("Running")) {
            objects.store().awaitVersion(objects.store().currentVersion() + 1, Duration.ofMillis(100));
        }
    }

    @Test
    void aContainerThatHasNotStartedHasNoLog() throws Exception {
        assertThat(refusal("vision", name(pods("vision", "sdxl-serve-").getFirst()), ""))
                .matches("container \"server\" in pod \"sdxl-serve-.*\" is waiting to start: "
                        + "trying and failing to pull image");
        assertThat(refusal("serving", server(), "?previous=true"))
                .matches("previous terminated container \"server\" in pod \"llm-serve-.*\" not found");
    }

    @Test
    void aContainerThatFailsSaysWhy() throws Exception {
        var crashing = pods("speech", "tts-api-").stream()
                .filter(pod -> pod.at("/status/containerStatuses/0/lastState/terminated/exitCode").asInt() == 1)
                .findFirst().orElseThrow();
        assertThat(lines("speech", name(crashing), "?previous=true")).contains("Traceback (most recent call last):");
    }

    @Test
    void aCommandPrintsAndEnds() throws Exception {
        assertThat(exec("serving", server(), "", "hostname").out()).isEqualTo(server() + "\n");
        assertThat(exec("serving", server(), "", "nvidia-smi", "-L").out())
                .matches("GPU 0: NVIDIA H100 80GB HBM3 \\(UUID: GPU-[0-9a-f-]{36}\\)\n");
        var failed = exec("serving", server(), "", "sh", "-c", "echo \"on $HOSTNAME\"; cat /nope || exit 3");
        assertThat(failed.out()).isEqualTo("on " + server() + "\n");
        assertThat(failed.err()).isEqualTo("cat: /nope: No such file or directory\n");
        assertThat(SimulatedStoreJsonCodec.textAt(failed.status(), "reason")).isEqualTo("NonZeroExitCode");
        assertThat(failed.status().at("/details/causes/0/message").asText()).isEqualTo("3");
    }

    @Test
    void whatKeepersOfGpusSeeIsWhatTheNodeIsDividedInto() throws Exception {
        var manager = name(pods("gpu-operator", "nvidia-mig-manager-").stream()
                .filter(pod -> SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals("a100-04")).findFirst()
                .orElseThrow());
        assertThat(exec("gpu-operator", manager, "", "nvidia-smi", "-L").out())
                .containsPattern("GPU 0: NVIDIA A100-SXM4-80GB \\(UUID: GPU-[0-9a-f-]{36}\\)\n"
                        + "  MIG 3g\\.40gb     Device  0: \\(UUID: MIG-[0-9a-f-]{36}\\)\n  MIG 3g\\.40gb     Device  1: ");
        assertThat(exec("gpu-operator", manager, "", "nvidia-smi", "mig", "-lgi").out())
                .contains("|   0  MIG 3g.40gb          9        1          0:4     |")
                .contains("|   7  MIG 1g.20gb         15        6          6:2     |");
    }

    @Test
    void aPodSeesTheGpuUnderWhichTheExporterNamesIt() throws Exception {
        var exporter = name(pods("gpu-operator", "nvidia-dcgm-exporter-").stream()
                .filter(pod -> SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals("h100-04")).findFirst()
                .orElseThrow());
        var uri = URI
                .create(cluster().url() + "/api/v1/namespaces/gpu-operator/pods/" + exporter + ":9400/proxy/metrics");
        var metrics = CLIENT.send(HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token()).build(),
                HttpResponse.BodyHandlers.ofString()).body();
        var seen = Pattern.compile("UUID: (GPU-[^)]+)\\)")
                .matcher(exec("notebooks", "jupyter-tim-0", "", "nvidia-smi", "-L").out());

        assertThat(seen.find()).isTrue();
        assertThat(metrics.lines().filter(line -> line.contains(seen.group(1)))).isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains("pod=\"jupyter-tim-0\""));
    }

    @Test
    void aShellObeysWhatIsTyped() throws Exception {
        var outcome = exec("serving", server(), "cd /etc\npwd\nnonsense\nexit 4\n", "bash");
        assertThat(outcome.out()).isEqualTo("/etc\n");
        assertThat(outcome.err()).contains("nonsense: command not found");
        assertThat(outcome.status().at("/details/causes/0/message").asText()).isEqualTo("4");
    }

    @Test
    void anArchiveThatBreaksOffIsNoSuccess() throws Exception {
        var head = new StringBuilder("\0".repeat(512)).replace(0, 9, "model.bin").replace(124, 135, "00000001750")
                .replace(148, 156, " ".repeat(8)).replace(156, 157, "0").toString();
        head = head.replace(" ".repeat(8), "%06o\0 ".formatted(head.chars().sum()));
        var cut = exec("serving", server(), head + "x".repeat(100), "tar", "-xf", "-", "-C", "/tmp");
        assertThat(cut.err()).contains("tar: Unexpected EOF in archive");
        assertThat(cut.status().at("/details/causes/0/message").asText()).isEqualTo("2");

        var whole = exec("serving", server(), head + "x".repeat(1000) + "\0".repeat(24 + 1024), "tar", "-xf", "-", "-C",
                "/tmp");
        assertThat(SimulatedStoreJsonCodec.textAt(whole.status(), "status")).as(whole.err()).isEqualTo("Success");
    }

    @Test
    void aProgramThatIsNotThereCannotBeStarted() throws Exception {
        assertThat(SimulatedStoreJsonCodec.textAt(exec("serving", server(), "", "emacs").status(), "message"))
                .matches("Internal error "
                        + "occurred: Internal error occurred: error executing command in container: failed to exec in "
                        + "container: failed to start exec \"[0-9a-f]{64}\": OCI runtime exec failed: exec failed: unable to "
                        + "start container process: exec: \"emacs\": executable file not found in \\$PATH: unknown");
    }

    @Test
    void onALostNodeNobodyAnswers() throws Exception {
        var stranded = on("t4-03", "vision");
        assertThat(refusal("vision", stranded, "")).endsWith("connect: connection refused");
        assertThat(SimulatedStoreJsonCodec.textAt(exec("vision", stranded, "", "ls").status(), "message"))
                .startsWith("Internal error occurred: error sending request: Post \"https://");
    }
}

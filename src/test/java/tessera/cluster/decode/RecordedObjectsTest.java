package tessera.cluster.decode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tessera.cluster.decode.WatchResponseReader.WatchEvent;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.Taint;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;
import tessera.model.PodSummary;
import tessera.model.StatusCondition;
import tessera.model.UnreadableObject;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** What a real API server answered, whole and damaged. */
class RecordedObjectsTest {

    private static final JsonMapper JACKSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private static byte[] recorded(String name) {
        try (var stream = Objects.requireNonNull(
                RecordedObjectsTest.class.getResourceAsStream("/tessera/cluster/recorded/" + name), name)) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<NodeSummary> nodes(byte[] json) throws IOException, InterruptedException {
        var nodes = new ArrayList<NodeSummary>();
        new ListResponseReader<>(KubernetesObjectDecoder.forNodes(new InternPool()))
                .read(new ByteArrayInputStream(json), nodes::add, _ -> {});
        return nodes;
    }

    private static List<PodSummary> pods(byte[] json) throws IOException, InterruptedException {
        var pods = new ArrayList<PodSummary>();
        new ListResponseReader<>(KubernetesObjectDecoder.forPods(new InternPool())).read(new ByteArrayInputStream(json),
                pods::add, _ -> {});
        return pods;
    }

    private static List<WatchEvent<PodSummary>> events(byte[] json) throws IOException {
        var reader = new WatchResponseReader<>(KubernetesObjectDecoder.forPods(new InternPool()),
                new ByteArrayInputStream(json));
        var events = new ArrayList<WatchEvent<PodSummary>>();
        for (@Nullable
        WatchEvent<PodSummary> event = reader.nextEvent(); event != null; event = reader.nextEvent()) {
            events.add(event);
        }
        return events;
    }

    @Test
    void aRecordedNodeIsReadWhole() throws Exception {
        var node = nodes(recorded("nodes-list.json")).stream().filter(n -> n.name().equals("gpu-h200-01")).findFirst()
                .orElseThrow();

        var since = Instant.parse("2026-11-21T05:58:03Z");
        assertThat(node.labels()).hasSize(44).containsEntry("nvidia.com/gpu.product", "NVIDIA-H200");
        assertThat(node.taints()).containsExactly(new Taint("nvidia.com/gpu", "present", "NoSchedule"));
        assertThat(node.unschedulable()).isFalse();
        assertThat(node.capacity().get("nvidia.com/gpu")).isEqualTo(8);
        assertThat(node.allocatable()).isEqualTo(
                ResourceAmounts.of(Map.of("cpu", 128_000L, "ephemeral-storage", 1_699_693_035L << 10, "hugepages-1Gi",
                        0L, "hugepages-2Mi", 0L, "memory", 1_056_167_756L << 10, "nvidia.com/gpu", 8L, "pods", 110L)));
        assertThat(node.findCondition("Ready")).contains(
                new StatusCondition("Ready", "True", "KubeletReady", "kubelet is posting ready status", since));
        assertThat(node.address()).isEqualTo("127.0.10.1");
        assertThat(node.created()).isEqualTo(since);
        assertThat(node.system()).isEqualTo(new NodeSystemInfo("v1.36.2", "containerd://1.7.27", "Ubuntu 24.04.2 LTS",
                "6.8.0-60-generic", "amd64"));
    }

    @Test
    void aNodeThatOnlyBeatIsEqualToItselfBefore() throws Exception {
        var before = recorded("nodes-list.json");
        var after = new String(before, UTF_8)
                .replaceAll("\"lastHeartbeatTime\":\"[^\"]*\"", "\"lastHeartbeatTime\":\"2027-01-01T00:00:00Z\"")
                .replaceAll("\"resourceVersion\":\"[^\"]*\"", "\"resourceVersion\":\"999999\"").getBytes(UTF_8);

        assertThat(nodes(after)).isEqualTo(nodes(before));
    }

    @Test
    void aRecordedWatchTellsAPodsLife() throws IOException {
        var events = events(recorded("pods-watch.txt"));

        assertThat(events).hasSize(7);
        assertThat(events.getFirst()).isInstanceOfSatisfying(WatchEvent.ObjectAddedOrModified.class, added -> {
            assertThat(added.version()).isEqualTo("629");
            assertThat(((PodSummary) added.object()).node()).isEmpty();
        });
        assertThat(events.getLast()).isInstanceOfSatisfying(WatchEvent.ObjectDeleted.class,
                deleted -> assertThat(((PodSummary) deleted.object()).key()).isEqualTo("watch/w1"));
        assertThat(events(recorded("pods-watch-bookmarks.txt"))).containsExactly(new WatchEvent.BookmarkEvent<>("668"));
        assertThat(events(recorded("pods-watch-expired.txt"))).containsExactly(
                new WatchEvent.WatchErrorEvent<>(410, "Expired", "too old resource version: 1 (621)", 0));
    }

    @Test
    void ofWhatAServerWroteNothingIsLeftOut() throws Exception {
        var unread = new ArrayList<UnreadableObject>();
        new ListResponseReader<>(KubernetesObjectDecoder.forNodes(new InternPool()))
                .read(new ByteArrayInputStream(recorded("nodes-list.json")), _ -> true, unread::add);
        new ListResponseReader<>(KubernetesObjectDecoder.forPods(new InternPool()))
                .read(new ByteArrayInputStream(recorded("pods-list.json")), _ -> true, unread::add);

        assertThat(unread).isEmpty();
    }

    @Test
    void whatDoesNotFitIsNamedWithItsPlaceAndTheRestIsRead() throws Exception {
        var wrong = Map.of("{\"spec\":\"none\"}", "spec is not an object", "{\"spec\":{\"containers\":{}}}",
                "spec.containers is not a list", "{\"spec\":{\"containers\":[{\"name\":\"a\"},null]}}",
                "spec.containers[1] is not an object",
                "{\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"x/gpu\":[1]}}}]}}",
                "spec.containers[0].resources.limits.x/gpu is not a single value",
                "{\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"x/gpu\":\"much\"}}}]}}",
                "spec.containers[0].resources.limits.x/gpu is not a quantity", "{\"status\":{\"startTime\":\"noon\"}}",
                "status.startTime is not a time", "{\"spec\":{\"priority\":\"high\"}}", "spec.priority is not a number",
                "{\"spec\":{\"initContainers\":[%s]}}".formatted("{},".repeat(2_000) + "{}"),
                "spec.initContainers has more than 2000 entries");
        for (var each : wrong.entrySet()) {
            var pod = "{\"metadata\":{\"namespace\":\"ml\",\"name\":\"a\",\"labels\":{\"n\":5}},"
                    + each.getKey().substring(1);
            var json = "{\"items\":[" + pod + ",{\"metadata\":{\"namespace\":\"ml\",\"name\":\"b\"}}]}";
            var pods = new ArrayList<PodSummary>();
            var unread = new ArrayList<UnreadableObject>();
            new ListResponseReader<>(KubernetesObjectDecoder.forPods(new InternPool()))
                    .read(new ByteArrayInputStream(json.getBytes(UTF_8)), pods::add, unread::add);

            assertThat(unread).hasSize(1).allSatisfy(it -> {
                assertThat(List.of(it.kind(), it.namespace(), it.name())).containsExactly("Pod", "ml", "a");
                assertThat(it.reason().text()).isEqualTo(each.getValue());
            });
            assertThat(pods).extracting(PodSummary::name).containsExactly("a", "b");
            assertThat(pods.getFirst().labels()).containsEntry("n", "5");
        }
    }

    /** Each level of such an object is read by one that calls itself. */
    @Test
    void nestingWithoutEndIsNamedAndDoesNotEndTheProgram() throws Exception {
        var deep = "{\"exactly\":".repeat(5_000) + "{}" + "}".repeat(5_000);
        var json = "{\"items\":[{\"metadata\":{\"name\":\"deep\"},\"spec\":{\"devices\":{\"requests\":[" + deep
                + "]}}}]}";
        var unread = new ArrayList<UnreadableObject>();
        new ListResponseReader<>(KubernetesObjectDecoder.forClaims(new InternPool()))
                .read(new ByteArrayInputStream(json.getBytes(UTF_8)), _ -> true, unread::add);

        assertThat(unread).hasSize(1);
        assertThat(unread.getFirst().reason().text()).endsWith("is nested too deeply");
    }

    @Test
    void aListSaysWhatComesNext() throws Exception {
        var json = "{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"abc\",\"remainingItemCount\":12},"
                + "\"items\":[{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{}},null]}";
        var names = new ArrayList<String>();
        var reader = new ListResponseReader<>(KubernetesObjectDecoder.forPods(new InternPool()));

        var unread = new ArrayList<UnreadableObject>();
        var page = reader.read(new ByteArrayInputStream(json.getBytes(UTF_8)), pod -> names.add(pod.name()),
                unread::add);

        assertThat(page).isEqualTo(new ListResponseReader.ListPageMetadata("7", "abc", 12));
        assertThat(unread).containsExactly(new UnreadableObject("Pod", "", "", DecodeReason.ObjectNameFault.MISSING),
                new UnreadableObject("Pod", "", "",
                        new DecodeReason.ValueMismatch("", DecodeReason.ExpectedValue.OBJECT)));
        assertThat(names).containsExactly("a");
        assertThat(pods("{\"items\":null}".getBytes(UTF_8))).isEmpty();
    }

    @Test
    void whatIsNoListIsGarbled() {
        for (var json : List.of("", "[]", "{}", "{\"kind\":\"Status\"}", "<html>", "{\"items\":[]}{}", "null",
                "\0\0")) {
            assertThatThrownBy(() -> pods(json.getBytes(UTF_8))).as(json).isInstanceOf(MalformedJsonException.class);
        }
    }

    @Test
    void whatIsNoEventIsGarbled() {
        for (var json : List.of("[]", "{}", "{\"type\":\"ADDED\"}", "{\"object\":{}}",
                "{\"type\":\"NEWS\",\"object\":{}}", "{\"type\":\"ADDED\",\"object\":{}", "x")) {
            assertThatThrownBy(() -> events(json.getBytes(UTF_8))).as(json).isInstanceOf(MalformedJsonException.class);
        }
    }

    @Test
    void aListThatIsCutAnywhereIsGarbled() {
        for (var name : List.of("nodes-list.json", "pods-list.json")) {
            var whole = new String(recorded(name), UTF_8).strip().getBytes(UTF_8);
            for (int cut = 0; cut < whole.length; cut++) {
                var part = Arrays.copyOf(whole, cut);
                assertThatThrownBy(() -> nodes(part)).as("%s cut at %d", name, part.length)
                        .isInstanceOf(MalformedJsonException.class);
            }
        }
    }

    @Test
    void aWatchThatIsCutAnywhereTellsWhatCameBeforeAndThenThatItIsGarbled() throws IOException {
        var whole = recorded("pods-watch.txt");
        for (int cut = 0; cut < whole.length; cut += 13) {
            var reader = new WatchResponseReader<>(KubernetesObjectDecoder.forPods(new InternPool()),
                    new ByteArrayInputStream(Arrays.copyOf(whole, cut)));
            long complete = new String(whole, 0, cut, UTF_8).chars().filter(c -> c == '\n').count();
            for (long i = 0; i < complete; i++) {
                assertThat(reader.nextEvent()).isNotNull();
            }
            if (cut > 0 && whole[cut - 1] != '\n' && whole[cut] != '\n') {
                assertThatThrownBy(reader::nextEvent).isInstanceOf(MalformedJsonException.class);
            }
        }
    }

    private static byte[] damaged(byte[] whole, RandomGenerator random) {
        var bytes = whole.clone();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) "\"{}[]:,\\0-en tu".charAt(random.nextInt(15));
                default -> System.arraycopy(whole, random.nextInt(whole.length / 2), bytes, at,
                        Math.min(bytes.length - at, random.nextInt(1, 40)));
            }
        }
        return bytes;
    }

    /** Anything may come out of a damaged list but an exception nobody expects, or no end. */
    @Test
    void damageIsSurvivedAndWhateverJacksonStillUnderstandsMeansTheSame() {
        assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
            int understood = 0;
            for (long seed = 0; seed < 4_000; seed++) {
                var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
                var bytes = damaged(recorded(seed % 2 == 0 ? "nodes-list.json" : "pods-list.json"), random);
                var tree = understood(bytes);
                if (tree == null || !tree.isObject() || !tree.has("items")) {
                    survive(bytes);
                    continue;
                }
                understood++;
                var clean = JACKSON.writeValueAsBytes(tree);
                assertThat(nodes(bytes)).as("seed %d", seed).isEqualTo(nodes(clean));
                assertThat(pods(bytes)).as("seed %d", seed).isEqualTo(pods(clean));
            }
            assertThat(understood).as("damaged lists that are still JSON").isGreaterThan(200);
        });
    }

    private static @Nullable JsonNode understood(byte[] bytes) throws IOException {
        try {
            return JACKSON.readTree(bytes);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static void survive(byte[] bytes) throws InterruptedException {
        try {
            nodes(bytes);
            pods(bytes);
            events(bytes);
        } catch (IOException e) {
            assertThat(e).isInstanceOf(MalformedJsonException.class);
        }
    }
}

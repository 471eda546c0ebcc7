package tessera.cluster.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tessera.cluster.http.UnreadableObjectRegistry;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.model.AllocatedDevice;
import tessera.model.ControllerRef;
import tessera.model.NodeDraDevices;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.model.ResourceClaimAllocation;
import tessera.model.ResourceClaimConsumer;
import tessera.model.ResourceSlice;
import tessera.model.ResourceSliceDevice;
import tessera.model.ServerVersion;

import static org.assertj.core.api.Assertions.assertThat;

class NodePodIndexTest {

    private static final Comparator<PodSummary> ORDER = Comparator.comparing(PodSummary::namespace)
            .thenComparing(PodSummary::name);

    private static NodeSummary node(String name, int gpus) {
        return new NodeSummary(name, "u", null, Map.of(), List.of(), false, ResourceAmounts.NONE,
                ResourceAmounts.of("nvidia.com/gpu", gpus), List.of(), "", NodeSystemInfo.UNKNOWN);
    }

    private static PodSummary pod(String namespace, String name, String node, int gpus) {
        return new PodSummary(namespace, name, "u", node, "", PodPhase.RUNNING, "Running", "", "",
                ResourceAmounts.of("nvidia.com/gpu", gpus), ControllerRef.NONE, Map.of(), 0, null, null, null, 1, 1, 0,
                List.of());
    }

    /** The same, done from scratch every time. */
    private static final class Plain {
        private final TreeMap<String, NodeSummary> nodes = new TreeMap<>();
        private final Map<String, PodSummary> pods = new HashMap<>();

        List<NodeWithBoundPods> nodes() {
            return nodes.values().stream()
                    .map(node -> NodeWithBoundPods.of(node,
                            sorted(pods.values().stream().filter(pod -> pod.node().equals(node.name())).toList()),
                            new NodeDraDevices(List.of(), List.of(), true, true, ServerVersion.UNKNOWN)))
                    .toList();
        }

        List<PodSummary> unbound() {
            return sorted(pods.values().stream().filter(pod -> !nodes.containsKey(pod.node())).toList());
        }

        private static List<PodSummary> sorted(List<PodSummary> pods) {
            return pods.stream().sorted(ORDER).toList();
        }
    }

    private static void change(NodePodIndex fleet, Plain plain, RandomGenerator random) {
        var node = "n" + random.nextInt(6);
        var namespace = "s" + random.nextInt(3);
        var name = "p" + random.nextInt(12);
        switch (random.nextInt(12)) {
            case 0, 1 -> {
                var nodeSummary = node(node, random.nextInt(3));
                fleet.addNode(nodeSummary);
                plain.nodes.put(node, nodeSummary);
            }
            case 2 -> {
                fleet.forgetNode(node);
                plain.nodes.remove(node);
            }
            case 3 -> {
                fleet.forgetPod(namespace, name);
                plain.pods.remove(namespace + "/" + name);
            }
            case 4 -> keep(fleet, plain, random, namespace);
            default -> {
                var podSummary = pod(namespace, name, random.nextInt(4) == 0 ? "" : node, random.nextInt(3));
                fleet.addPod(podSummary);
                plain.pods.put(podSummary.key(), podSummary);
            }
        }
    }

    private static void keep(NodePodIndex fleet, Plain plain, RandomGenerator random, String namespace) {
        switch (random.nextInt(6)) {
            case 0 -> {
                fleet.retainNodes(Set.of("n1", "n2", "n3"));
                plain.nodes.keySet().retainAll(Set.of("n1", "n2", "n3"));
            }
            case 1 -> {
                fleet.retainNamespaces(Set.of(namespace));
                plain.pods.values().removeIf(pod -> !pod.namespace().equals(namespace));
            }
            case 2 -> {
                fleet.retainPods(namespace, Map.of(namespace, Set.of("p1", "p2")));
                plain.pods.values()
                        .removeIf(pod -> pod.namespace().equals(namespace) && !Set.of("p1", "p2").contains(pod.name()));
            }
            case 3 -> {
                fleet.retainPods("", Map.of("s1", Set.of("p1", "p2", "p3")));
                plain.pods.values().removeIf(
                        pod -> !pod.namespace().equals("s1") || !Set.of("p1", "p2", "p3").contains(pod.name()));
            }
            default -> {
                // Nothing this time.
            }
        }
    }

    @Test
    void whateverHappensTheFleetIsAsIfItHadBeenPutTogetherAnew() {
        for (long seed = 0; seed < 300; seed++) {
            var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            var fleet = new NodePodIndex(
                    new KeptObjectLimit(new UnreadableObjectRegistry(), WatchedCollection.MOST_OBJECTS));
            var plain = new Plain();
            for (int fold = 0; fold < 40; fold++) {
                var before = fleet.nodes();
                var unboundBefore = fleet.unboundPods();
                int revision = fleet.revision();
                for (int i = random.nextInt(8); i > 0; i--) {
                    change(fleet, plain, random);
                }
                assertThat(fleet.nodes()).as("seed %d fold %d", seed, fold).isEqualTo(plain.nodes());
                assertThat(fleet.unboundPods()).as("seed %d fold %d", seed, fold).isEqualTo(plain.unbound());
                if (revision == fleet.revision()) {
                    assertThat(fleet.nodes()).isSameAs(before);
                    assertThat(fleet.unboundPods()).isSameAs(unboundBefore);
                }
            }
        }
    }

    @Test
    void whatDidNotChangeStaysTheSameObject() {
        var fleet = new NodePodIndex(
                new KeptObjectLimit(new UnreadableObjectRegistry(), WatchedCollection.MOST_OBJECTS));
        for (int i = 0; i < 100; i++) {
            fleet.addNode(node("n" + i, 8));
            fleet.addPod(pod("s", "p" + i, "n" + i, 1));
        }
        var before = index(fleet.nodes());
        fleet.addPod(pod("s", "p7", "n7", 2));
        fleet.addPod(pod("s", "p8", "n8", 1));
        fleet.addNode(node("n9", 8));

        var after = index(fleet.nodes());
        assertThat(after.get("n7")).isNotSameAs(before.get("n7"));
        after.remove("n7");
        after.forEach((name, info) -> assertThat(info).isSameAs(before.get(name)));
    }

    private static Map<String, NodeWithBoundPods> index(List<NodeWithBoundPods> nodes) {
        return nodes.stream()
                .collect(Collectors.toMap(NodeWithBoundPods::name, info -> info, (a, b) -> a, HashMap::new));
    }

    @Test
    void anEqualPodOrNodeIsNoChange() {
        var fleet = new NodePodIndex(
                new KeptObjectLimit(new UnreadableObjectRegistry(), WatchedCollection.MOST_OBJECTS));
        var first = pod("s", "p", "n", 1);
        fleet.addNode(node("n", 8));
        fleet.addPod(first);
        var nodes = fleet.nodes();
        int revision = fleet.revision();

        fleet.addPod(pod("s", "p", "n", 1));
        fleet.addNode(node("n", 8));

        assertThat(fleet.nodes()).isSameAs(nodes);
        assertThat(fleet.revision()).isEqualTo(revision);
        assertThat(fleet.nodes().getFirst().pods().getFirst()).isSameAs(first);
    }

    @Test
    void namesInAnyScriptAndWithoutLengthAreOrdered() {
        var fleet = new NodePodIndex(
                new KeptObjectLimit(new UnreadableObjectRegistry(), WatchedCollection.MOST_OBJECTS));
        var names = List.of("", "שלום", "a", "Z", "漢字", "\u202e", "a".repeat(10_000));
        fleet.addNode(node("n", 1));
        for (var name : names) {
            fleet.addPod(pod("s", name, "n", 1));
            fleet.addPod(pod(name, "x", "", 1));
        }
        var sorted = new ArrayList<>(names);
        sorted.sort(Comparator.naturalOrder());

        assertThat(fleet.nodes().getFirst().pods()).extracting(PodSummary::name).containsExactlyElementsOf(sorted);
        assertThat(fleet.unboundPods()).extracting(PodSummary::namespace).containsExactlyElementsOf(sorted);
    }

    @Test
    void aDeviceThatSeveralNodesReachIsOfItsHoldersNodeInWhateverOrderTheyCome() {
        var device = new ResourceSliceDevice("gpu-0", "", Optional.empty(), Map.of(), Map.of(), Map.of(), List.of(),
                List.of(), false);
        var slice = new ResourceSlice("fabric", "gpu.nvidia.com", "fabric", 1, 1, "",
                Optional.of(RequiredNodeAffinity.ANY), List.of(device), List.of());
        var lent = new ResourceClaim("ml", "lent", null, false, ControllerRef.NONE, false, List.of(), List.of(),
                ResourceClaimAllocation.withSelector(
                        List.of(new AllocatedDevice("r", "gpu.nvidia.com", "fabric", "gpu-0", false, "", Map.of())),
                        Optional.of(RequiredNodeAffinity.ANY), null),
                List.of(new ResourceClaimConsumer("pods", "p", "u")));
        var arrivals = List.<Consumer<NodePodIndex>>of(fleet -> fleet.addNode(node("a", 0)),
                fleet -> fleet.addNode(node("b", 0)), fleet -> fleet.addPod(pod("ml", "p", "b", 0)),
                fleet -> fleet.devices().put(slice), fleet -> fleet.devices().put(lent));
        for (int seed = 0; seed < 120; seed++) {
            var order = new ArrayList<>(arrivals);
            Collections.shuffle(order, new Random(seed));
            var fleet = new NodePodIndex(
                    new KeptObjectLimit(new UnreadableObjectRegistry(), WatchedCollection.MOST_OBJECTS));
            for (var arrival : order) {
                arrival.accept(fleet);
                fleet.nodes();
            }
            assertThat(fleet.nodes().get(1).devices().slices()).as("seed %d", seed).singleElement()
                    .extracting(ResourceSlice::devices).isEqualTo(List.of(device));
            fleet.devices().forget(slice);
            assertThat(fleet.nodes().get(1).devices().slices()).as("seed %d", seed).isEmpty();
        }
    }
}

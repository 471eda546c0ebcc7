package tessera.demo.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.demo.fleet.plan.Daemons;
import tessera.demo.schedule.ClusterView;
import tessera.demo.schedule.Decision;
import tessera.demo.schedule.PodRequests;
import tessera.demo.schedule.Scheduler;
import tessera.model.Quantity;
import tessera.model.Resources;

import static org.assertj.core.api.Assertions.assertThat;

/** The fleet is what it says, and nothing in it contradicts anything else. */
class FleetTest {

    private static final Instant NOW = Instant.parse("2026-11-21T14:02:31Z");

    private static List<ObjectNode> fleet(int nodes) {
        return Fleet.generate(42, nodes, NOW).objects();
    }

    private static Stream<ObjectNode> of(List<ObjectNode> objects, String kind) {
        return objects.stream().filter(object -> object.path("kind").asText().equals(kind));
    }

    private static String name(JsonNode object) {
        return object.path("metadata").path("name").asText();
    }

    private static boolean over(JsonNode pod) {
        return List.of("Succeeded", "Failed").contains(pod.path("status").path("phase").asText());
    }

    private static String waitsBecause(JsonNode pod) {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("reason").asText().equals("Unschedulable")) {
                return condition.path("message").asText();
            }
        }
        return "";
    }

    private static ClusterView view(List<ObjectNode> objects) {
        var view = new ClusterView();
        of(objects, "Node").forEach(view::putNode);
        of(objects, "Pod").forEach(view::putPod);
        of(objects, "PersistentVolumeClaim").forEach(view.claims()::putClaim);
        of(objects, "StorageClass").forEach(view.claims()::putStorageClass);
        of(objects, "PodDisruptionBudget").forEach(view::putBudget);
        of(objects, "Namespace").forEach(view::putNamespace);
        return view;
    }

    @Test
    void theSameSeedAndInstantGiveTheSameBytes() {
        assertThat(fleet(60).toString()).isEqualTo(fleet(60).toString());
        assertThat(Fleet.generate(43, 60, NOW).objects().toString()).isNotEqualTo(fleet(60).toString());
        var twice = Fleet.generate(42, 60, NOW);
        assertThat(twice.objects()).isEqualTo(twice.objects());
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 400})
    void noTeamHoldsMoreThanItsQuotaAllows(int nodes) {
        var quotas = of(fleet(nodes), "ResourceQuota").map(quota -> quota.path("status")).toList();

        assertThat(quotas).isNotEmpty().allSatisfy(status -> status.path("used").properties()
                .forEach(used -> assertThat(used.getValue().asLong()).as(used.getKey())
                        .isLessThanOrEqualTo(status.path("hard").path(used.getKey()).asLong())));
    }

    /** Otherwise controllers would let their pods go, and make others without end. */
    @Test
    void everySelectorIsAboutTheOwnersOwnPods() {
        var objects = fleet(61);
        var owners = Stream.of("ReplicaSet", "Deployment", "StatefulSet", "DaemonSet")
                .flatMap(kind -> of(objects, kind)).toList();
        assertThat(owners).isNotEmpty().allSatisfy(owner -> {
            var wanted = owner.at("/spec/selector/matchLabels").properties();
            assertThat(owner.at("/spec/template/metadata/labels").properties()).containsAll(wanted);
            var uid = owner.path("metadata").path("uid").asText();
            assertThat(of(objects, "Pod").filter(pod -> pod.at("/metadata/ownerReferences/0/uid").asText().equals(uid)))
                    .allSatisfy(pod -> assertThat(pod.at("/metadata/labels").properties()).containsAll(wanted));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 30, 61, 400})
    void whatWaitsReallyFitsNowhereAndSaysWhatTheSchedulerSays(int nodes) {
        var objects = fleet(nodes);
        var scheduler = new Scheduler(view(objects));
        of(objects, "Pod").filter(pod -> !pod.path("spec").has("nodeName")).forEach(pod -> {
            switch (scheduler.decide(pod)) {
                case Decision.Wait(var message, var preemption) -> {
                    assertThat(message).as(name(pod)).isEqualTo(waitsBecause(pod));
                    assertThat(preemption).as(name(pod)).isEmpty();
                }
                case Decision.Gated _ -> assertThat(pod.path("status").path("conditions").path(0).path("reason")
                        .asText()).isEqualTo("SchedulingGated");
                case Decision other -> throw new AssertionError(name(pod) + ": " + other);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 400})
    void noNodeGivesMoreThanItHas(int nodes) {
        var objects = fleet(nodes);
        Map<String, Resources> used = new HashMap<>();
        of(objects, "Pod").filter(pod -> !over(pod) && pod.path("spec").has("nodeName"))
                .forEach(pod -> used.merge(pod.path("spec").path("nodeName").asText(),
                        PodRequests.held(pod).plus(Resources.of(Resources.PODS, 1)), Resources::plus));
        of(objects, "Node").forEach(node -> {
            var taken = used.getOrDefault(name(node), Resources.NONE);
            var allocatable = node.path("status").path("allocatable");
            taken.names().forEach(resource -> assertThat(taken.get(resource)).as(name(node) + " " + resource)
                    .isLessThanOrEqualTo(Quantity.amount(resource, allocatable.path(resource).asText()).orElse(0)));
        });
    }

    @Test
    void thereIsAWaitingPodForEachUsualReason() {
        var reasons = new TreeMap<String, String>();
        of(fleet(30), "Pod").filter(pod -> !waitsBecause(pod).isEmpty())
                .forEach(pod -> reasons.put(name(pod), waitsBecause(pod)));
        assertThat(reasons.get("vlm-eval-9kd2f"))
                .startsWith("0/30 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu, "
                        + "21 Insufficient nvidia.com/mig-3g.40gb, 8 node(s) had untolerated taint(s).")
                .contains("3 No preemption victims found for incoming pod");
        assertThat(reasons.get("llm-pretrain-1-worker-3")).contains("Insufficient nvidia.com/gpu",
                "didn't match Pod's node affinity/selector");
        assertThat(reasons.get("sdxl-tune-0")).contains("1 Insufficient nvidia.com/gpu");
        assertThat(reasons.get("b200-probe")).contains("untolerated taint(s)").doesNotContain("Insufficient");
        assertThat(reasons.get("dataset-index-0"))
                .isEqualTo("0/30 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found");
        assertThat(reasons.keySet()).anySatisfy(name -> assertThat(name).startsWith("legacy-a100-bench-"));
        assertThat(reasons).anySatisfy((name, reason) -> {
            assertThat(name).startsWith("ocr-worker-");
            assertThat(reason).contains("2 Insufficient cpu");
        });
        assertThat(of(fleet(30), "Event")).anySatisfy(event -> assertThat(event.path("message").asText())
                .startsWith("Error creating: pods \"segment-xl-").contains("exceeded quota: team, "
                        + "requested: requests.nvidia.com/gpu=1, used: requests.nvidia.com/gpu="));
    }

    @Test
    void theNodesOfTheStoryAreAsItTells() {
        var nodes = JsonNodeFactory.instance.objectNode();
        of(fleet(30), "Node").forEach(node -> nodes.set(name(node), node));
        assertThat(nodes).hasSize(30);
        assertThat(nodes.path("h100-08").at("/status/allocatable/nvidia.com~1gpu").asText()).isEqualTo("7");
        assertThat(nodes.path("h100-07").at("/spec/unschedulable").asBoolean()).isTrue();
        assertThat(nodes.path("t4-03").at("/status/conditions/3/status").asText()).isEqualTo("Unknown");
        assertThat(nodes.path("l40s-04").path("status").path("capacity").has("nvidia.com/gpu")).isFalse();
        assertThat(nodes.path("l40s-04").at("/metadata/labels/nvidia.com~1gpu.count").asText()).isEqualTo("4");
        assertThat(nodes.path("l40s-01").at("/status/capacity/nvidia.com~1gpu").asText()).isEqualTo("16");
        assertThat(nodes.path("l40s-01").at("/metadata/labels/nvidia.com~1gpu.product").asText())
                .isEqualTo("NVIDIA-L40S-SHARED");
        assertThat(nodes.path("l40s-02").at("/status/capacity/nvidia.com~1gpu.shared").asText()).isEqualTo("16");
        assertThat(nodes.path("a100-04").at("/status/capacity/nvidia.com~1mig-3g.40gb").asText()).isEqualTo("5");
        assertThat(nodes.path("h100-06").at("/status/capacity/nvidia.com~1gpu").asText()).isEqualTo("4");
        assertThat(nodes.path("mi300x-01").at("/status/capacity/amd.com~1gpu").asText()).isEqualTo("8");
        assertThat(nodes.path("gaudi-01").at("/status/capacity/habana.ai~1gaudi").asText()).isEqualTo("8");
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 400})
    void everyOwnerExistsAndEveryIdentityIsUnique(int nodes) {
        var objects = fleet(nodes);
        var uids = new HashSet<String>();
        var names = new HashSet<String>();
        for (var object : objects) {
            assertThat(uids.add(object.path("metadata").path("uid").asText())).as(name(object)).isTrue();
            var key = object.path("kind").asText() + "/" + object.path("metadata").path("namespace").asText() + "/"
                    + name(object);
            assertThat(names.add(key)).as(key).isTrue();
        }
        for (var object : objects) {
            for (var owner : object.path("metadata").path("ownerReferences")) {
                assertThat(uids).as(name(object) + " belongs to " + owner).contains(owner.path("uid").asText());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 400})
    void everyPodThatHasANodeIsWelcomeThere(int nodes) {
        var objects = fleet(nodes);
        var empty = new ClusterView();
        of(objects, "Node").forEach(node -> empty.putNode(withoutTroubles(node)));
        var scheduler = new Scheduler(empty);
        of(objects, "Pod").filter(pod -> pod.path("spec").has("nodeName")).forEach(pod -> {
            var spec = pod.path("spec").<ObjectNode>deepCopy();
            var node = spec.remove("nodeName").asText();
            var verdict = scheduler.verdicts(pod.deepCopy().set("spec", spec)).get(node);
            assertThat(verdict).as(name(pod) + " on " + node).isNotNull();
            assertThat(String.valueOf(verdict)).doesNotContain("taint", "affinity", "unschedulable", "ports");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 400})
    void whatIsHeldBackFromStartingAgainHasRunBefore(int nodes) {
        assertThat(of(fleet(nodes), "Pod").flatMap(pod -> pod.at("/status/containerStatuses").valueStream())
                .filter(status -> status.at("/state/waiting/reason").asText().equals("CrashLoopBackOff")))
                .isNotEmpty().allSatisfy(status -> {
                    assertThat(status.path("restartCount").asInt()).isPositive();
                    assertThat(status.at("/lastState/terminated/exitCode").asInt()).isEqualTo(1);
                });
    }

    /** The node as it was when its pods came. */
    private static ObjectNode withoutTroubles(ObjectNode node) {
        var spec = (ObjectNode) node.path("spec");
        spec.remove("unschedulable");
        var taints = spec.withArrayProperty("taints");
        for (int i = taints.size() - 1; i >= 0; i--) {
            if (taints.path(i).path("key").asText().startsWith("node.kubernetes.io/")) {
                taints.remove(i);
            }
        }
        return node;
    }

    @Test
    void theOperatorIsThereHoweverSmallTheFleetIs() {
        assertThat(fleet(2)).filteredOn(object -> object.path("kind").asText().equals("Deployment"))
                .extracting(object -> object.at("/metadata/name").asText()).contains("gpu-operator", "coredns");
    }

    @Test
    void aVeryLargeFleetHasAFewPodsOnEachNode() {
        assertThat(List.of(Daemons.usual(200), Daemons.usual(1000), Daemons.usual(1001)))
                .containsExactly(Daemons.ALL, Daemons.STACK, Daemons.FEW);
        var objects = Fleet.generate(42, 1000, Daemons.FEW, NOW).objects();
        assertThat(of(objects, "Node")).hasSize(1000);
        assertThat(of(objects, "Pod").count()).isBetween(6000L, 8500L);
    }

    @Test
    void objectsAreAsLargeAsRealOnes() {
        var objects = fleet(30);
        assertThat(of(objects, "Node").mapToInt(node -> node.toString().length()).average().orElse(0))
                .isBetween(5000.0, 9000.0);
        assertThat(of(objects, "Pod").mapToInt(pod -> pod.toString().length()).average().orElse(0))
                .isBetween(3000.0, 7000.0);
    }
}

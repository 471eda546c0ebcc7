package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.StepExpectation.NodeShared;
import tessera.plan.step.StepExpectation.PodsRenewed;
import tessera.scheduling.StatusConditions;
import tessera.sharing.ConfigChoice;

/** Looks whether a node shares its GPUs as it was told, and why it does not yet. */
final class SharingWatch {

    private static final String MPS_DAEMON = "mps-control-daemon";

    private static final String PLUGIN = "device-plugin";
    private static final String DISCOVERY = "feature-discovery";
    private static final String REFUSED = "UnexpectedAdmissionError";

    private final PluginWords words;
    private final ObjectLists objects;

    SharingWatch(ServerRoute way, ObjectLists objects) {
        words = new PluginWords(way);
        this.objects = objects;
    }

    WaitObservation look(ObjectRef node, PodsRenewed expected) throws Failure, InterruptedException {
        return new WaitObservation.StillMissing(String.join("; ", waiting(pods(node.name()), expected)));
    }

    WaitObservation look(ObjectRef object, NodeShared expected) throws Failure, InterruptedException {
        var node = objects.read(ApiPaths.of(object), "read " + object);
        var labels = node.at("/metadata/labels");
        var chosen = labels.path(ConfigChoice.LABEL).asText("");
        if (!chosen.equals(expected.label())) {
            return new WaitObservation.NeverComing(new Problem(
                    ProblemKind.CONFLICT, "Somebody else has %s meanwhile".formatted(
                            chosen.isEmpty() ? "removed the label of " + object.name()
                                    : "had %s take “%s”".formatted(object.name(), chosen)),
                    "", "Plan again."));
        }
        var different = different(node, expected);
        var pods = pods(object.name());
        var waiting = waiting(pods, expected.pods());
        if (different.isEmpty() && waiting.isEmpty()) {
            return new WaitObservation.StillMissing(mps(pods, expected));
        }
        different.addAll(waiting.isEmpty() ? unfollowed(node, pods, expected) : waiting);
        refused(pods).ifPresent(different::add);
        return new WaitObservation.StillMissing(String.join("; ", different));
    }

    /** What is left to be done by hand on a node that shares as it was told; may be empty. */
    String remark(ObjectRef node) throws InterruptedException {
        try {
            return refused(pods(node.name())).orElse("");
        } catch (Failure _) {
            // The node was seen to be as expected, which is what was waited for.
            return "";
        }
    }

    private List<JsonNode> pods(String node) throws Failure, InterruptedException {
        return objects.items(ApiPaths.podsOn(node), "list the pods on " + node);
    }

    private static List<String> different(JsonNode node, NodeShared expected) {
        var different = new ArrayList<String>();
        expected.offers().forEach((resource, amount) -> {
            long capacity = node.at("/status/capacity").path(resource).asLong();
            long allocatable = node.at("/status/allocatable").path(resource).asLong();
            if (capacity != amount.capacity()) {
                different.add("%d of %d %s are offered".formatted(capacity, amount.capacity(), resource));
            } else if (allocatable < amount.least()) {
                different.add("%d of %d %s are withheld".formatted(capacity - allocatable, capacity, resource));
            }
        });
        expected.labels().forEach((key, value) -> {
            var said = node.at("/metadata/labels").path(key).asText("");
            if (!said.equals(value)) {
                different.add("the label %s is “%s”, not “%s”".formatted(key, said, value));
            }
        });
        return different;
    }

    /** Why pods that read configurations have not read the newest. */
    private List<String> waiting(List<JsonNode> pods, PodsRenewed expected) throws InterruptedException {
        var waiting = new ArrayList<String>();
        for (var app : expected.apps()) {
            var theirs = pods.stream().filter(pod -> app(pod).equals(app)).toList();
            if (theirs.isEmpty()) {
                waiting.add("no pod of %s is there: its node selector or a taint may keep it away".formatted(app));
            }
            for (var pod : theirs) {
                var name = pod.at("/metadata/name").asText();
                if (expected.former().containsKey(pod.at("/metadata/uid").asText())) {
                    waiting.add(name + " has not been replaced yet");
                } else if (!StatusConditions.holds(pod, "Ready")) {
                    waiting.add(words.trouble(pod).orElse(name + " is not ready yet"));
                }
            }
        }
        return waiting;
    }

    private static String app(JsonNode pod) {
        var labels = pod.at("/metadata/labels");
        return labels.path("app").asText(labels.path("app.kubernetes.io/name").asText(""));
    }

    /** What usually is the matter when the plugin has started well and yet the node does not follow. */
    private List<String> unfollowed(JsonNode node, List<JsonNode> pods, NodeShared expected)
            throws InterruptedException {
        boolean counted = expected.offers().entrySet().stream().allMatch(offer -> node.at("/status/capacity")
                .path(offer.getKey()).asLong() == offer.getValue().capacity());
        var reasons = new ArrayList<String>();
        if (counted && expected.pods().apps().size() < 2) {
            reasons.add("feature discovery does not run on the node, so that its labels stay");
            return reasons;
        }
        if (!counted) {
            reasons.add("the device plugin has not told the kubelet yet");
        }
        var whose = counted ? DISCOVERY : PLUGIN;
        for (var pod : pods) {
            if (app(pod).contains(whose) && !app(pod).contains(MPS_DAEMON)) {
                reasons.add(words.lastError(pod));
            }
        }
        return reasons;
    }

    /** The kubelet turned these away for good: whoever made them makes others, and they stay. */
    private static Optional<String> refused(List<JsonNode> pods) {
        var refused = pods.stream().filter(pod -> pod.at("/status/reason").asText().equals(REFUSED)).toList();
        return refused.isEmpty() ? Optional.empty()
                : Optional.of("%d %s refused (%s), to be deleted by hand: %s/%s: %s".formatted(refused.size(),
                        refused.size() == 1 ? "pod was" : "pods were", REFUSED,
                        refused.getFirst().at("/metadata/namespace").asText(),
                        refused.getFirst().at("/metadata/name").asText(),
                        refused.getFirst().at("/status/message").asText()));
    }

    private static String mps(List<JsonNode> pods, NodeShared expected) {
        boolean wanted = "true".equals(expected.labels().get("nvidia.com/mps.capable"));
        boolean there = pods.stream()
                .anyMatch(pod -> app(pod).contains(MPS_DAEMON) && StatusConditions.holds(pod, "Ready"));
        return !wanted || there || pods.stream().noneMatch(pod -> app(pod).contains(PLUGIN)) ? ""
                : "the MPS control daemon is not ready yet";
    }
}

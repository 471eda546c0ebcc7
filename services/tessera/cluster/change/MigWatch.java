package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.MigLabels;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.StepExpectation.GpusDivided;
import tessera.plan.step.StepExpectation.Reads;

/** Looks how far a MIG manager is. Its word alone is not believed: the node must offer what the configuration gives. */
final class MigWatch {

    private static final String REMEDY = "The log of the MIG manager's pod on the node tells more. The node is not opened "
            + "to pods; take another configuration, or open it as it is.";

    private static final Pattern MESSAGE = Pattern.compile("msg=\"(.*)\"");
    private static final int LONGEST = 160;

    private final ServerRoute way;
    private final ObjectLists objects;
    /** Where the log of the MIG manager of a node is; empty where it has none. */
    private final Map<String, String> logs = new ConcurrentHashMap<>();

    MigWatch(ServerRoute way, ObjectLists objects) {
        this.way = way;
        this.objects = objects;
    }

    WaitObservation look(ObjectRef object, GpusDivided expected) throws Failure, InterruptedException {
        var node = objects.read(ApiPaths.of(object), "read " + object);
        var labels = labels(node);
        var asked = labels.getOrDefault(MigLabels.CONFIG, "");
        if (!asked.equals(expected.config())) {
            return new WaitObservation.NeverComing(
                    new Problem(ProblemKind.CONFLICT, "Somebody else has asked %s for “%s” meanwhile"
                            .formatted(object.name(), asked), paused(labels), "Plan again."));
        }
        var state = labels.getOrDefault(MigLabels.STATE, "");
        if (state.equals("failed")) {
            return new WaitObservation.NeverComing(new Problem(ProblemKind.UNEXPECTED,
                    "The MIG manager of %s could not apply %s"
                            .formatted(object.name(), expected.config()),
                    (reason(object.name()) + paused(labels)).strip(),
                    REMEDY));
        }
        if (!state.equals("success")) {
            return new WaitObservation.StillMissing((state.isEmpty() ? "the MIG manager has not begun"
                    : "it says “" + state + "”" + last(object.name())) + paused(labels));
        }
        var different = different(node.at("/status/allocatable"), labels, expected);
        return new WaitObservation.StillMissing(different.isEmpty() ? ""
                : "the MIG manager has succeeded, yet " + String.join(", ", different) + paused(labels));
    }

    /** Whether the manager's pod is another than before, mounts the ConfigMap and runs. */
    WaitObservation look(ObjectRef object, Reads expected) throws Failure, InterruptedException {
        var seen = "there is no pod of it";
        for (var pod : objects.items(ApiPaths.podsOn(object.name()), "list the pods on " + object.name())) {
            if (!pod.at("/metadata/labels/app").asText().equals(MigLabels.MANAGER_APP)
                    || pod.at("/metadata").has("deletionTimestamp")
                    || pod.at("/metadata/uid").asText().equals(expected.before())) {
                continue;
            }
            boolean mounts = pod.at("/spec/volumes").valueStream()
                    .anyMatch(volume -> volume.at("/configMap/name").asText().equals(expected.configMap()));
            boolean ready = !pod.at("/status/containerStatuses").isEmpty() && pod.at("/status/containerStatuses")
                    .valueStream().allMatch(container -> container.path("ready").asBoolean());
            if (mounts && ready) {
                return new WaitObservation.StillMissing("");
            }
            seen = mounts ? "its pod is not ready yet" : "its pod has another ConfigMap still";
        }
        return new WaitObservation.StillMissing(seen);
    }

    private static String paused(Map<String, String> labels) {
        var paused = MigLabels.paused(labels);
        return paused.isEmpty() ? "" : "; paused for the change are " + String.join(", ", paused);
    }

    /** What its manager keeps paused, or may come to pause. */
    List<String> remains(ObjectRef object, GpusDivided expected) throws InterruptedException {
        try {
            var labels = labels(objects.read(ApiPaths.of(object), "read " + object));
            var paused = MigLabels.paused(labels);
            if (!paused.isEmpty()) {
                return List.of("On %s the MIG manager keeps %s paused until its change ends".formatted(object.name(),
                        String.join(", ", paused)));
            }
            // Its last word may be of the change before, which only what the node offers tells.
            boolean over = labels.getOrDefault(MigLabels.STATE, "").equals("failed")
                    || (look(object, expected) instanceof WaitObservation.StillMissing(var what) && what.isEmpty());
            return over ? List.of()
                    : List.of("The MIG manager of %s may pause parts of the GPU stack until its change ends"
                            .formatted(object.name()));
        } catch (Failure _) {
            return List.of("It is not known whether the MIG manager of %s keeps parts of the GPU stack paused"
                    .formatted(object.name()));
        }
    }

    private static Map<String, String> labels(JsonNode node) {
        var labels = new HashMap<String, String>();
        node.at("/metadata/labels").properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    private static List<String> different(JsonNode allocatable, Map<String, String> labels, GpusDivided expected) {
        var different = new ArrayList<String>();
        expected.devices().forEach((resource, devices) -> {
            long offered = allocatable.path(resource).asLong() + allocatable.path(resource + ".shared").asLong();
            long wanted = devices * replicas(labels.getOrDefault(resource + ".replicas", ""));
            if (offered != wanted) {
                different.add("%d of %d %s are offered".formatted(offered, wanted, resource));
            }
        });
        expected.labels().forEach((key, value) -> {
            if (!labels.getOrDefault(key, "").equals(value)) {
                different.add("the label %s is “%s”, not “%s”".formatted(key, labels.getOrDefault(key, ""), value));
            }
        });
        return different;
    }

    private static long replicas(String label) {
        return label.matches("[0-9]{1,6}") ? Math.max(1, Long.parseLong(label)) : 1;
    }

    /** What its log says last; empty where that is not to be had, which keeps nobody from waiting on. */
    private String last(String node) throws InterruptedException {
        try {
            var log = logs.get(node);
            if (log == null) {
                log = manager(node).map(MigWatch::log).orElse("");
                logs.put(node, log);
            }
            return log.isEmpty() ? ""
                    : way.wire().text(ApiRequest.get(log + "&tailLines=1", "read the log of the MIG manager")).lines()
                            .reduce((_, line) -> line).map(line -> "; its log: " + message(line)).orElse("");
        } catch (Failure _) {
            logs.remove(node);
            return "";
        }
    }

    private static String message(String line) {
        var said = MESSAGE.matcher(line);
        var words = said.find() ? said.group(1) : line;
        return words.length() <= LONGEST ? words : words.substring(0, LONGEST) + "…";
    }

    private Optional<JsonNode> manager(String node) throws Failure, InterruptedException {
        for (var pod : objects.items(ApiPaths.podsOn(node), "list the pods on " + node)) {
            if (pod.at("/metadata/labels/app").asText().equals(MigLabels.MANAGER_APP)) {
                return Optional.of(pod);
            }
        }
        return Optional.empty();
    }

    private static String log(JsonNode pod) {
        return ApiPaths.of(ObjectRef.pod(pod.at("/metadata/namespace").asText(), pod.at("/metadata/name").asText()))
                + "/log?container=" + MigLabels.MANAGER_APP;
    }

    /** The last thing that the MIG manager complained of; empty where its log is not to be had. */
    private String reason(String node) throws InterruptedException {
        try {
            var pod = manager(node);
            return pod.isEmpty() ? "" : complaint(pod.get()).map(line -> "Its log: " + line).orElse("");
        } catch (Failure _) {
            // Why it failed is told as far as one may read it.
            return "";
        }
    }

    private Optional<String> complaint(JsonNode pod) throws Failure, InterruptedException {
        var path = log(pod) + "&tailLines=50";
        var text = way.wire().text(ApiRequest.get(path, "read the log of the MIG manager"));
        return text.lines().filter(line -> line.contains("level=error") && !line.contains(MigLabels.STATE))
                .reduce((_, last) -> last);
    }
}

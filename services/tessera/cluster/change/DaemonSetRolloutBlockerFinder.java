package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.scheduling.StatusConditionReader;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.text.TextExcerpt;

/**
 * Finds the nodes that hold up the rollout of a DaemonSet, and the reasons. It looks now and then only, and at so many pods:
 * a rollout is asked after every second, and a DaemonSet may have a pod on each of thousands of nodes.
 */
final class DaemonSetRolloutBlockerFinder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DaemonSetRolloutBlockerFinder.class);
    private static final String READY = "Ready";
    private static final int LOOKED_AT = 500;
    private static final int NAMED = 3;
    private static final int LONGEST = 160;

    private final ApiObjectReader objects;
    private final ClusterQueryCache paced;

    DaemonSetRolloutBlockerFinder(ApiObjectReader objects, ClusterQueryCache paced) {
        this.objects = objects;
        this.paced = paced;
    }

    /** Returns the blockers as a clause; empty where nothing is to be seen. */
    String blockersText(JsonNode set) throws InterruptedException {
        return paced.answerTo(set.at("/metadata/uid").asText(), MESSAGES.text("blocker.unknown"),
                () -> readBlockers(set));
    }

    private String readBlockers(JsonNode set) throws ProblemException, InterruptedException {
        var late = unreadyPods(set);
        if (late.isEmpty()) {
            return missingPodsReason(set);
        }
        var texts = new ArrayList<String>();
        for (var pod : late.subList(0, Math.min(NAMED, late.size()))) {
            texts.add(podText(pod));
        }
        var text = SentenceJoiner.joinClauses(texts);
        return late.size() > NAMED ? MESSAGES.text("blocker.more", text, late.size() - NAMED) : text;
    }

    private List<JsonNode> unreadyPods(JsonNode set) throws ProblemException, InterruptedException {
        var namespace = set.at("/metadata/namespace").asText();
        var selector = set.at("/spec/selector/matchLabels").propertyStream()
                .map(label -> label.getKey() + "=" + label.getValue().asText()).collect(Collectors.joining(","));
        var path = "/api/v1/namespaces/%s/pods?limit=%d&labelSelector=%s".formatted(ApiPathBuilder.encode(namespace),
                LOOKED_AT, ApiPathBuilder.encode(selector));
        var late = new ArrayList<JsonNode>();
        for (var pod : objects.readJson(path, MESSAGES.text("list.pods.of", set.at("/metadata/name").asText()))
                .path("items")) {
            if (pod.at("/metadata/ownerReferences/0/uid").asText().equals(set.at("/metadata/uid").asText())
                    && !StatusConditionReader.isTrue(pod, READY)) {
                late.add(pod);
            }
        }
        return late;
    }

    private String podText(JsonNode pod) throws ProblemException, InterruptedException {
        var name = pod.at("/spec/nodeName").asText("");
        if (name.isEmpty()) {
            return MESSAGES.text("launch.pod", pod.at("/metadata/name").asText(),
                    shortenText(LaunchedWorkloadWatcher.waitingReason(pod)));
        }
        var node = objects.readJson(ApiPathBuilder.objectPath(ObjectRef.node(name)), MESSAGES.text("read.node", name));
        if (!StatusConditionReader.isTrue(node, READY)) {
            return MESSAGES.text("blocker.node", name);
        }
        if (pod.at("/metadata").has("deletionTimestamp")) {
            return MESSAGES.text("blocker.terminating", name, pod.at("/metadata/name").asText());
        }
        return MESSAGES.text("launch.pod", name, shortenText(LaunchedWorkloadWatcher.unreadyPodReason(pod)));
    }

    /** Shortens a message and removes container and pod names, as the sentence names the node. */
    private static String shortenText(String text) {
        return TextExcerpt.shorten(
                text.replaceFirst(" failed container=" + "\\S+ pod=\\S+", MESSAGES.text("blocker.failed")), LONGEST);
    }

    /** Returns the last warning event where a DaemonSet has fewer pods than it wants. */
    private String missingPodsReason(JsonNode set) throws ProblemException, InterruptedException {
        var status = set.path("status");
        if (status.path("currentNumberScheduled").asInt() >= status.path("desiredNumberScheduled").asInt()) {
            return "";
        }
        var object = new ObjectRef("apps/v1", "DaemonSet", "daemonsets", set.at("/metadata/namespace").asText(),
                set.at("/metadata/name").asText());
        return objects
                .listAll(ApiPathBuilder.eventsPath(object, object.namespace()), MESSAGES.text("list.events", object))
                .stream().filter(event -> event.path("type").asText().equals("Warning"))
                .map(event -> shortenText(event.path("message").asText())).reduce((_, last) -> last).orElse("");
    }
}

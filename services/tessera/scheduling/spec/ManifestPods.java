package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import tessera.insight.WaitingReason;
import tessera.model.ListText;
import tessera.model.ResourceAmounts;

/** Finds the pods that objects of a manifest would bring: pods themselves, and templates of pods wherever they are. */
public final class ManifestPods {

    private static final int DEEPEST = 12;
    private static final int LISTED = 3;
    /** With what a pod begins that nobody else makes. */
    private static final String ALONE = "Pod/";
    private static final String NONE = "The manifest brings no pods; tessera plan launch -f asks the server what it says to it";
    private static final String STATEFUL = "StatefulSet/";
    /** Fields that are there in any such object. */
    private static final Pattern FRAME = Pattern
            .compile("spec|template|.*[jJ]obTemplate|.*Jobs|.*ReplicaSpecs|.*GroupSpecs"
                    + "|rayClusterSpec|rayClusterConfig|leaderWorkerTemplate");
    /** What the name of a field says beside whose pods they are. */
    private static final Pattern ROLE = Pattern.compile("(?:GroupSpec|Template|Spec)$");

    private final String namespace;
    private final List<Pods> found = new ArrayList<>();
    private final List<JsonNode> beside = new ArrayList<>();

    /**
     * Pods that are alike.
     *
     * @param of        the object that brings them, e.g. {@code Deployment/llm}, or some of those
     * @param part      what they are of it, e.g. {@code Worker}; empty where that is not said
     * @param pod       as one of them will be, as far as the manifest tells
     * @param count     how many
     * @param everyNode whether there is to be one on each node instead
     * @param queue     of Kueue through which the object is to go; empty for none
     */
    public record Pods(String of, String part, JsonNode pod, long count, boolean everyNode, String queue) {

        /** Whether each of them gets a claim like the one of this name, which stands for theirs. */
        public boolean each(String claim) {
            var name = pod.at("/metadata/name").asText();
            return pod.at("/spec/volumes").valueStream().anyMatch(volume -> {
                var called = volume.path("name").asText();
                return volume.at("/ephemeral/volumeClaimTemplate").isObject() ? claim.equals(name + "-" + called)
                        : of.startsWith(STATEFUL)
                                && claim.equals(called + "-" + of.substring(STATEFUL.length()));
            });
        }
    }

    /**
     * What a manifest brings.
     *
     * @param beside what comes along with the pods, such as claims that they use; each names a namespace, of its kind or not
     * @param gaps   whose pods are not known, and why, a sentence each without a full stop
     */
    public record Brought(List<Pods> pods, List<JsonNode> beside, List<String> gaps) {

        public Brought {
            pods = List.copyOf(pods);
            beside = List.copyOf(beside);
            gaps = List.copyOf(gaps);
        }

        /** What is all that it brings, as far as nobody asked a cluster. */
        public Brought(List<Pods> pods, List<JsonNode> beside) {
            this(pods, beside, List.of());
        }

        /** Why no pods are known of it, a sentence without a full stop. */
        public String none() {
            return gaps.isEmpty() ? NONE : String.join(". ", gaps);
        }

        /** The same with pods told together that are alike, of one object or made one by one: they want the same places. */
        public Brought merged() {
            var alike = new LinkedHashMap<JsonNode, List<Pods>>();
            for (var set : pods) {
                var metadata = set.pod().path("metadata");
                var key = JsonNodeFactory.instance.arrayNode().add(set.everyNode()).add(set.queue())
                        .add(metadata.path("namespace")).add(set.pod().path("spec"));
                if (set.of().startsWith(ALONE)) {
                    key.add(metadata.path("labels"));
                } else {
                    key.add(set.of());
                }
                alike.computeIfAbsent(key, _ -> new ArrayList<>()).add(set);
            }
            return new Brought(alike.values().stream().map(ManifestPods::together).toList(), beside, gaps);
        }
    }

    private static Pods together(List<Pods> sets) {
        var one = sets.getFirst();
        var names = sets.stream().map(Pods::of).distinct().toList();
        int more = names.size() - LISTED;
        var of = more > 0 ? String.join(", ", names.subList(0, LISTED)) + " and %d more".formatted(more)
                : ListText.joined(names, " and ");
        var parts = sets.stream().map(Pods::part).distinct().toList();
        // Where it is not said of all what they are, some of their names would stand for all.
        return new Pods(of, parts.contains("") ? "" : ListText.joined(parts, " and "), one.pod(),
                sets.stream().mapToLong(Pods::count).reduce(0, ResourceAmounts::saturatedSum), one.everyNode(),
                one.queue());
    }

    private ManifestPods(String namespace) {
        this.namespace = namespace;
    }

    /**
     * Those of some objects, as they would be sent to a server.
     *
     * @param namespace of objects that name none
     */
    public static Brought of(List<JsonNode> objects, String namespace) {
        var manifests = new ManifestPods(namespace);
        objects.forEach(manifests::object);
        return new Brought(manifests.found, manifests.beside);
    }

    private void object(JsonNode object) {
        if (object.path("items").isArray()) {
            object.path("items").forEach(this::object);
            return;
        }
        var origin = new TemplateOrigin(object, object.path("metadata").path("namespace").asText(namespace), "");
        if (object.path("kind").asText().equals("Pod")) {
            found.add(origin.pods(pod(object, origin), 1));
        } else {
            if (object instanceof ObjectNode whole) {
                var copy = whole.deepCopy();
                metadata(copy).put("namespace", origin.namespace());
                beside.add(copy);
            }
            if (!TrainJobs.runtime(object.path("apiVersion").asText(), object.path("kind").asText())) {
                templates(object.path("spec"), origin, 1, 0);
            }
        }
    }

    /**
     * Where a template is.
     *
     * @param part of the object; empty where nothing says which
     */
    private record TemplateOrigin(JsonNode object, String namespace, String part) {

        /** Below a field, which may be what tells some pods of an object from others. */
        TemplateOrigin below(String field) {
            var plain = ROLE.matcher(field).replaceFirst("");
            return FRAME.matcher(field).matches() || plain.isEmpty() ? this
                    : new TemplateOrigin(object, namespace, plain);
        }

        /** In an entry of a list, which may have a name. */
        TemplateOrigin in(JsonNode entry) {
            var name = entry.path("groupName").asText(entry.path("name").asText());
            return name.isEmpty() ? this : new TemplateOrigin(object, namespace, name);
        }

        String name() {
            var metadata = object.path("metadata");
            return metadata.path("name").asText(metadata.path("generateName").asText());
        }

        Pods pods(JsonNode pod, long count) {
            var kind = object.path("kind").asText();
            return new Pods(kind + "/" + name(), part, pod, count, kind.equals("DaemonSet"),
                    object.path("metadata").path("labels").path(WaitingReason.QUEUE).asText());
        }
    }

    private void templates(JsonNode part, TemplateOrigin origin, long count, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        if (part.isArray()) {
            part.forEach(each -> templates(each, origin.in(each), count, depth + 1));
            return;
        }
        long each = part.has("groupName") && part.at("/template/spec/containers").isArray()
                ? workers(part)
                : Math.max(0, part.path("replicas").asLong(1));
        long here = ResourceAmounts.saturatedProduct(ResourceAmounts.saturatedProduct(count, each),
                JobPods.wanted(part, 0));
        for (var field : part.properties()) {
            var value = field.getValue();
            if (value.path("spec").path("containers").isArray()) {
                long members = field.getKey().equals("workerTemplate") ? members(part) : 1;
                found.add(origin.below(field.getKey()).pods(pod(value, origin),
                        ResourceAmounts.saturatedProduct(here, members)));
            } else if (value.isContainerNode() && !TrainJobs.change(field.getKey())) {
                templates(value, origin.below(field.getKey()), here, depth + 1);
            }
        }
    }

    /** Of a group of Ray's, whose replicas are of so many pods each, and no more and no fewer than it says. */
    private static long workers(JsonNode group) {
        long fewest = Math.max(0, group.path("minReplicas").asLong(0));
        long most = Math.max(fewest, group.path("maxReplicas").asLong(Long.MAX_VALUE));
        return group.path("suspend").asBoolean() ? 0
                : ResourceAmounts.saturatedProduct(Math.clamp(group.path("replicas").asLong(0), fewest, most),
                        Math.max(1, group.path("numOfHosts").asLong(1)));
    }

    /** How many of a group are not its leader. */
    private static long members(JsonNode group) {
        return Math.max(1, group.path("size").asLong(1) - (group.has("leaderTemplate") ? 1 : 0));
    }

    private JsonNode pod(JsonNode template, TemplateOrigin origin) {
        ObjectNode pod = template.deepCopy();
        var metadata = metadata(pod);
        metadata.put("namespace", origin.namespace());
        if (!metadata.hasNonNull("name")) {
            metadata.put("name", origin.name());
        }
        var called = metadata.path("name").asText();
        pod.at("/spec/volumes").forEach(volume -> claimed(volume.at("/ephemeral/volumeClaimTemplate"),
                origin.namespace(), called + "-" + volume.path("name").asText()));
        if (origin.object().path("kind").asText().equals("StatefulSet")
                && pod.path("spec") instanceof ObjectNode spec) {
            origin.object().at("/spec/volumeClaimTemplates").valueStream().filter(JsonNode::isObject)
                    .forEach(claim -> own(claim, spec, origin));
        }
        return pod;
    }

    /** A claim of which every pod gets one: it stands for theirs, whose names end in the numbers of the pods. */
    private void own(JsonNode template, ObjectNode spec, TemplateOrigin origin) {
        var volume = template.at("/metadata/name").asText();
        var claim = volume + "-" + origin.name();
        claimed(template, origin.namespace(), claim);
        var volumes = spec.path("volumes") instanceof ArrayNode written ? written : spec.putArray("volumes");
        volumes.removeIf(each -> each.path("name").asText().equals(volume));
        volumes.addObject().put("name", volume).putObject("persistentVolumeClaim").put("claimName", claim);
    }

    /** Of a volume that is made for each pod there will be a claim. */
    private void claimed(JsonNode template, String namespace, String name) {
        if (template instanceof ObjectNode written) {
            var claim = written.deepCopy();
            claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            metadata(claim).put("namespace", namespace).put("name", name);
            beside.add(claim);
        }
    }

    /** Whatever was written there, it is an object afterwards. */
    private static ObjectNode metadata(ObjectNode object) {
        return object.path("metadata") instanceof ObjectNode metadata ? metadata : object.putObject("metadata");
    }
}

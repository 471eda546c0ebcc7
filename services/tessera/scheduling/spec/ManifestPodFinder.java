package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.VolumeClaimMount;
import tessera.scheduling.KueueApiNames;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Finds the pods that the objects of a manifest would create: pods themselves, and pod templates at any place. */
public final class ManifestPodFinder {

    private static final int DEEPEST = 12;
    /** With what a pod begins that nobody else makes. */
    private static final String ALONE = "Pod/";
    private static final MessageCatalog MESSAGES = MessageCatalog.of(ManifestPodFinder.class);
    private static final String STATEFUL = "StatefulSet/";
    /** Fields that are there in any such object. */
    private static final Pattern FRAME = Pattern.compile("spec|template" + "|.*[jJ]obTemplate|.*Jobs"
            + "|.*ReplicaSpecs|.*GroupSpecs" + "|rayClusterSpec|rayClusterConfig|leaderWorkerTemplate");
    /** What the name of a field says beside whose pods they are. */
    private static final Pattern ROLE = Pattern.compile("(?:GroupSpec|Template|Spec)$");

    private final String namespace;
    private final List<IdenticalPodSet> podSets = new ArrayList<>();
    private final List<JsonNode> beside = new ArrayList<>();

    /**
     * A set of identical pods of a manifest.
     *
     * @param owner        the object that brings them, e.g. {@code Deployment/llm}, or some of those
     * @param ownerPart      what they are of it, e.g. {@code Worker}; empty where that is not said
     * @param pod       as one of them will be, as far as the manifest tells
     * @param count     how many
     * @param onEveryNode whether there is to be one on each node instead
     * @param queueName     of Kueue through which the object is to go; empty for none
     */
    public record IdenticalPodSet(String owner, String ownerPart, JsonNode pod, long count, boolean onEveryNode,
            String queueName) {

        /** Returns whether each pod gets a claim like the named one, which stands for them all. */
        public boolean hasOwnClaim(String claim) {
            var name = pod.at("/metadata/name").asText();
            return pod.at("/spec/volumes").valueStream().anyMatch(volume -> {
                var called = volume.path("name").asText();
                if (volume.at("/ephemeral/volumeClaimTemplate").isObject()) {
                    return claim.equals(name + "-" + called);
                }
                return owner.startsWith(STATEFUL) && claim.equals(called + "-" + owner.substring(STATEFUL.length()));
            });
        }
    }

    /**
     * The pods of a manifest, and the objects that come with them.
     *
     * @param otherObjects what comes along with the pods, such as claims that they use; each names a namespace, of its kind or not
     * @param problemTexts   whose pods are not known, and why, a sentence each without a full stop
     */
    public record ManifestContents(List<IdenticalPodSet> pods, List<JsonNode> otherObjects, List<String> problemTexts) {

        public ManifestContents {
            pods = List.copyOf(pods);
            otherObjects = List.copyOf(otherObjects);
            problemTexts = List.copyOf(problemTexts);
        }

        /** What is all that it brings, as far as nobody asked a cluster. */
        public ManifestContents(List<IdenticalPodSet> pods, List<JsonNode> beside) {
            this(pods, beside, List.of());
        }

        /** Returns the reason why no pods are known, without a full stop. */
        public String noPodsText() {
            return problemTexts.isEmpty() ? MESSAGES.text("manifest.no-pods")
                    : SentenceJoiner.joinSentences(problemTexts);
        }

        /** Returns a copy in which identical pods of one object, or individual identical pods, form one set. */
        public ManifestContents mergeIdentical() {
            var alike = new LinkedHashMap<JsonNode, List<IdenticalPodSet>>();
            for (var set : pods) {
                var metadata = set.pod().path("metadata");
                var key = JsonNodeFactory.instance.arrayNode().add(set.onEveryNode()).add(set.queueName())
                        .add(metadata.path("namespace")).add(set.pod().path("spec"));
                if (set.owner().startsWith(ALONE)) {
                    key.add(metadata.path("labels"));
                } else {
                    key.add(set.owner());
                }
                alike.computeIfAbsent(key, _ -> new ArrayList<>()).add(set);
            }
            return new ManifestContents(alike.values().stream().map(ManifestPodFinder::mergeSets).toList(),
                    otherObjects, problemTexts);
        }
    }

    private static IdenticalPodSet mergeSets(List<IdenticalPodSet> sets) {
        var one = sets.getFirst();
        var names = sets.stream().map(IdenticalPodSet::owner).distinct().toList();
        var parts = sets.stream().map(IdenticalPodSet::ownerPart).distinct().toList();
        // Where it is not said of all what they are, some of their names would stand for all.
        return new IdenticalPodSet(MESSAGES.text("manifest.owners", names),
                parts.contains("") ? "" : MESSAGES.text("manifest.parts", parts), one.pod(),
                sets.stream().mapToLong(IdenticalPodSet::count).reduce(0, ResourceAmounts::saturatedSum),
                one.onEveryNode(), one.queueName());
    }

    private ManifestPodFinder(String namespace) {
        this.namespace = namespace;
    }

    /**
     * Returns the contents of some objects as they would be sent to an API server.
     *
     * @param namespace of objects that name none
     */
    public static ManifestContents readContents(List<JsonNode> objects, String namespace) {
        var manifests = new ManifestPodFinder(namespace);
        objects.forEach(manifests::addObject);
        return new ManifestContents(manifests.podSets, manifests.beside);
    }

    private void addObject(JsonNode object) {
        if (object.path("items").isArray()) {
            object.path("items").forEach(this::addObject);
            return;
        }
        var origin = new PodTemplateLocation(object, object.path("metadata").path("namespace").asText(namespace), "");
        if (object.path("kind").asText().equals("Pod")) {
            podSets.add(origin.podSet(podFromTemplate(object, origin), 1));
        } else {
            if (object instanceof ObjectNode whole) {
                var copy = whole.deepCopy();
                metadataOf(copy).put("namespace", origin.namespace());
                beside.add(copy);
            }
            if (!TrainJobPodBuilder.isRuntime(object.path("apiVersion").asText(), object.path("kind").asText())) {
                addTemplates(object.path("spec"), origin, 1, 0);
            }
        }
    }

    /**
     * The location of a template in an object.
     *
     * @param objectPart of the object; empty where nothing says which
     */
    private record PodTemplateLocation(JsonNode object, String namespace, String objectPart) {

        /** Returns the origin below a field, whose name may distinguish pods of an object. */
        PodTemplateLocation below(String field) {
            var plain = ROLE.matcher(field).replaceFirst("");
            if (FRAME.matcher(field).matches() || plain.isEmpty()) {
                return this;
            }
            return new PodTemplateLocation(object, namespace, plain);
        }

        /** Returns the origin in an entry of a list, which may have a name. */
        PodTemplateLocation inEntry(JsonNode entry) {
            var name = entry.path("groupName").asText(entry.path("name").asText());
            return name.isEmpty() ? this : new PodTemplateLocation(object, namespace, name);
        }

        /** Returns the scheduler that the controller of the object writes into pods that name none. */
        Optional<String> schedulerName() {
            var version = object.path("apiVersion").asText();
            var label = object.at("/metadata/labels/ray.io~1scheduler-name").asText();
            if (version.startsWith("batch.volcano.sh/")) {
                return Optional.of(object.at("/spec/schedulerName").asText("volcano"));
            }
            return Optional.of(label).filter(name -> version.startsWith("ray.io/") && !name.isEmpty());
        }

        String objectName() {
            var metadata = object.path("metadata");
            return metadata.path("name").asText(metadata.path("generateName").asText());
        }

        IdenticalPodSet podSet(JsonNode pod, long count) {
            var kind = object.path("kind").asText();
            return new IdenticalPodSet(kind + "/" + objectName(), objectPart, pod, count, kind.equals("DaemonSet"),
                    object.path("metadata").path("labels").path(KueueApiNames.QUEUE_LABEL).asText());
        }
    }

    private void addTemplates(JsonNode part, PodTemplateLocation origin, long count, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        if (part.isArray()) {
            part.forEach(element -> addTemplates(element, origin.inEntry(element), count, depth + 1));
            return;
        }
        long each = part.has("groupName") && part.at("/template/spec/containers").isArray() ? rayWorkerCount(part)
                : Math.max(0, part.path("replicas").asLong(1));
        long here = ResourceAmounts.saturatedProduct(ResourceAmounts.saturatedProduct(count, each),
                JobParallelismCalculator.activePods(part, 0));
        for (var field : part.properties()) {
            var value = field.getValue();
            if (value.path("spec").path("containers").isArray()) {
                long members = field.getKey().equals("workerTemplate") ? nonLeaderCount(part) : 1;
                podSets.add(origin.below(field.getKey()).podSet(podFromTemplate(value, origin),
                        ResourceAmounts.saturatedProduct(here, members)));
            } else if (value.isContainerNode() && !TrainJobPodBuilder.isOverrideField(field.getKey())) {
                addTemplates(value, origin.below(field.getKey()), here, depth + 1);
            }
        }
    }

    /** Returns the number of pods of a Ray worker group, within its minimum and maximum. */
    private static long rayWorkerCount(JsonNode group) {
        long fewest = Math.max(0, group.path("minReplicas").asLong(0));
        long maximum = Math.max(fewest, group.path("maxReplicas").asLong(Long.MAX_VALUE));
        if (group.path("suspend").asBoolean()) {
            return 0;
        }
        return ResourceAmounts.saturatedProduct(Math.clamp(group.path("replicas").asLong(0), fewest, maximum),
                Math.max(1, group.path("numOfHosts").asLong(1)));
    }

    /** Returns the number of pods of a group without its leader. */
    private static long nonLeaderCount(JsonNode group) {
        return Math.max(1, group.path("size").asLong(1) - (group.has("leaderTemplate") ? 1 : 0));
    }

    private JsonNode podFromTemplate(JsonNode template, PodTemplateLocation origin) {
        ObjectNode pod = template.deepCopy();
        var metadata = metadataOf(pod);
        metadata.put("namespace", origin.namespace());
        if (!metadata.hasNonNull("name")) {
            metadata.put("name", origin.objectName());
        }
        if (pod.path("spec") instanceof ObjectNode spec && !spec.hasNonNull("schedulerName")) {
            origin.schedulerName().ifPresent(name -> spec.put("schedulerName", name));
        }
        var called = metadata.path("name").asText();
        pod.at("/spec/volumes").forEach(volume -> addClaim(volume.at("/ephemeral/volumeClaimTemplate"),
                origin.namespace(), VolumeClaimMount.ephemeralClaimName(called, volume)));
        if (origin.object().path("kind").asText().equals("StatefulSet")
                && pod.path("spec") instanceof ObjectNode spec) {
            origin.object().at("/spec/volumeClaimTemplates").valueStream().filter(JsonNode::isObject)
                    .forEach(claim -> bindEphemeralClaim(claim, spec, origin));
        }
        return pod;
    }

    /** Replaces an ephemeral volume by one claim that stands for the claim of each pod. */
    private void bindEphemeralClaim(JsonNode template, ObjectNode spec, PodTemplateLocation origin) {
        var volume = template.at("/metadata/name").asText();
        var claim = volume + "-" + origin.objectName();
        addClaim(template, origin.namespace(), claim);
        var volumes = spec.path("volumes") instanceof ArrayNode written ? written : spec.putArray("volumes");
        volumes.removeIf(element -> element.path("name").asText().equals(volume));
        volumes.addObject().put("name", volume).putObject("persistentVolumeClaim").put("claimName", claim);
    }

    /** Adds the claim of a volume that is created for each pod. */
    private void addClaim(JsonNode template, String namespace, String name) {
        if (template instanceof ObjectNode written) {
            var claim = written.deepCopy();
            claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            metadataOf(claim).put("namespace", namespace).put("name", name);
            beside.add(claim);
        }
    }

    /** Returns the metadata of an object, replaced by an empty object where it is none. */
    private static ObjectNode metadataOf(ObjectNode object) {
        return object.path("metadata") instanceof ObjectNode metadata ? metadata : object.putObject("metadata");
    }
}

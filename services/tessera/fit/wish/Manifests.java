package tessera.fit.wish;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import tessera.insight.WaitingReason;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Resources;

/** Finds the pods that objects of a manifest would bring: pods themselves, and templates of pods wherever they are. */
public final class Manifests {

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final int DEEPEST = 12;

    private final String namespace;
    private final List<Pods> found = new ArrayList<>();
    private final List<JsonNode> beside = new ArrayList<>();

    /**
     * Pods that are alike.
     *
     * @param of        the object that brings them, e.g. {@code Deployment/llm}
     * @param pod       as one of them will be, as far as the manifest tells
     * @param count     how many
     * @param everyNode whether there is to be one on each node instead
     * @param queue     of Kueue through which the object is to go; empty for none
     */
    public record Pods(String of, JsonNode pod, long count, boolean everyNode, String queue) {}

    /**
     * What a manifest brings.
     *
     * @param beside what comes along with the pods, such as claims that they use; each names a namespace, of its kind or not
     */
    public record Brought(List<Pods> pods, List<JsonNode> beside) {

        public Brought {
            pods = List.copyOf(pods);
            beside = List.copyOf(beside);
        }

        /** The same with pods of an object that differ in nothing but names and labels told together. */
        public Brought merged() {
            var merged = new LinkedHashMap<JsonNode, Pods>();
            pods.forEach(set -> merged.merge(JsonNodeFactory.instance.arrayNode().add(set.of()).add(set.everyNode())
                    .add(set.pod().path("spec")), set,
                    (one, more) -> new Pods(one.of(), one.pod(),
                            Resources.saturatedSum(one.count(), more.count()), one.everyNode(), one.queue())));
            return new Brought(List.copyOf(merged.values()), beside);
        }
    }

    private Manifests(String namespace) {
        this.namespace = namespace;
    }

    /**
     * Reads YAML or JSON, of several documents perhaps.
     *
     * @param namespace of objects that name none
     */
    public static Brought read(String text, String namespace) throws Failure {
        var manifests = new Manifests(namespace);
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(text)) {
            while (documents.hasNextValue()) {
                manifests.object(documents.nextValue());
            }
        } catch (JsonProcessingException e) {
            throw new Failure(Problem.of(Kind.CONFIGURATION, "The manifest is neither YAML nor JSON")
                    .withDetail(e.getOriginalMessage()), e);
        } catch (IOException e) {
            throw new Failure(Problem.of(Kind.CONFIGURATION, "The manifest cannot be read"), e);
        }
        return new Brought(manifests.found, manifests.beside);
    }

    private void object(JsonNode object) {
        if (object.path("items").isArray()) {
            object.path("items").forEach(this::object);
            return;
        }
        var kind = object.path("kind").asText();
        var name = object.path("metadata").path("name").asText(object.path("metadata").path("generateName").asText());
        var place = object.path("metadata").path("namespace").asText(namespace);
        var words = kind + "/" + name;
        if (kind.equals("Pod")) {
            found.add(new Pods(words, pod(object, place, name), 1, false, queue(object)));
        } else {
            if (object instanceof ObjectNode whole) {
                var copy = whole.deepCopy();
                metadata(copy).put("namespace", place);
                beside.add(copy);
            }
            templates(object.path("spec"), new Origin(words, place, name, kind.equals("DaemonSet"), queue(object)), 1,
                    0);
        }
    }

    /** Where a template is. */
    private record Origin(String words, String namespace, String name, boolean everyNode, String queue) {}

    private static String queue(JsonNode object) {
        return object.path("metadata").path("labels").path(WaitingReason.QUEUE).asText();
    }

    private void templates(JsonNode part, Origin origin, long count, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        if (part.isArray()) {
            part.forEach(each -> templates(each, origin, count, depth + 1));
            return;
        }
        long each = part.has("groupName") && part.at("/template/spec/containers").isArray()
                ? workers(part)
                : Math.max(0, part.path("replicas").asLong(1));
        long here = Resources.saturatedProduct(Resources.saturatedProduct(count, each), JobPods.wanted(part, 0));
        for (var field : part.properties()) {
            var value = field.getValue();
            if (value.path("spec").path("containers").isArray()) {
                long members = field.getKey().equals("workerTemplate") ? members(part) : 1;
                found.add(new Pods(origin.words(), pod(value, origin.namespace(), origin.name()),
                        Resources.saturatedProduct(here, members), origin.everyNode(), origin.queue()));
            } else if (value.isContainerNode()) {
                templates(value, origin, here, depth + 1);
            }
        }
    }

    /** Of a group of Ray's, whose replicas are of so many pods each, and no more and no fewer than it says. */
    private static long workers(JsonNode group) {
        long fewest = Math.max(0, group.path("minReplicas").asLong(0));
        long most = Math.max(fewest, group.path("maxReplicas").asLong(Long.MAX_VALUE));
        return group.path("suspend").asBoolean() ? 0
                : Resources.saturatedProduct(Math.clamp(group.path("replicas").asLong(0), fewest, most),
                        Math.max(1, group.path("numOfHosts").asLong(1)));
    }

    /** How many of a group are not its leader. */
    private static long members(JsonNode group) {
        return Math.max(1, group.path("size").asLong(1) - (group.has("leaderTemplate") ? 1 : 0));
    }

    private JsonNode pod(JsonNode template, String namespace, String name) {
        ObjectNode pod = template.deepCopy();
        var metadata = metadata(pod);
        metadata.put("namespace", namespace);
        if (!metadata.hasNonNull("name")) {
            metadata.put("name", name);
        }
        var called = metadata.path("name").asText();
        pod.at("/spec/volumes").forEach(volume -> claimed(volume, namespace, called));
        return pod;
    }

    /** Of a volume that is made for each pod there will be a claim. */
    private void claimed(JsonNode volume, String namespace, String pod) {
        if (volume.at("/ephemeral/volumeClaimTemplate") instanceof ObjectNode template) {
            var claim = template.deepCopy();
            claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            metadata(claim).put("namespace", namespace).put("name", pod + "-" + volume.path("name").asText());
            beside.add(claim);
        }
    }

    /** Whatever was written there, it is an object afterwards. */
    private static ObjectNode metadata(ObjectNode object) {
        return object.path("metadata") instanceof ObjectNode metadata ? metadata : object.putObject("metadata");
    }
}

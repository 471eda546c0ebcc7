package tessera.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.cluster.object.ApiDiscoveryCache;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.cluster.object.ObjectYamlWriter;
import tessera.cluster.object.OwnerChainReader;
import tessera.cluster.object.PodSpecReader;
import tessera.cluster.object.ResourceMetricsReader;
import tessera.cluster.object.ServerVersionReader;
import tessera.model.EventSummary;
import tessera.model.MetricsServerUsage;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.PodDetails;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.ServerVersion;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * Reads single objects on behalf of the screen that shows them. Each read goes to the server and waits for it; not for the FX
 * thread.
 */
public final class InspectedObjectReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectedObjectReader.class);

    private final ApiObjectReader objects;

    InspectedObjectReader(ApiObjectReader.ApiTransportSupplier transportSupplier) {
        objects = new ApiObjectReader(transportSupplier);
    }

    /** Returns an object's place, with the resource name and scope from the server's discovery. */
    public ObjectRef locate(ObjectRef object) throws ProblemException, InterruptedException {
        return new ApiDiscoveryCache(objects).resolve(object);
    }

    /** Returns the chain of an object's owners, as far up as they may be read. */
    public OwnerChain ownersOf(ObjectRef object) throws InterruptedException {
        return OwnerChainReader.readChain(object, objects);
    }

    /**
     * Returns an object as YAML. The data of Secrets is hidden.
     *
     * @param managed whether to show who manages which field
     */
    public String readYaml(ObjectRef object, boolean managed) throws ProblemException, InterruptedException {
        return ObjectYamlWriter
                .toYaml(objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object)), managed);
    }

    /** Returns the events about an object, newest first. */
    public List<EventSummary> readEvents(ObjectRef object) throws ProblemException, InterruptedException {
        try {
            return readEvents(ApiPathBuilder.eventsPath(object, object.namespace()), object);
        } catch (ProblemException problemException) {
            if (!object.namespace().isEmpty() || problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            // Events about nodes are kept in this namespace, which may be open where the whole cluster is not.
            return readEvents(ApiPathBuilder.eventsPath(object, "default"), object);
        }
    }

    private List<EventSummary> readEvents(String path, ObjectRef object) throws ProblemException, InterruptedException {
        return KubernetesEventReader
                .readAll(objects.listAll(path, MESSAGES.text("list.events", object))).stream().sorted(Comparator
                        .comparing(EventSummary::last, Comparator.nullsFirst(Comparator.naturalOrder())).reversed())
                .toList();
    }

    /** Returns the spec of a pod. */
    public PodDetails readPodSpec(ObjectRef pod) throws ProblemException, InterruptedException {
        return PodSpecReader.readPodSpec(objects.readJson(ApiPathBuilder.objectPath(pod), MESSAGES.text("read", pod)));
    }

    /** Returns the CPU and memory usage of a node or a pod, where the cluster serves the metrics API. */
    public MetricsServerUsage readUsage(ObjectRef object) throws ProblemException, InterruptedException {
        return ResourceMetricsReader.readUsage(
                objects.readJson(ResourceMetricsReader.metricsPath(object), MESSAGES.text("read.usage", object)));
    }

    public ServerVersion readVersion() throws ProblemException, InterruptedException {
        return ServerVersionReader.readVersion(objects);
    }

    /** Returns the names of all namespaces, in alphabetical order. */
    public List<String> readNamespaces() throws ProblemException, InterruptedException {
        return objects.listAll("/api/v1/namespaces?limit=500", MESSAGES.text("list.namespaces")).stream()
                .map(item -> item.path("metadata").path("name").asText()).sorted().toList();
    }

    /** Reads events in either of the two sets of fields of the core API. */
    private static final class KubernetesEventReader {

        private KubernetesEventReader() {}

        /** Reads events; those with the same message are merged, as a series ends while its subject goes on in another. */
        static List<EventSummary> readAll(List<JsonNode> events) {
            return List.copyOf(events.stream().collect(Collectors.toMap(KubernetesEventReader::mergeKey,
                    event -> read(event), KubernetesEventReader::merge, LinkedHashMap::new)).values());
        }

        /** Returns the key by which events are merged: text and the object's uid. */
        private static List<String> mergeKey(JsonNode event) {
            var eventSummary = read(event);
            return List.of(event.path("involvedObject").path("uid").asText(""), eventSummary.type(),
                    eventSummary.reason(), eventSummary.message(), eventSummary.source());
        }

        private static EventSummary merge(EventSummary one, EventSummary other) {
            boolean later = one.last() == null || (other.last() != null && other.last().isAfter(one.last()));
            boolean earlier = one.first() == null || (other.first() != null && other.first().isBefore(one.first()));
            return new EventSummary(one.type(), one.reason(), one.message(), one.source(),
                    earlier ? other.first() : one.first(), later ? other.last() : one.last(),
                    (int) Math.min((long) one.count() + other.count(), Integer.MAX_VALUE));
        }

        static EventSummary read(JsonNode event) {
            var series = event.path("series");
            var noted = firstNonNull(parseTime(event.path("eventTime")),
                    parseTime(event.path("metadata").path("creationTimestamp")));
            var last = firstNonNull(parseTime(series.path("lastObservedTime")),
                    firstNonNull(parseTime(event.path("lastTimestamp")), noted));
            var source = event.path("source").path("component").asText("");
            int count = Math.max(series.path("count").asInt(0), event.path("count").asInt(0));
            return new EventSummary(event.path("type").asText("Normal"), event.path("reason").asText(""),
                    event.path("message").asText("").strip(),
                    OptionalText.orElse(source, event.path("reportingComponent").asText("")),
                    firstNonNull(parseTime(event.path("firstTimestamp")), noted), last, Math.max(1, count));
        }

        private static @Nullable Instant firstNonNull(@Nullable Instant one, @Nullable Instant other) {
            return one == null ? other : one;
        }

        private static @Nullable Instant parseTime(JsonNode node) {
            try {
                return node.isTextual() ? OffsetDateTime.parse(node.textValue()).toInstant() : null;
            } catch (DateTimeParseException _) {
                return null;
            }
        }
    }
}

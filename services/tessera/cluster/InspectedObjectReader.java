package tessera.cluster;

import java.util.Comparator;
import java.util.List;
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

/**
 * Reads single objects on behalf of the screen that shows them. Each read goes to the server and waits for it; not for the FX
 * thread.
 */
public final class InspectedObjectReader {

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
        return ObjectYamlWriter.toYaml(objects.readJson(ApiPathBuilder.objectPath(object), "read " + object), managed);
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
        return KubernetesEventReader.readAll(objects.listAll(path, "list events of " + object)).stream()
                .sorted(Comparator.comparing(EventSummary::last, Comparator.nullsFirst(Comparator.naturalOrder()))
                        .reversed())
                .toList();
    }

    /** Returns the spec of a pod. */
    public PodDetails readPodSpec(ObjectRef pod) throws ProblemException, InterruptedException {
        return PodSpecReader.readPodSpec(objects.readJson(ApiPathBuilder.objectPath(pod), "read " + pod));
    }

    /** Returns the CPU and memory usage of a node or a pod, where the cluster serves the metrics API. */
    public MetricsServerUsage readUsage(ObjectRef object) throws ProblemException, InterruptedException {
        return ResourceMetricsReader
                .readUsage(
                        objects.readJson(ResourceMetricsReader.metricsPath(object), "read what " + object + " uses"));
    }

    public ServerVersion readVersion() throws ProblemException, InterruptedException {
        return ServerVersionReader.readVersion(objects);
    }

    /** Returns the names of all namespaces, in alphabetical order. */
    public List<String> readNamespaces() throws ProblemException, InterruptedException {
        return objects.listAll("/api/v1/namespaces?limit=500", "list namespaces").stream()
                .map(item -> item.path("metadata").path("name").asText()).sorted().toList();
    }
}

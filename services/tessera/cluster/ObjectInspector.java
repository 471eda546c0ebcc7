package tessera.cluster;

import java.util.Comparator;
import java.util.List;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectYaml;
import tessera.cluster.object.OwnerReader;
import tessera.cluster.object.PodSpecReader;
import tessera.cluster.object.ServedKinds;
import tessera.cluster.object.ServerVersions;
import tessera.cluster.object.UsageReader;
import tessera.model.EventFacts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.PodSpecFacts;
import tessera.model.Problem.ProblemKind;
import tessera.model.ServerVersion;
import tessera.model.UsageFacts;

/**
 * Reads single objects on behalf of the screen that shows them. Each read goes to the server and waits for it; not for the FX
 * thread.
 */
public final class ObjectInspector {

    private final ObjectLists objects;

    ObjectInspector(ObjectLists.ServerRoute route) {
        objects = new ObjectLists(route);
    }

    /** Returns an object's place, with the resource name and scope from the server's discovery. */
    public ObjectRef locate(ObjectRef object) throws Failure, InterruptedException {
        return new ServedKinds(objects).resolve(object);
    }

    /** Returns the chain of an object's owners, as far up as they may be read. */
    public OwnerChain ownersOf(ObjectRef object) throws InterruptedException {
        return OwnerReader.readChain(object, objects);
    }

    /**
     * Returns an object as YAML. The data of Secrets is hidden.
     *
     * @param managed whether to show who manages which field
     */
    public String readYaml(ObjectRef object, boolean managed) throws Failure, InterruptedException {
        return ObjectYaml.toYaml(objects.readJson(ApiPaths.objectPath(object), "read " + object), managed);
    }

    /** Returns the events about an object, newest first. */
    public List<EventFacts> readEvents(ObjectRef object) throws Failure, InterruptedException {
        try {
            return readEvents(ApiPaths.eventsPath(object, object.namespace()), object);
        } catch (Failure failure) {
            if (!object.namespace().isEmpty() || failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            // Events about nodes are kept in this namespace, which may be open where the whole cluster is not.
            return readEvents(ApiPaths.eventsPath(object, "default"), object);
        }
    }

    private List<EventFacts> readEvents(String path, ObjectRef object) throws Failure, InterruptedException {
        return EventReader.readAll(objects.listAll(path, "list events of " + object)).stream()
                .sorted(Comparator.comparing(EventFacts::last, Comparator.nullsFirst(Comparator.naturalOrder()))
                        .reversed())
                .toList();
    }

    /** Returns the spec of a pod. */
    public PodSpecFacts readPodSpec(ObjectRef pod) throws Failure, InterruptedException {
        return PodSpecReader.readPodSpec(objects.readJson(ApiPaths.objectPath(pod), "read " + pod));
    }

    /** Returns the CPU and memory usage of a node or a pod, where the cluster serves the metrics API. */
    public UsageFacts readUsage(ObjectRef object) throws Failure, InterruptedException {
        return UsageReader
                .readUsage(objects.readJson(UsageReader.metricsPath(object), "read what " + object + " uses"));
    }

    public ServerVersion readVersion() throws Failure, InterruptedException {
        return ServerVersions.readVersion(objects);
    }

    /** Returns the names of all namespaces, in alphabetical order. */
    public List<String> readNamespaces() throws Failure, InterruptedException {
        return objects.listAll("/api/v1/namespaces?limit=500", "list namespaces").stream()
                .map(item -> item.path("metadata").path("name").asText()).sorted().toList();
    }
}

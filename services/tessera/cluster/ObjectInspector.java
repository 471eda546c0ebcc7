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
 * Reads single objects for someone who looks at them. Each read goes to the server and waits for it; not for the FX
 * thread.
 */
public final class ObjectInspector {

    private final ObjectLists objects;

    ObjectInspector(ObjectLists.ServerRoute way) {
        objects = new ObjectLists(way);
    }

    /** Where an object is of which perhaps only the kind is known, as the server's discovery tells it. */
    public ObjectRef place(ObjectRef object) throws Failure, InterruptedException {
        return new ServedKinds(objects).place(object);
    }

    /** Who made an object, and who made that, as far up as may be read. */
    public OwnerChain makers(ObjectRef object) throws InterruptedException {
        return OwnerReader.of(object, objects);
    }

    /**
     * An object as YAML. The data of Secrets is hidden.
     *
     * @param managed whether to show who manages which field
     */
    public String yaml(ObjectRef object, boolean managed) throws Failure, InterruptedException {
        return ObjectYaml.of(objects.read(ApiPaths.of(object), "read " + object), managed);
    }

    /** What the cluster noted about an object, newest first. */
    public List<EventFacts> events(ObjectRef object) throws Failure, InterruptedException {
        try {
            return events(ApiPaths.events(object, object.namespace()), object);
        } catch (Failure failure) {
            if (!object.namespace().isEmpty() || failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            // Events about nodes are kept in this namespace, which may be open where the whole cluster is not.
            return events(ApiPaths.events(object, "default"), object);
        }
    }

    private List<EventFacts> events(String path, ObjectRef object) throws Failure, InterruptedException {
        return EventReader.read(objects.items(path, "list events of " + object)).stream()
                .sorted(Comparator.comparing(EventFacts::last, Comparator.nullsFirst(Comparator.naturalOrder()))
                        .reversed())
                .toList();
    }

    /** What a pod was made to be. */
    public PodSpecFacts podSpec(ObjectRef pod) throws Failure, InterruptedException {
        return PodSpecReader.read(objects.read(ApiPaths.of(pod), "read " + pod));
    }

    /** What a node or a pod uses of processors and memory, where the cluster serves that. */
    public UsageFacts usage(ObjectRef object) throws Failure, InterruptedException {
        return UsageReader.read(objects.read(UsageReader.path(object), "read what " + object + " uses"));
    }

    public ServerVersion version() throws Failure, InterruptedException {
        return ServerVersions.read(objects);
    }

    /** The names of all namespaces, in alphabetical order. */
    public List<String> namespaces() throws Failure, InterruptedException {
        return objects.items("/api/v1/namespaces?limit=500", "list namespaces").stream()
                .map(item -> item.path("metadata").path("name").asText()).sorted().toList();
    }
}

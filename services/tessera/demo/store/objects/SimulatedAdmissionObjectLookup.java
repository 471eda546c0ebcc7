package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import tessera.demo.admission.SimulatedClusterObjectLookup;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;

/** The rest of the cluster, for rules that look at more than one object. */
public record SimulatedAdmissionObjectLookup(SimulatedEtcdStore store,
        SimulatedServedResourceCatalog catalog) implements SimulatedClusterObjectLookup {

    @Override
    public Optional<ObjectNode> find(String kind, String namespace, String name) {
        return findType(kind).map(type -> store.get(type, namespace, name))
                .map(stored -> findType(kind).get().fullView(stored));
    }

    @Override
    public List<ObjectNode> list(String kind, String namespace) {
        return findType(kind).map(type -> fullViews(type, namespace)).orElse(List.of());
    }

    private List<ObjectNode> fullViews(SimulatedResourceType type, String namespace) {
        return store.list(type, namespace).objects().stream().map(stored -> type.fullView(stored)).toList();
    }

    private Optional<SimulatedResourceType> findType(String kind) {
        return catalog.allResources().stream().filter(type -> type.kind().equals(kind)).findFirst();
    }
}

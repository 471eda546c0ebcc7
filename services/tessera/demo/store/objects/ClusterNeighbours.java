package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import tessera.demo.admission.AdmissionLookup;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;

/** The rest of the cluster, for rules that look at more than one object. */
public final class ClusterNeighbours implements AdmissionLookup {

    private final ObjectStore store;
    private final ResourceCatalog catalog;

    public ClusterNeighbours(ObjectStore store, ResourceCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    @Override
    public Optional<ObjectNode> find(String kind, String namespace, String name) {
        return findType(kind).map(type -> store.get(type, namespace, name))
                .map(stored -> VersionedViews.fullView(findType(kind).get(), stored));
    }

    @Override
    public List<ObjectNode> list(String kind, String namespace) {
        return findType(kind).map(type -> store.list(type, namespace).objects().stream()
                .map(stored -> VersionedViews.fullView(type, stored)).toList()).orElse(List.of());
    }

    private Optional<ResourceType> findType(String kind) {
        return catalog.allResources().stream().filter(type -> type.kind().equals(kind)).findFirst();
    }
}

package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import tessera.demo.admission.AdmissionObjectLookup;
import tessera.demo.store.ServedResourceCatalog;
import tessera.demo.store.ServedResourceType;
import tessera.demo.store.SimulatedEtcdStore;

/** The rest of the cluster, for rules that look at more than one object. */
public final class SimulatedAdmissionObjectLookup implements AdmissionObjectLookup {

    private final SimulatedEtcdStore store;
    private final ServedResourceCatalog catalog;

    public SimulatedAdmissionObjectLookup(SimulatedEtcdStore store, ServedResourceCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    @Override
    public Optional<ObjectNode> find(String kind, String namespace, String name) {
        return findType(kind).map(type -> store.get(type, namespace, name))
                .map(stored -> ApiVersionConversion.fullView(findType(kind).get(), stored));
    }

    @Override
    public List<ObjectNode> list(String kind, String namespace) {
        return findType(kind).map(type -> store.list(type, namespace).objects().stream()
                .map(stored -> ApiVersionConversion.fullView(type, stored)).toList()).orElse(List.of());
    }

    private Optional<ServedResourceType> findType(String kind) {
        return catalog.allResources().stream().filter(type -> type.kind().equals(kind)).findFirst();
    }
}

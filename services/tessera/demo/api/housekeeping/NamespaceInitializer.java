package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWriter;
import tessera.demo.store.objects.GeneratedNames;
import tessera.demo.store.objects.ObjectTimes;

/** Initializer of namespaces with what pods rely on: a service account, and the cluster's certificate. */
public final class NamespaceInitializer {

    private static final String ABOUT = "kubernetes.io/description";

    private final ResourceCatalog catalog;
    private final Clock clock;
    private final GeneratedNames names;

    public NamespaceInitializer(ResourceCatalog catalog, Clock clock, GeneratedNames names) {
        this.catalog = catalog;
        this.clock = clock;
        this.names = names;
    }

    /** Adds the missing objects. */
    public void initializeNamespace(String namespace, StoreWriter writer) {
        addIfMissing(catalog.get("serviceaccounts"), newObject(namespace, "default"), writer);
        var certificate = newObject(namespace, "kube-root-ca.crt");
        StoreJson.childObject(StoreJson.childObject(certificate, "metadata"), "annotations").put(ABOUT,
                "Lets pods verify the API server they talk to.");
        certificate.putObject("data").put("ca.crt", "");
        addIfMissing(catalog.get("configmaps"), certificate, writer);
    }

    private static void addIfMissing(ResourceType type, ObjectNode object, StoreWriter writer) {
        var metadata = object.path("metadata");
        if (writer.get(type, StoreJson.textAt(metadata, "namespace"), StoreJson.textAt(metadata, "name")) == null) {
            writer.put(type, object, null);
        }
    }

    private ObjectNode newObject(String namespace, String name) {
        var object = StoreJson.newObject();
        object.putObject("metadata").put("name", name).put("namespace", namespace).put("uid", names.randomUid())
                .put("creationTimestamp", ObjectTimes.secondsText(clock.instant()));
        return object;
    }
}

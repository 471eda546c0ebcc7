package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWriter;
import tessera.demo.store.objects.GeneratedNames;
import tessera.demo.store.objects.ObjectTimes;

/** Puts into every namespace what pods there rely on: an account, and the certificate of the cluster. */
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

    /** Adds what is missing. */
    public void furnish(String namespace, StoreWriter writer) {
        add(catalog.get("serviceaccounts"), object(namespace, "default"), writer);
        var certificate = object(namespace, "kube-root-ca.crt");
        StoreJson.child(StoreJson.child(certificate, "metadata"), "annotations").put(ABOUT,
                "Lets pods verify the API server they talk to.");
        certificate.putObject("data").put("ca.crt", "");
        add(catalog.get("configmaps"), certificate, writer);
    }

    private static void add(ResourceType type, ObjectNode object, StoreWriter writer) {
        var metadata = object.path("metadata");
        if (writer.get(type, StoreJson.text(metadata, "namespace"), StoreJson.text(metadata, "name")) == null) {
            writer.put(type, object, null);
        }
    }

    private ObjectNode object(String namespace, String name) {
        var object = StoreJson.object();
        object.putObject("metadata").put("name", name).put("namespace", namespace).put("uid", names.uid())
                .put("creationTimestamp", ObjectTimes.seconds(clock.instant()));
        return object;
    }
}

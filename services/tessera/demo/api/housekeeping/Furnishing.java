package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import tessera.demo.store.Catalog;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.Writer;
import tessera.demo.store.objects.Names;
import tessera.demo.store.objects.Times;

/** Puts into every namespace what pods there rely on: an account, and the certificate of the cluster. */
public final class Furnishing {

    private static final String ABOUT = "kubernetes.io/description";

    private final Catalog catalog;
    private final Clock clock;
    private final Names names;

    public Furnishing(Catalog catalog, Clock clock, Names names) {
        this.catalog = catalog;
        this.clock = clock;
        this.names = names;
    }

    /** Adds what is missing. */
    public void furnish(String namespace, Writer writer) {
        add(catalog.get("serviceaccounts"), object(namespace, "default"), writer);
        var certificate = object(namespace, "kube-root-ca.crt");
        Json.child(Json.child(certificate, "metadata"), "annotations").put(ABOUT,
                "Lets pods verify the API server they talk to.");
        certificate.putObject("data").put("ca.crt", "");
        add(catalog.get("configmaps"), certificate, writer);
    }

    private static void add(ResourceType type, ObjectNode object, Writer writer) {
        var metadata = object.path("metadata");
        if (writer.get(type, Json.text(metadata, "namespace"), Json.text(metadata, "name")) == null) {
            writer.put(type, object, null);
        }
    }

    private ObjectNode object(String namespace, String name) {
        var object = Json.object();
        object.putObject("metadata").put("name", name).put("namespace", namespace).put("uid", names.uid())
                .put("creationTimestamp", Times.seconds(clock.instant()));
        return object;
    }
}

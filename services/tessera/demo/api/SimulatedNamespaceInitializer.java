package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedEtcdStore.SimulatedStoreTransaction;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedNameAndUidGenerator;

/** Initializer of namespaces with what pods rely on: a service account, and the cluster's certificate. */
record SimulatedNamespaceInitializer(SimulatedServedResourceCatalog catalog, Clock clock,
        SimulatedNameAndUidGenerator names) {

    private static final String ABOUT = "kubernetes.io/description";

    void initializeNamespace(String namespace, SimulatedStoreTransaction writer) {
        addIfMissing(catalog.get("serviceaccounts"), newObject(namespace, "default"), writer);
        var certificate = newObject(namespace, "kube-root-ca.crt");
        SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(certificate, "metadata"), "annotations")
                .put(ABOUT, "Lets pods verify the API server they talk to.");
        certificate.putObject("data").put("ca.crt", "");
        addIfMissing(catalog.get("configmaps"), certificate, writer);
    }

    private static void addIfMissing(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer) {
        var metadata = object.path("metadata");
        if (writer.get(type, SimulatedStoreJsonCodec.textAt(metadata, "namespace"),
                SimulatedStoreJsonCodec.textAt(metadata, "name")) == null) {
            writer.put(type, object, null);
        }
    }

    private ObjectNode newObject(String namespace, String name) {
        var object = SimulatedStoreJsonCodec.newObject();
        object.putObject("metadata").put("name", name).put("namespace", namespace).put("uid", names.randomUid())
                .put("creationTimestamp", SimulatedTimestampFormat.secondsText(clock.instant()));
        return object;
    }
}
